package mirrorlab.amqp.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mirrorlab.lab.host.NodeApi;

/// Through the management API of a node.
record LabAdministration(NodeApi api) implements Administration {
    private static final double USUAL_WATERMARK = 0.5;
    private static final Duration PATIENCE = Duration.ofSeconds(100);

    void put(String path, JsonNode body) throws IOException {
        ask("PUT", path, body);
    }

    private void ask(String method, String path, JsonNode body) throws IOException {
        NodeApi.Reply reply = api.ask(method, path, body, PATIENCE);
        if (!reply.isOk()) {
            throw new AssertionError(method + " " + path + ": " + reply.status() + " " + reply.body());
        }
    }

    private static ObjectNode json() {
        return JsonNodeFactory.instance.objectNode();
    }

    @Override
    public void putUser(String user, String password) throws IOException {
        put("/api/users/" + NodeApi.part(user), json().put("password", password).put("tags", ""));
    }

    @Override
    public void deleteUser(String user) throws IOException {
        ask("DELETE", "/api/users/" + NodeApi.part(user), null);
    }

    @Override
    public void permit(String user, String vhost, String configure, String write, String read) throws IOException {
        put("/api/permissions/" + NodeApi.part(vhost) + "/" + NodeApi.part(user),
                json().put("configure", configure).put("write", write).put("read", read));
    }

    @Override
    public void addVhost(String vhost) throws IOException {
        put("/api/vhosts/" + NodeApi.part(vhost), json());
    }

    @Override
    public void deleteVhost(String vhost) throws IOException {
        ask("DELETE", "/api/vhosts/" + NodeApi.part(vhost), null);
    }

    @Override
    public void limitConnections(String vhost, int count) throws IOException {
        put("/api/vhost-limits/" + NodeApi.part(vhost) + "/max-connections", json().put("value", count));
    }

    @Override
    public void limitQueues(String vhost, int count) throws IOException {
        put("/api/vhost-limits/" + NodeApi.part(vhost) + "/max-queues", json().put("value", count));
    }

    @Override
    public void limitUser(String user, int count) throws IOException {
        put("/api/user-limits/" + NodeApi.part(user) + "/max-connections", json().put("value", count));
    }

    @Override
    public void limitChannels(String user, int count) throws IOException {
        put("/api/user-limits/" + NodeApi.part(user) + "/max-channels", json().put("value", count));
    }

    @Override
    public void memoryAlarm(boolean raised) throws IOException {
        put("/api/lab/watermark", json().put("value", raised ? 0 : USUAL_WATERMARK));
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (isAlarmed() != raised) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("the memory alarm should be " + (raised ? "raised" : "over"));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private boolean isAlarmed() throws IOException {
        for (JsonNode each : api.get("/api/nodes", PATIENCE).body()) {
            if (each.path("mem_alarm").asBoolean()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void closeConnections(String user, String reason) throws IOException {
        for (JsonNode each : api.get("/api/connections", PATIENCE).body()) {
            if (each.path("user").asText().equals(user)) {
                ask("DELETE", "/api/connections/" + NodeApi.part(each.path("name").asText()), null);
            }
        }
    }
}
