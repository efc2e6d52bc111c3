package mirrorlab.lab;

import java.net.http.HttpClient;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/// The HTTP client for nodes' doors, all on loopback and without encryption. The JDK's client prepares for encrypted
/// connections otherwise and reads every certificate that the JDK trusts, a fifth of the time to a running cluster.
final class PlainHttp {

    private PlainHttp() {}

    static HttpClient client() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
                .sslContext(new SSLContext(new None(), null, "none") {
                })
                .executor(Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("lab-http-", 0).factory()))
                .build();
    }

    private static final class None extends SSLContextSpi {
        private static UnsupportedOperationException refused() {
            return new UnsupportedOperationException("the lab talks to its nodes without encryption");
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return new SSLParameters(new String[0], new String[0]);
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return engineGetDefaultSSLParameters();
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trusted, java.security.SecureRandom chance) {
            throw refused();
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            throw refused();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            throw refused();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            throw refused();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            throw refused();
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            throw refused();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            throw refused();
        }
    }
}
