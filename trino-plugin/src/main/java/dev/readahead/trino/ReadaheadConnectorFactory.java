package dev.readahead.trino;

import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorContext;
import io.trino.spi.connector.ConnectorFactory;

import java.util.Map;

/** Makes a catalog of {@code connector.name=readahead}. */
final class ReadaheadConnectorFactory implements ConnectorFactory {
    @Override
    public String getName() {
        return "readahead";
    }

    @Override
    public Connector create(String catalogName, Map<String, String> properties, ConnectorContext context) {
        CatalogConfig config = CatalogConfig.parse(properties);
        return new ReadaheadConnector(new Storage(config), config, context);
    }
}
