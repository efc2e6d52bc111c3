package mirrorlab.lab.host;

/// What the lab knows of a node's process.
public enum NodeState {
    DOWN, BOOTING, RUNNING, PAUSED, STOPPING,
    /// The process goes on without RabbitMQ in it.
    APP_STOPPED
}
