package dev.readahead.trino;

import io.trino.spi.Plugin;
import io.trino.spi.connector.ConnectorFactory;

import java.util.List;

/** What Trino loads from the plugin's directory. */
public final class ReadaheadPlugin implements Plugin {
    @Override
    public Iterable<ConnectorFactory> getConnectorFactories() {
        return List.of(new ReadaheadConnectorFactory());
    }
}
