package mirrorlab.node;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import mirrorlab.broker.AdminReply;

/// What administrators have asked and not been told yet. Safe for use by several threads.
final class Questions {
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, CompletableFuture<AdminReply>> open = new ConcurrentHashMap<>();

    record Question(long number, CompletableFuture<AdminReply> answer) {}

    Question ask() {
        Question question = new Question(numbers.incrementAndGet(), new CompletableFuture<>());
        open.put(question.number, question.answer);
        return question;
    }

    void answer(long number, AdminReply reply) {
        CompletableFuture<AdminReply> answer = open.remove(number);
        if (answer != null) {
            answer.complete(reply);
        }
    }

    void refuseAll(String text) {
        open.keySet().forEach(each -> answer(each, new AdminReply.Refused("nodedown", text)));
    }
}
