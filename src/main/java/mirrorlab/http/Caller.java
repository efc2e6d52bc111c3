package mirrorlab.http;

import java.util.List;

/// Who asks.
record Caller(String name, List<String> tags) {

    /// @throws HttpProblem
    ///             401 for a user who is not an administrator
    void mustAdminister() throws HttpProblem {
        if (!tags.contains("administrator")) {
            throw HttpProblem.notAuthorised("Not administrator user");
        }
    }

    /// @throws HttpProblem
    ///             401 for a user who may not set policies
    void mustMakePolicies() throws HttpProblem {
        if (!tags.contains("policymaker")) {
            mustAdminister();
        }
    }

    /// @throws HttpProblem
    ///             401 for a user who has nothing to do with management
    void mustManage() throws HttpProblem {
        if (List.of("administrator", "monitoring", "policymaker", "management").stream().noneMatch(tags::contains)) {
            throw HttpProblem.notAuthorised("Not management user");
        }
    }
}
