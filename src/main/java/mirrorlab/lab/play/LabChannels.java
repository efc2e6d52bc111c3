package mirrorlab.lab.play;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening.ChannelOpened;
import mirrorlab.journal.Happening.ConnectionClosed;
import mirrorlab.journal.Happening.ConnectionOpened;
import mirrorlab.vocabulary.ChannelId;
import org.jspecify.annotations.Nullable;

/// Learns from the journal which channel a connection of the lab has: nodes tell connections by name and channels by
/// connection. Thread-safe.
public final class LabChannels {
    private final Map<String, String> namesByConnection = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<ChannelId>> channels = new ConcurrentHashMap<>();

    /// Takes in an entry of a node's journal.
    public void see(Entry entry) {
        switch (entry.happening()) {
            case ConnectionOpened opened -> namesByConnection.put(key(entry, opened.connection()), opened.name());
            case ChannelOpened opened -> {
                String name = namesByConnection.get(key(entry, opened.connection()));
                if (name != null && name.startsWith("lab ")) {
                    channel(name).complete(opened.channel());
                }
            }
            case ConnectionClosed closed -> namesByConnection.remove(key(entry, closed.connection()));
            default -> {
            }
        }
    }

    private static String key(Entry entry, long connection) {
        return entry.origin() + " " + entry.incarnation() + " " + connection;
    }

    private CompletableFuture<ChannelId> channel(String name) {
        return channels.computeIfAbsent(name, unused -> new CompletableFuture<>());
    }

    /// The first channel of the connection of this name; null when no journal tells it in time.
    @Nullable
    ChannelId await(String name, double seconds) {
        try {
            return channel(name).get((long) (seconds * 1000), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException | TimeoutException e) {
            return null;
        } finally {
            channels.remove(name);
        }
    }
}
