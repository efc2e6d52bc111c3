package mirrorlab.ui.clients;

import static org.assertj.core.api.Assertions.assertThat;

import mirrorlab.lab.Texts;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.lab.clients.LabClient.ConsumerSettings;
import mirrorlab.lab.clients.LabClient.PublisherSettings;
import mirrorlab.lab.clients.LabClient.Standing;
import mirrorlab.lab.clients.LabClient.State;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;

class ClientWordsTest {
    private static final QueueName ORDERS = QueueName.of("orders");
    private static final LabClient PUBLISHER = new LabClient.Publisher("p1", ORDERS,
            new Standing(State.RECONNECTING, "rabbit1", "the connection broke", 2),
            new PublisherSettings(20, 5, true, true, true), 65, 3, 60, 1, 0, 4, 19.75);
    private static final LabClient CONSUMER = new LabClient.Consumer("c1", ORDERS,
            new Standing(State.RUNNING, "rabbit3", "", 0), new ConsumerSettings(0, "on_receipt", 0.1), 1200, 2, 1,
            1190, 10, 0);

    @Test
    void a_publisher_says_what_it_does_counts_and_saw() {
        ClientWords words = new ClientWords(Texts.english());
        assertThat(words.title(PUBLISHER)).isEqualTo("p1 → orders · rabbit1");
        assertThat(words.settings(PUBLISHER)).isEqualTo("20/s · persistent · confirms, 5 in flight · resends");
        assertThat(words.counters(PUBLISHER))
                .isEqualTo("published 65 · confirmed 60 · nacked 1 · returned 0 · in flight 4 · resent 3");
        assertThat(words.rate(PUBLISHER)).isEqualTo("19.8/s");
        assertThat(words.standing(PUBLISHER))
                .isEqualTo("reconnecting · lost 2 connections · saw: the connection broke");
    }

    @Test
    void a_consumer_says_the_same_of_itself_in_both_languages() {
        ClientWords words = new ClientWords(Texts.english());
        assertThat(words.title(CONSUMER)).isEqualTo("c1 ← orders · rabbit3");
        assertThat(words.settings(CONSUMER)).isEqualTo("no prefetch limit · acks when done · 100 ms a message");
        assertThat(words.counters(CONSUMER))
                .isEqualTo("delivered 1,200 · redelivered 2 · acknowledged 1,190 · holds 10 · seen before 1");
        assertThat(words.standing(CONSUMER)).isEqualTo("running");
        ClientWords chinese = new ClientWords(Texts.chinese());
        assertThat(chinese.settings(CONSUMER)).isEqualTo("预取不限 · 处理后确认 · 每条 100 毫秒");
        assertThat(chinese.standing(PUBLISHER)).startsWith("正在重连 · 丢失连接 2 次");
    }
}
