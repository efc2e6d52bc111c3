package mirrorlab.multicast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class OrderedStreamTest {

    private static OrderedReceiver<String> applied(String... operations) {
        OrderedReceiver<String> receiver = new OrderedReceiver<>(1, 0);
        receiver.accept(1, 1, List.of(operations), 0);
        return receiver;
    }

    @Test
    void a_sender_without_members_is_stable_at_once() {
        OrderedSender<String, String> sender = new OrderedSender<>(1, 0);
        sender.append("a");
        assertThat(sender.stable()).isEqualTo(1);
        assertThat(sender.flush()).isNull();
    }

    @Test
    void stable_is_what_the_slowest_member_has() {
        OrderedSender<String, String> sender = new OrderedSender<>(1, 0);
        sender.join("x");
        sender.join("y");
        sender.append("a");
        sender.append("b");
        assertThat(sender.flush()).isEqualTo(new OrderedSender.Batch<>(1, List.of("a", "b")));
        assertThat(sender.acknowledged("x", 2)).isEmpty();
        assertThat(sender.acknowledged("y", 1)).isEqualTo(OptionalLong.of(1));
        assertThat(sender.leave("y")).isEqualTo(OptionalLong.of(2));
    }

    @Test
    void an_acknowledgement_of_what_was_never_sent_is_ignored() {
        OrderedSender<String, String> sender = new OrderedSender<>(1, 0);
        sender.join("x");
        sender.append("a");
        assertThat(sender.acknowledged("x", 7)).isEmpty();
        assertThat(sender.acknowledged("stranger", 1)).isEmpty();
        assertThat(sender.stable()).isZero();
    }

    @Test
    void a_member_joins_after_a_flush_only() {
        OrderedSender<String, String> sender = new OrderedSender<>(1, 0);
        sender.join("x");
        sender.append("a");
        assertThatIllegalStateException().isThrownBy(() -> sender.join("y"));
    }

    @Test
    void a_member_that_is_being_filled_up_holds_the_stable_number_back() {
        OrderedSender<String, String> sender = new OrderedSender<>(2, 10);
        sender.join("x", 7);
        assertThat(sender.stable()).isEqualTo(7);
        assertThat(sender.acknowledged("x", 10)).isEqualTo(OptionalLong.of(10));
    }

    @Test
    void a_receiver_applies_each_number_once_and_nothing_after_a_hole() {
        OrderedReceiver<String> receiver = applied("a", "b");
        assertThat(receiver.accept(1, 1, List.of("a", "b", "c"), 0)).containsExactly("c");
        assertThat(receiver.accept(1, 2, List.of("b"), 0)).isEmpty();
        assertThat(receiver.accept(1, 5, List.of("e"), 0)).isEmpty();
        assertThat(receiver.applied()).isEqualTo(3);
    }

    @Test
    void what_is_stable_is_forgotten() {
        OrderedReceiver<String> receiver = applied("a", "b", "c");
        receiver.accept(1, 4, List.of(), 2);
        assertThat(receiver.between(3, 3)).containsExactly("c");
        assertThat(receiver.between(2, 3)).isEmpty();
    }

    @Test
    void a_frozen_receiver_takes_only_what_fills_it_up() {
        OrderedReceiver<String> receiver = applied("a");
        receiver.freeze();
        assertThat(receiver.accept(1, 2, List.of("b"), 0)).isEmpty();
        assertThat(receiver.fill(2, List.of("b", "c"))).containsExactly("b", "c");
        assertThat(receiver.follow(2, 3)).isTrue();
        assertThat(receiver.fill(4, List.of("d"))).isEmpty();
    }

    @Test
    void an_old_epoch_is_ignored_after_the_fence() {
        OrderedReceiver<String> receiver = applied("a");
        receiver.freeze();
        assertThat(receiver.follow(2, 1)).isTrue();
        assertThat(receiver.accept(1, 2, List.of("of the dead"), 0)).isEmpty();
        assertThat(receiver.accept(2, 2, List.of("b"), 0)).containsExactly("b");
    }

    @Test
    void who_is_not_level_cannot_follow() {
        OrderedReceiver<String> receiver = applied("a");
        receiver.freeze();
        assertThat(receiver.follow(2, 2)).isFalse();
        assertThat(receiver.follow(1, 1)).isFalse();
        assertThat(receiver.frozen()).isTrue();
    }

    @Test
    void the_candidate_compares_when_all_have_answered_or_left() {
        Survivors<String> survivors = new Survivors<>(List.of("x", "y"));
        survivors.report("x", 5);
        survivors.report("stranger", 9);
        assertThat(survivors.complete()).isFalse();
        survivors.leave("y");
        assertThat(survivors.complete()).isTrue();
        assertThat(survivors.ahead(4)).isEqualTo("x");
        assertThat(survivors.ahead(5)).isNull();
    }
}
