package dev.readahead.server;

import com.sun.tools.attach.VirtualMachine;

import java.lang.reflect.Array;
import java.util.StringJoiner;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Everything that the managed beans of a process tell, as text. */
final class JmxDump {
    private JmxDump() {}

    static String of(long processId) throws Exception {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(processId));
        try {
            String address = machine.startLocalManagementAgent();
            try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address))) {
                return dump(connector.getMBeanServerConnection());
            }
        } finally {
            machine.detach();
        }
    }

    private static String dump(MBeanServerConnection beans) throws Exception {
        StringJoiner lines = new StringJoiner("\n");
        for (ObjectName name : beans.queryNames(null, null)) {
            for (MBeanAttributeInfo attribute : beans.getMBeanInfo(name).getAttributes()) {
                if (attribute.isReadable()) {
                    lines.add(name + " " + attribute.getName() + "=" + value(beans, name, attribute.getName()));
                }
            }
        }
        return lines.toString();
    }

    private static String value(MBeanServerConnection beans, ObjectName name, String attribute) {
        try {
            return text(beans.getAttribute(name, attribute));
        } catch (JMException | java.io.IOException | RuntimeException unreadable) {
            // Some cannot be sent, and some are not supported; what they say instead counts.
            return unreadable.toString();
        }
    }

    private static String text(Object value) {
        if (value instanceof CompositeData data) {
            StringJoiner parts = new StringJoiner(", ", "{", "}");
            data.getCompositeType().keySet().forEach(key -> parts.add(key + "=" + text(data.get(key))));
            return parts.toString();
        }
        StringJoiner parts = new StringJoiner(", ", "[", "]");
        if (value instanceof TabularData data) {
            data.values().forEach(row -> parts.add(text(row)));
            return parts.toString();
        }
        if (value != null && value.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(value); i++) {
                parts.add(text(Array.get(value, i)));
            }
            return parts.toString();
        }
        return String.valueOf(value);
    }
}
