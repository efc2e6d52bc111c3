package mirrorlab.http;

/// A request that is refused, answered as `{"error":…,"reason":…}` like RabbitMQ's management API does.
final class HttpProblem extends Exception {
    private static final long serialVersionUID = 1L;
    private final int status;
    private final String error;

    HttpProblem(int status, String error, String reason) {
        super(reason);
        this.status = status;
        this.error = error;
    }

    static HttpProblem badRequest(String reason) {
        return new HttpProblem(400, "bad_request", reason);
    }

    static HttpProblem notAuthorised(String reason) {
        return new HttpProblem(401, "not_authorised", reason);
    }

    static HttpProblem notFound() {
        return new HttpProblem(404, "Object Not Found", "Not Found");
    }

    int status() {
        return status;
    }

    String error() {
        return error;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
