package mirrorlab.lab.play;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ChannelContinuationTimeoutException;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.ShutdownSignalException;
import java.net.ConnectException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// What the client library throws, as the report says it.
final class ClientFaults {

    private ClientFaults() {}

    static StepFault of(@Nullable Throwable thrown, double seconds) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof StepFault fault) {
                return fault;
            }
            if (each instanceof ShutdownSignalException shutdown) {
                return of(shutdown);
            }
            if (each instanceof ConnectException) {
                return StepFault.refused();
            }
            if (each instanceof TimeoutException || each instanceof ChannelContinuationTimeoutException
                    || each instanceof java.net.SocketTimeoutException) {
                return StepFault.timeout(seconds);
            }
        }
        return StepFault.lost();
    }

    static StepFault of(ShutdownSignalException shutdown) {
        Method reason = shutdown.getReason();
        if (reason instanceof AMQP.Channel.Close close) {
            return StepFault.closed("channel_closed", close.getReplyCode(), close.getReplyText());
        }
        if (reason instanceof AMQP.Connection.Close close && !shutdown.isInitiatedByApplication()
                && shutdown.getCause() == null) {
            return StepFault.closed("connection_closed", close.getReplyCode(), close.getReplyText());
        }
        return StepFault.lost();
    }
}
