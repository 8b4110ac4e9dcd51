import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Sends one request whose members stand as Map.of and HashMap give them: another order in each process. */
public class Repeat {
  public static void main(String[] args) throws Exception {
    Map<String, String> metadata =
        Map.of("order", "1042", "customer", "Ada", "shop", "Mvog-Mbi & Fils", "note", "th\u00e9/caf\u00e9", "a", "1", "b", "2", "c", "3", "d", "4");
    Map<String, Object> body = new HashMap<>();
    for (int at = 2; at < args.length; at++) body.put(args[at].split("=", 2)[0], args[at].split("=", 2)[1]);
    Map<String, Object> asked = new HashMap<>(body);
    asked.put("metadata", metadata);
    String text = json(Map.ofEntries(asked.entrySet().toArray(new Map.Entry[0])));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(System.getenv("PAYGATE_URL") + args[0]))
            .header("authorization", "Bearer " + System.getenv("PAYGATE_SECRET_KEY"))
            .header("content-type", "application/json")
            .header("idempotency-key", args[1])
            .POST(HttpRequest.BodyPublishers.ofString(text))
            .build();
    HttpResponse<String> answer =
        HttpClient.newBuilder().sslContext(trusting(System.getenv("PAYGATE_CA"))).build().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(answer.statusCode());
    System.out.println(text);
    System.out.println(answer.body());
  }

  private static String json(Object value) {
    if (value instanceof Map<?, ?> members)
      return members.entrySet().stream().map(one -> json(one.getKey()) + ":" + json(one.getValue())).collect(Collectors.joining(",", "{", "}"));
    return "\"" + value + "\"";
  }

  private static SSLContext trusting(String file) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream text = Files.newInputStream(Path.of(file))) {
      store.setCertificateEntry("paygate", CertificateFactory.getInstance("X.509").generateCertificate(text));
    }
    TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }
}
