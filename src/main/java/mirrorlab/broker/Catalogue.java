package mirrorlab.broker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import mirrorlab.broker.AdminReply.ExchangeView;
import mirrorlab.broker.AdminReply.LimitView;
import mirrorlab.broker.AdminReply.PermissionsView;
import mirrorlab.broker.AdminReply.PolicyView;
import mirrorlab.broker.AdminReply.UserView;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.Limit;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.metadata.PasswordHash;
import mirrorlab.metadata.Permissions;
import mirrorlab.metadata.User;
import mirrorlab.policy.PermissionMatching;
import mirrorlab.policy.Policy;
import mirrorlab.policy.PolicyValidation;
import mirrorlab.routing.RoutingTable;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import org.jspecify.annotations.Nullable;

/// What administrators ask of the metadata: lists, and changes that are answered when every running node has them.
final class Catalogue {
    private static final Bytes NO_PASSWORD = Bytes.EMPTY;
    private static final List<String> LIMITS_OF_VHOSTS = List.of("max-connections", "max-queues");
    private static final List<String> LIMITS_OF_USERS = List.of("max-connections", "max-channels");
    private final Broker broker;

    Catalogue(Broker broker) {
        this.broker = broker;
    }

    void on(long request, AdminCommand.OfCatalogue command) {
        switch (command) {
            case AdminCommand.ListOperatorPolicies() ->
                answer(request, new AdminReply.Policies(views(broker.state().operatorPolicies())));
            case AdminCommand.SetOperatorPolicy set -> setOperatorPolicy(request, set);
            case AdminCommand.ClearOperatorPolicy(String vhost, String name) -> change(request,
                    broker.state().operatorPolicy(vhost, name) == null
                            ? new AdminReply.Refused("not_found", "Parameter does not exist")
                            : null,
                    new MetadataChange.OperatorPolicyCleared(vhost, name));
            case AdminCommand.ListVhosts() -> answer(request, new AdminReply.Vhosts(broker.state().vhosts()));
            case AdminCommand.AddVhost(String vhost) -> change(request, null, new MetadataChange.VhostAdded(vhost));
            case AdminCommand.DeleteVhost(String vhost) ->
                change(request, noVhost(vhost), new MetadataChange.VhostDeleted(vhost));
            case AdminCommand.ListUsers() -> answer(request, new AdminReply.Users(broker.state().users().stream()
                    .map(each -> new UserView(each.name(), each.passwordHash(), each.tags())).toList()));
            case AdminCommand.PutUser put -> putUser(request, put);
            case AdminCommand.DeleteUser(String user) ->
                change(request, noUser(user), new MetadataChange.UserDeleted(user));
            case AdminCommand.ListPermissions() ->
                answer(request, new AdminReply.AllPermissions(broker.state().permissions().stream()
                        .map(each -> new PermissionsView(each.user(), each.vhost(), each.configure(), each.write(),
                                each.read()))
                        .toList()));
            case AdminCommand.SetPermissions set -> setPermissions(request, set);
            case AdminCommand.ClearPermissions(String user, String vhost) -> change(request,
                    noUser(user) != null ? noUser(user) : noVhost(vhost),
                    new MetadataChange.PermissionsCleared(user, vhost));
            case AdminCommand.ListLimits() ->
                answer(request, new AdminReply.Limits(broker.state().limits().stream()
                        .map(each -> new LimitView(each.ofUser(), each.holder(), each.name(), each.value())).toList()));
            case AdminCommand.SetLimit set -> change(request, refusal(set),
                    new MetadataChange.LimitSet(new Limit(set.ofUser(), set.holder(), set.name(), set.value())));
            case AdminCommand.ClearLimit(boolean ofUser, String holder, String name) ->
                change(request, ofUser ? noUser(holder) : noVhost(holder),
                        new MetadataChange.LimitCleared(ofUser, holder, name));
            case AdminCommand.ListExchanges() ->
                answer(request, new AdminReply.Exchanges(broker.state().exchanges().stream()
                        .map(each -> new ExchangeView(each,
                                broker.state().policyFor(each.name()).map(Policy::name).orElse(null)))
                        .toList()));
            case AdminCommand.DeclareExchange(Exchange exchange) -> change(request, refusal(exchange),
                    new MetadataChange.ExchangeDeclared(exchange));
            case AdminCommand.DeleteExchange(ExchangeName exchange, boolean ifUnused) -> change(request,
                    refusal(exchange, ifUnused), new MetadataChange.ExchangeDeleted(exchange, ifUnused));
            case AdminCommand.ListBindings() -> answer(request, new AdminReply.Bindings(bindings()));
            case AdminCommand.Bind(Binding binding) ->
                change(request, refusal(binding), new MetadataChange.Bound(binding));
            case AdminCommand.Unbind(Binding binding) -> change(request,
                    broker.state().bindingsFrom(binding.source()).contains(binding)
                            ? null
                            : new AdminReply.Refused("not_found", ""),
                    new MetadataChange.Unbound(binding));
        }
    }

    private void answer(long request, AdminReply reply) {
        broker.effects.add(new Effect.Answer(request, reply));
    }

    private void change(long request, @Nullable AdminReply refusal, MetadataChange change) {
        if (refusal != null) {
            answer(request, refusal);
        } else {
            broker.changes.propose(change, new Proposer.OfAdministrator(request));
        }
    }

    static List<PolicyView> views(List<Policy> policies) {
        return policies.stream().sorted(Comparator.comparingInt(Policy::priority))
                .map(each -> new PolicyView(each.vhost(), each.name(), each.pattern(), each.applyTo(),
                        each.priority(), each.definition()))
                .toList();
    }

    static Happening policySet(Policy policy) {
        return new Happening.PolicySet(policy.vhost(), policy.name(), policy.pattern(), policy.applyTo(),
                policy.priority(),
                policy.definition());
    }

    static Happening operatorPolicySet(Policy policy) {
        return new Happening.OperatorPolicySet(policy.vhost(), policy.name(), policy.pattern(), policy.applyTo(),
                policy.priority(), policy.definition());
    }

    private AdminReply.@Nullable Refused noVhost(String vhost) {
        return broker.state().hasVhost(vhost) ? null : AdminReply.Refused.noVhost(vhost);
    }

    private AdminReply.@Nullable Refused noUser(String user) {
        return broker.state().user(user) != null
                ? null
                : new AdminReply.Refused("user_not_found", "User \"" + user + "\" does not exist");
    }

    private AdminReply.@Nullable Refused refusal(AdminCommand.SetLimit set) {
        AdminReply.Refused missing = set.ofUser() ? noUser(set.holder()) : noVhost(set.holder());
        if (missing != null) {
            return missing;
        }
        return (set.ofUser() ? LIMITS_OF_USERS : LIMITS_OF_VHOSTS).contains(set.name())
                ? null
                : new AdminReply.Refused("validation", "Unrecognised terms [{<<\"" + set.name() + "\">>,"
                        + set.value() + "}] in " + (set.ofUser() ? "user-limits" : "limits"));
    }

    private void setOperatorPolicy(long request, AdminCommand.SetOperatorPolicy set) {
        AdminReply.Refused refusal = noVhost(set.vhost());
        String text = PolicyValidation.checkOperator(set.pattern(), set.applyTo(), set.definition());
        if (refusal == null && text != null) {
            refusal = new AdminReply.Refused("validation", text);
        }
        change(request, refusal, new MetadataChange.OperatorPolicySet(
                new Policy(set.vhost(), set.name(), set.pattern(), set.applyTo(), set.priority(), set.definition())));
    }

    private void putUser(long request, AdminCommand.PutUser put) {
        Bytes hash = put.passwordHash() != null
                ? put.passwordHash()
                : put.password() == null ? NO_PASSWORD : PasswordHash.of(put.password(), put.salt());
        change(request, null, new MetadataChange.UserPut(new User(put.user(), hash, put.tags())));
    }

    private void setPermissions(long request, AdminCommand.SetPermissions set) {
        AdminReply.Refused refusal = noUser(set.user()) != null ? noUser(set.user()) : noVhost(set.vhost());
        for (String each : List.of(set.configure(), set.write(), set.read())) {
            String fault = PermissionMatching.fault(each);
            if (refusal == null && fault != null) {
                refusal = new AdminReply.Refused("bad_request",
                        "regular expression '" + each + "' is invalid: " + fault);
            }
        }
        change(request, refusal, new MetadataChange.PermissionsSet(
                new Permissions(set.user(), set.vhost(), set.configure(), set.write(), set.read())));
    }

    private @Nullable AdminReply refusal(Exchange exchange) {
        ExchangeName name = exchange.name();
        Exchange current = broker.state().exchange(name);
        if (noVhost(name.vhost()) != null) {
            return noVhost(name.vhost());
        } else if (!RoutingTable.isType(exchange.type())) {
            return new AdminReply.Refused("bad_request", "unknown exchange type '" + exchange.type() + "'");
        } else if (current == null) {
            return name.name().startsWith("amq.")
                    ? new AdminReply.Refused("bad_request", "ACCESS_REFUSED - exchange name '" + name.name()
                            + "' contains reserved prefix 'amq.*'")
                    : null;
        }
        return current.equals(exchange)
                ? null
                : new AdminReply.Refused("bad_request", "PRECONDITION_FAILED - " + name
                        + " exists with another type or other properties");
    }

    private @Nullable AdminReply refusal(ExchangeName exchange, boolean ifUnused) {
        if (broker.state().exchange(exchange) == null) {
            return new AdminReply.Refused("not_found", "");
        } else if (exchange.isDefault() || exchange.name().startsWith("amq.")) {
            return new AdminReply.Refused("bad_request", "ACCESS_REFUSED - " + (exchange.isDefault()
                    ? "operation not permitted on the default exchange"
                    : "exchange name '" + exchange.name() + "' contains reserved prefix 'amq.*'"));
        }
        return ifUnused && !broker.state().bindingsFrom(exchange).isEmpty()
                ? new AdminReply.Refused("bad_request", "PRECONDITION_FAILED - " + exchange + " in use")
                : null;
    }

    private @Nullable AdminReply refusal(Binding binding) {
        String vhost = binding.source().vhost();
        boolean ends = binding.toQueue()
                ? broker.state().queue(new QueueName(vhost, binding.destination())) != null
                : broker.state().exchange(new ExchangeName(vhost, binding.destination())) != null;
        if (!ends || broker.state().exchange(binding.source()) == null) {
            return new AdminReply.Refused("not_found", "");
        }
        return binding.source().isDefault()
                ? new AdminReply.Refused("bad_request",
                        "ACCESS_REFUSED - operation not permitted on the default exchange")
                : null;
    }

    /// The default exchange's are nowhere recorded: every queue is bound to it by its name (M-02). A queue that is down with
    /// its node shows none (N-06).
    private List<Binding> bindings() {
        List<Binding> all = new ArrayList<>();
        for (QueueRecord each : broker.state().queues()) {
            if (!each.down()) {
                String name = each.queue().name();
                all.add(new Binding(new ExchangeName(each.queue().vhost(), ""), true, name, name, Map.of()));
            }
        }
        broker.state().bindings().stream().filter(each -> !isDown(each)).forEach(all::add);
        return all;
    }

    private boolean isDown(Binding binding) {
        QueueRecord record = binding.toQueue()
                ? broker.state().queue(new QueueName(binding.source().vhost(), binding.destination()))
                : null;
        return record != null && record.down();
    }
}
