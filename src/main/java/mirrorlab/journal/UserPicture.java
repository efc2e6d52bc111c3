package mirrorlab.journal;

import java.util.List;

/// An account, without what proves who somebody is.
///
/// @param tags such as `administrator`
public record UserPicture(String name, List<String> tags) {}
