package dev.readahead.server;

import io.trino.server.Server;

import java.io.IOException;

/**
 * A Trino server in a process of its own, configured as the system property {@code config} says. The argument is
 * Trino's version. Ends when its standard input does, so that it never outlives who started it.
 */
final class ServerMain {
    private ServerMain() {}

    public static void main(String[] arguments) {
        Thread.ofPlatform().daemon().name("ends-with-parent").start(ServerMain::endWithParent);
        new Server().start(arguments[0]);
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                continue;
            }
        } catch (IOException e) {
            System.err.println("Standard input broke, so this server ends: " + e);
        }
        System.exit(0);
    }
}
