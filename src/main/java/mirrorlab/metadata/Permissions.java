package mirrorlab.metadata;

/// What a user may do in a virtual host: regular expressions for names of resources, sought anywhere in them.
public record Permissions(String user, String vhost, String configure, String write, String read) {}
