package mirrorlab.ui;

import java.net.URL;

/// Every view of the folder `fxml/`; a test checks that the list is complete.
public enum FxmlFile {
    MAIN_WINDOW("main-window"), HEADER("header"), KEYS("keys-sheet"), //
    SCENARIO("scenario-panel"), SCENARIO_FORM("scenario-form"), CLIENTS("clients-panel"), //
    CLIENTS_SHEET("clients-sheet"), //
    STAGE("stage"), STAGE_CONTROLS("stage-controls"), NODE_CARD("node-card"), LANE("lane"), LEGEND("legend"), //
    WHY("why-panel"), RULE("rule-sheet"), FORECAST("forecast-panel"), LEDGER("ledger-panel"), //
    ACCOUNT("account-panel"), TIMELINE("timeline"), //
    QUEUE_FORM("queue-form"), POLICY_FORM("policy-form"), PUBLISH_FORM("publish-form"), GET_FORM("get-form"), //
    CONSUME_FORM("consume-form"), PUBLISHER_FORM("publisher-form"), //
    HOLD_CONTROLS("hold-controls"), HOLD_BANNER("hold-banner"), HOLDS_SHEET("holds-sheet"), //
    NETWORK("network"), LOAD("load"), LINK_FORM("link-form"), //
    TOPOLOGY("topology"), TOPOLOGY_STRIP("topology-strip"), EXCHANGE_FORM("exchange-form"), //
    BIND_FORM("bind-form"), EXCHANGE_PUBLISH_FORM("exchange-publish-form"), //
    TWIN("twin"), TWIN_OVERVIEW("twin-overview"), TWIN_CONNECTIONS("twin-connections"), //
    TWIN_QUEUES("twin-queues"), TWIN_QUEUE("twin-queue"), TWIN_POLICIES("twin-policies"), //
    TWIN_CHANNELS("twin-channels"), TWIN_EXCHANGES("twin-exchanges"), TWIN_EXCHANGE("twin-exchange"), //
    TWIN_POLICY_FORM("twin-policy-form"), TWIN_PUBLISH("twin-publish"), TWIN_GET("twin-get"), //
    TWIN_QUEUE_BINDINGS("twin-queue-bindings"), //
    TEXT("text");

    private final String base;

    FxmlFile(String base) {
        this.base = base;
    }

    public String path() {
        return "/fxml/" + base + ".fxml";
    }

    public URL url() {
        URL url = FxmlFile.class.getResource(path());
        if (url == null) {
            throw new IllegalStateException("the view " + path() + " is missing from the class path");
        }
        return url;
    }
}
