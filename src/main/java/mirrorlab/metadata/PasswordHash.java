package mirrorlab.metadata;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import mirrorlab.vocabulary.Bytes;

/// How RabbitMQ keeps a password: four bytes of salt, then SHA-256 of salt and password (`rabbit_password_hashing_sha256`).
public final class PasswordHash {
    public static final int SALT = 4;
    private static final int LENGTH = SALT + 32;

    private PasswordHash() {}

    /// @param salt four bytes of chance
    public static Bytes of(String password, Bytes salt) {
        if (salt.size() != SALT) {
            throw new IllegalArgumentException("a salt has " + SALT + " bytes, not " + salt.size());
        }
        byte[] hash = Arrays.copyOf(salt.array(), LENGTH);
        byte[] digest = digest(password, salt.array());
        System.arraycopy(digest, 0, hash, SALT, digest.length);
        return Bytes.of(hash);
    }

    /// Whether this is the password; takes the same time wherever they differ.
    public static boolean matches(Bytes hash, String password) {
        if (hash.size() != LENGTH || password.isEmpty()) {
            return false; // an empty password never logs in
        }
        byte[] salt = Arrays.copyOf(hash.array(), SALT);
        return MessageDigest.isEqual(digest(password, salt), Arrays.copyOfRange(hash.array(), SALT, LENGTH));
    }

    private static byte[] digest(String password, byte[] salt) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(salt);
            return sha.digest(password.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
