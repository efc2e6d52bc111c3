package mirrorlab.amqp.wire;

import mirrorlab.content.BasicProperties;
import mirrorlab.content.MalformedContent;

/// The property list of a content header. It travels through the node as it came; the door checks that it can be read and
/// looks for what the core must know.
final class ContentProperties {
    private ContentProperties() {}

    /// @throws ConnectionError
    ///             502 when the list is not what its flags say
    static BasicProperties read(ArgumentReader in) throws ConnectionError {
        try {
            var properties = BasicProperties.read(in.fields());
            if (!in.atEnd()) {
                throw new MalformedContent("goes on after its end");
            }
            return properties;
        } catch (MalformedContent trouble) {
            throw new ConnectionError(ReplyCode.SYNTAX_ERROR, "content properties cannot be decoded: "
                    + trouble.getMessage(), MethodId.classOf(MethodId.BASIC_PUBLISH),
                    MethodId.methodOf(MethodId.BASIC_PUBLISH));
        }
    }
}
