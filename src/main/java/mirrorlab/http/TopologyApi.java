package mirrorlab.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;
import mirrorlab.broker.AdminReply.ExchangeView;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.Shown;
import org.jspecify.annotations.Nullable;

/// `/api/exchanges`, `/api/bindings` and the bindings of one exchange or queue.
record TopologyApi(Administration node, AccountsApi accounts) {
    /// How paths call the exchange without a name.
    private static final String DEFAULT = "amq.default";

    /// Null when it is asked for something else.
    @Nullable
    Reply answer(Request request) throws HttpProblem, InterruptedException {
        return switch (request.part(0)) {
            case "exchanges" -> exchanges(request);
            case "bindings" -> bindings(request);
            case "queues" -> request.path().size() == 4 && request.part(3).equals("bindings")
                    && request.method().equals("GET")
                            ? list(each -> each.source().vhost().equals(request.part(1)) && each.toQueue()
                                    && each.destination().equals(request.part(2)))
                            : null;
            default -> null;
        };
    }

    private @Nullable Reply exchanges(Request request) throws HttpProblem, InterruptedException {
        ExchangeName name = name(request.part(1), request.part(2));
        return switch (request.method() + " " + (request.path().size() - 1)) {
            case "GET 0" -> Reply.ok(exchanges().stream().map(TopologyApi::json).toList());
            case "GET 1" -> {
                String vhost = accounts.existing(request.part(1));
                yield Reply.ok(exchanges().stream().filter(each -> each.exchange().name().vhost().equals(vhost))
                        .map(TopologyApi::json).toList());
            }
            case "GET 2" -> Reply.ok(exchanges().stream().filter(each -> each.exchange().name().equals(name))
                    .findFirst().map(TopologyApi::json).orElseThrow(HttpProblem::notFound));
            case "PUT 2" -> {
                boolean isNew = exchanges().stream().noneMatch(each -> each.exchange().name().equals(name));
                node.ask(AdminReply.Done.class, new AdminCommand.DeclareExchange(exchange(name, request)));
                yield isNew ? new Reply(201, null) : Reply.NO_CONTENT;
            }
            case "DELETE 2" -> {
                node.ask(AdminReply.Done.class, new AdminCommand.DeleteExchange(name,
                        "true".equals(request.query().get("if-unused"))));
                yield Reply.NO_CONTENT;
            }
            case "GET 4" -> switch (request.part(3) + "/" + request.part(4)) {
                case "bindings/source" -> list(each -> each.source().equals(name));
                case "bindings/destination" -> list(each -> each.source().vhost().equals(name.vhost())
                        && !each.toQueue() && each.destination().equals(name.name()));
                default -> null;
            };
            default -> null;
        };
    }

    /// `bindings/VHOST/e/SOURCE/q/QUEUE/KEY`, with `e` before the destination when it is an exchange.
    private @Nullable Reply bindings(Request request) throws HttpProblem, InterruptedException {
        int parts = request.path().size() - 1;
        boolean toQueue = request.part(4).equals("q");
        if (parts >= 2 && (parts < 5 || parts > 6 || !request.part(2).equals("e")
                || !toQueue && !request.part(4).equals("e"))) {
            return null;
        }
        ExchangeName source = name(request.part(1), request.part(3));
        Predicate<Binding> between = each -> each.source().equals(source) && each.toQueue() == toQueue
                && each.destination().equals(request.part(5));
        return switch (request.method() + " " + parts) {
            case "GET 0" -> list(each -> true);
            case "GET 1" -> {
                String vhost = accounts.existing(request.part(1));
                yield list(each -> each.source().vhost().equals(vhost));
            }
            case "GET 5" -> list(between);
            case "POST 5" -> {
                node.ask(AdminReply.Done.class, new AdminCommand.Bind(new Binding(source, toQueue, request.part(5),
                        request.json().getOrDefault("routing_key", "") instanceof String key ? key : "",
                        request.arguments())));
                yield new Reply(201, null);
            }
            case "GET 6" -> Reply.ok(BindingJson.of(one(between, request.part(6))));
            case "DELETE 6" -> {
                node.ask(AdminReply.Done.class, new AdminCommand.Unbind(one(between, request.part(6))));
                yield Reply.NO_CONTENT;
            }
            default -> null;
        };
    }

    private static ExchangeName name(String vhost, String exchange) {
        return new ExchangeName(vhost, exchange.equals(DEFAULT) ? "" : exchange);
    }

    private List<ExchangeView> exchanges() throws HttpProblem, InterruptedException {
        return node.ask(AdminReply.Exchanges.class, new AdminCommand.ListExchanges()).exchanges();
    }

    private List<Binding> bindings() throws HttpProblem, InterruptedException {
        return node.ask(AdminReply.Bindings.class, new AdminCommand.ListBindings()).bindings();
    }

    private Reply list(Predicate<Binding> which) throws HttpProblem, InterruptedException {
        return Reply.ok(bindings().stream().filter(which).map(BindingJson::of).toList());
    }

    /// The key in the path is unquoted once; what it was before is quoted once, too.
    private Binding one(Predicate<Binding> between, String key) throws HttpProblem, InterruptedException {
        return bindings().stream().filter(between)
                .filter(each -> BindingJson.key(each).equals(key) || Request.decode(BindingJson.key(each)).equals(key))
                .findFirst().orElseThrow(HttpProblem::notFound);
    }

    private static Map<String, Object> json(ExchangeView view) {
        Exchange exchange = view.exchange();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", exchange.name().name());
        json.put("vhost", exchange.name().vhost());
        json.put("type", exchange.type());
        json.put("durable", exchange.durable());
        json.put("auto_delete", exchange.autoDelete());
        json.put("internal", exchange.internal());
        json.put("arguments", exchange.arguments());
        if (view.policy() != null) {
            json.put("policy", view.policy());
        }
        return json;
    }

    private static Exchange exchange(ExchangeName name, Request request) throws HttpProblem {
        if (!(request.json().getOrDefault("type", "direct") instanceof String text)) {
            throw HttpProblem.badRequest("type should be a string, not " + Shown.of(request.json().get("type")));
        }
        return new Exchange(name, text, request.truth("durable", false), request.truth("auto_delete", false),
                request.truth("internal", false), request.arguments());
    }
}
