package mirrorlab.journal;

/// What a user may do in a virtual host: regular expressions for names of resources.
public record PermissionPicture(String user, String vhost, String configure, String write, String read) {}
