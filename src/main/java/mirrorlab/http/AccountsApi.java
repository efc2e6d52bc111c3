package mirrorlab.http;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;
import mirrorlab.broker.AdminReply.LimitView;
import mirrorlab.broker.AdminReply.PermissionsView;
import mirrorlab.broker.AdminReply.UserView;
import mirrorlab.vocabulary.Bytes;
import org.jspecify.annotations.Nullable;

/// `/api/vhosts`, `/api/users`, `/api/permissions`. Changes, and everything about users, is for administrators.
record AccountsApi(Administration node) {
    private static final SecureRandom CHANCE = new SecureRandom();

    /// Null when it is asked for something else.
    @Nullable
    Reply answer(Request request, Caller caller) throws HttpProblem, InterruptedException {
        String resource = request.method() + " " + request.part(0) + " " + (request.path().size() - 1);
        if (request.part(0).equals("users") || request.part(0).equals("permissions")
                || resource.equals("PUT vhosts 1") || resource.equals("DELETE vhosts 1")) {
            caller.mustAdminister();
        }
        return switch (resource) {
            case "GET whoami 0" -> Reply.ok(Map.of("name", caller.name(), "tags", caller.tags()));
            case "GET vhosts 0" -> Reply.ok(vhosts().stream().map(AccountsApi::vhost).toList());
            case "GET vhosts 1" -> Reply.ok(vhost(existing(request.part(1))));
            case "PUT vhosts 1" -> put(vhosts().contains(request.part(1)), new AdminCommand.AddVhost(request.part(1)));
            case "DELETE vhosts 1" -> done(new AdminCommand.DeleteVhost(request.part(1)));
            case "GET vhosts 2" -> request.part(2).equals("permissions")
                    ? Reply.ok(permissions(each -> each.vhost().equals(request.part(1))))
                    : null;
            case "GET users 0" -> {
                List<LimitView> limits = limits();
                yield Reply.ok(users().stream().map(each -> user(each, limits)).toList());
            }
            case "GET users 1" -> Reply.ok(user(user(request.part(1)), limits()));
            case "GET users 2" -> request.part(2).equals("permissions")
                    ? Reply.ok(permissions(each -> each.user().equals(request.part(1))))
                    : null;
            case "PUT users 1" -> put(users().stream().anyMatch(each -> each.name().equals(request.part(1))),
                    putUser(request.part(1), request.json()));
            case "DELETE users 1" -> {
                user(request.part(1));
                yield done(new AdminCommand.DeleteUser(request.part(1)));
            }
            case "GET permissions 0" -> Reply.ok(permissions(each -> true));
            case "GET permissions 2" -> Reply.ok(permissions(each -> is(each, request)).stream().findFirst()
                    .orElseThrow(HttpProblem::notFound));
            case "PUT permissions 2" -> put(!permissions(each -> is(each, request)).isEmpty(),
                    new AdminCommand.SetPermissions(request.part(2), request.part(1), request.bodyText("configure"),
                            request.bodyText("write"), request.bodyText("read")));
            case "DELETE permissions 2" ->
                done(new AdminCommand.ClearPermissions(request.part(2), request.part(1)));
            default -> null;
        };
    }

    private Reply put(boolean exists, AdminCommand command) throws HttpProblem, InterruptedException {
        node.ask(AdminReply.Done.class, command);
        return exists ? Reply.NO_CONTENT : new Reply(201, null);
    }

    private Reply done(AdminCommand command) throws HttpProblem, InterruptedException {
        node.ask(AdminReply.Done.class, command);
        return Reply.NO_CONTENT;
    }

    private List<String> vhosts() throws HttpProblem, InterruptedException {
        return node.ask(AdminReply.Vhosts.class, new AdminCommand.ListVhosts()).vhosts();
    }

    /// @throws HttpProblem
    ///             404
    String existing(String vhost) throws HttpProblem, InterruptedException {
        if (!vhosts().contains(vhost)) {
            throw HttpProblem.notFound();
        }
        return vhost;
    }

    /// @throws HttpProblem
    ///             404
    String existingUser(String name) throws HttpProblem, InterruptedException {
        return user(name).name();
    }

    private static Map<String, Object> vhost(String name) {
        return Map.of("name", name, "tracing", false);
    }

    private List<UserView> users() throws HttpProblem, InterruptedException {
        return node.ask(AdminReply.Users.class, new AdminCommand.ListUsers()).users();
    }

    private UserView user(String name) throws HttpProblem, InterruptedException {
        return users().stream().filter(each -> each.name().equals(name)).findFirst()
                .orElseThrow(HttpProblem::notFound);
    }

    private List<LimitView> limits() throws HttpProblem, InterruptedException {
        return node.ask(AdminReply.Limits.class, new AdminCommand.ListLimits()).limits();
    }

    private static Map<String, Object> user(UserView user, List<LimitView> limits) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", user.name());
        json.put("password_hash", Base64.getEncoder().encodeToString(user.passwordHash().array()));
        json.put("hashing_algorithm", "rabbit_password_hashing_sha256");
        json.put("tags", user.tags());
        Map<String, Object> own = new LinkedHashMap<>();
        limits.stream().filter(each -> each.ofUser() && each.holder().equals(user.name()))
                .forEach(each -> own.put(each.name(), each.value()));
        json.put("limits", own);
        return json;
    }

    /// `password` or `password_hash` (base 64; empty for none), and `tags`: a list, or texts between commas.
    private static AdminCommand.PutUser putUser(String name, Map<String, Object> body) throws HttpProblem {
        List<String> tags = switch (body.get("tags")) {
            case String text -> Arrays.stream(text.split(",")).map(String::strip).filter(each -> !each.isEmpty())
                    .toList();
            case List<?> list -> list.stream().map(String::valueOf).toList();
            case null -> throw HttpProblem.badRequest("key_missing: tags");
            default -> throw HttpProblem.badRequest("tags should be a list of strings");
        };
        byte[] salt = new byte[4];
        CHANCE.nextBytes(salt);
        if (body.get("password") instanceof String password) {
            return new AdminCommand.PutUser(name, password, Bytes.of(salt), null, tags);
        }
        if (!(body.get("password_hash") instanceof String hash)) {
            throw HttpProblem.badRequest("key_missing: password");
        }
        try {
            return new AdminCommand.PutUser(name, null, Bytes.of(salt), Bytes.of(Base64.getDecoder().decode(hash)),
                    tags);
        } catch (IllegalArgumentException e) {
            throw HttpProblem.badRequest("password_hash should be base 64");
        }
    }

    private static boolean is(PermissionsView permissions, Request request) {
        return permissions.vhost().equals(request.part(1)) && permissions.user().equals(request.part(2));
    }

    private List<Map<String, Object>> permissions(Predicate<PermissionsView> which)
            throws HttpProblem, InterruptedException {
        Stream<PermissionsView> all = node.ask(AdminReply.AllPermissions.class, new AdminCommand.ListPermissions())
                .permissions().stream();
        return all.filter(which).map(each -> {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("user", each.user());
            json.put("vhost", each.vhost());
            json.put("configure", each.configure());
            json.put("write", each.write());
            json.put("read", each.read());
            return json;
        }).toList();
    }
}
