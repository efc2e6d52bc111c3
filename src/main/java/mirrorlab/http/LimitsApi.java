package mirrorlab.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;
import mirrorlab.broker.AdminReply.LimitView;
import mirrorlab.vocabulary.Shown;
import org.jspecify.annotations.Nullable;

/// `/api/vhost-limits` and `/api/user-limits`, each `/HOLDER` and `/HOLDER/NAME`. For administrators; everybody may look at
/// those of virtual hosts.
record LimitsApi(Administration node, AccountsApi accounts) {

    /// Null when it is asked for something else.
    @Nullable
    Reply answer(Request request, Caller caller) throws HttpProblem, InterruptedException {
        boolean ofUser = request.part(0).equals("user-limits");
        if (!ofUser && !request.part(0).equals("vhost-limits")) {
            return null;
        }
        if (ofUser || !request.method().equals("GET")) {
            caller.mustAdminister();
        }
        return switch (request.method() + " " + (request.path().size() - 1)) {
            case "GET 0" -> Reply.ok(list(ofUser, null));
            case "GET 1" -> Reply.ok(list(ofUser, existing(ofUser, request.part(1))));
            case "PUT 2" -> done(new AdminCommand.SetLimit(ofUser, existing(ofUser, request.part(1)), request.part(2),
                    value(request)));
            case "DELETE 2" ->
                done(new AdminCommand.ClearLimit(ofUser, existing(ofUser, request.part(1)), request.part(2)));
            default -> null;
        };
    }

    private String existing(boolean ofUser, String holder) throws HttpProblem, InterruptedException {
        return ofUser ? accounts.existingUser(holder) : accounts.existing(holder);
    }

    private static long value(Request request) throws HttpProblem {
        return switch (request.json().get("value")) {
            case Integer whole -> whole;
            case Long whole -> whole;
            case null -> throw HttpProblem.badRequest("key_missing: value");
            default -> throw HttpProblem.badRequest("Validation failed\n\n" + request.part(2)
                    + " should be a whole number, not " + Shown.of(request.json().get("value")) + "\n");
        };
    }

    private Reply done(AdminCommand command) throws HttpProblem, InterruptedException {
        node.ask(AdminReply.Done.class, command);
        return Reply.NO_CONTENT;
    }

    /// One object for each holder that has limits.
    private List<Map<String, Object>> list(boolean ofUser, @Nullable String only)
            throws HttpProblem, InterruptedException {
        Map<String, Map<String, Object>> values = new LinkedHashMap<>();
        for (LimitView each : node.ask(AdminReply.Limits.class, new AdminCommand.ListLimits()).limits()) {
            if (each.ofUser() == ofUser && (only == null || only.equals(each.holder()))) {
                values.computeIfAbsent(each.holder(), _ -> new LinkedHashMap<>()).put(each.name(), each.value());
            }
        }
        List<Map<String, Object>> list = new ArrayList<>();
        values.forEach((holder, value) -> {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put(ofUser ? "user" : "vhost", holder);
            json.put("value", value);
            list.add(json);
        });
        return list;
    }
}
