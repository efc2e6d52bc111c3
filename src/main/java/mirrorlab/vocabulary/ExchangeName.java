package mirrorlab.vocabulary;

import com.fasterxml.jackson.annotation.JsonIgnore;

/// An exchange's full name. The default exchange has the empty name.
public record ExchangeName(String vhost, String name) implements Comparable<ExchangeName> {

    @JsonIgnore // follows from the name
    public boolean isDefault() {
        return name.isEmpty();
    }

    @Override
    public int compareTo(ExchangeName other) {
        int byVhost = vhost.compareTo(other.vhost);
        return byVhost == 0 ? name.compareTo(other.name) : byVhost;
    }

    /// As RabbitMQ writes it in its texts.
    @Override
    public String toString() {
        return "exchange '" + name + "' in vhost '" + vhost + "'";
    }
}
