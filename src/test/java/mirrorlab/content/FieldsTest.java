package mirrorlab.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.impl.LongStringHelper;
import com.rabbitmq.client.impl.ValueWriter;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.RawText;
import mirrorlab.vocabulary.Unsigned;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("JavaUtilDate") // the client library's word
class FieldsTest {

    private static Bytes hex(String hex) {
        return Bytes.of(HexFormat.of().parseHex(hex));
    }

    /// A table with one field `k` of these bytes, type included.
    private static Bytes tableOf(String field) {
        return hex("%08x".formatted(2 + field.length() / 2) + "016b" + field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"53000000026869", "5300000001ff", "5300000000", "49ffffffff", "69ffffffff",
            "6c8000000000000000", "7401", "7400", "62ff", "42ff", "73ffff", "75ffff", "66ffc00001",
            "64fff8000000000001",
            "4402ffffffff", "44ff7fffffff", "540000000065000000", "54ffffffffffffffff", "540000ffffffffffff",
            "7800000002ff00", "56", "4600000000", "460000000401617401", "4100000000", "4100000005490000000a",
            "410000000474014200"})
    void every_field_type_is_written_as_it_was_read(String field) {
        Bytes table = tableOf(field);
        assertThat(FieldTable.encode(FieldTable.decode(table))).isEqualTo(table);
    }

    @Test
    void each_type_has_its_own_class() {
        assertThat(FieldTable.decode(tableOf("5300000001ff"))).containsEntry("k", new RawText(hex("ff")));
        assertThat(FieldTable.decode(tableOf("42ff"))).containsEntry("k", new Unsigned(8, 255));
        assertThat(FieldTable.decode(tableOf("62ff"))).containsEntry("k", (byte) -1);
        assertThat(FieldTable.decode(tableOf("54ffffffffffffffff"))).containsEntry("k", new Unsigned(64, -1));
        assertThat(FieldTable.decode(tableOf("540000000065000000")))
                .containsEntry("k", Instant.ofEpochSecond(0x65000000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "000000", "00000001", "ffffffff", "0000000100", "00000002016b", "00000003016b51",
            "00000004016b5300", "00000003016b49", "0000000001", "00000003ff6b56", "0000000301ff56",
            "00000007016b46ffffffff", "00000007016b4100000001"})
    void what_is_not_a_table_is_refused_with_a_sentence(String bytes) {
        assertThatExceptionOfType(MalformedContent.class).isThrownBy(() -> FieldTable.decode(hex(bytes)))
                .satisfies(trouble -> assertThat(trouble.getMessage()).isNotBlank());
    }

    @Test
    void nesting_ends_somewhere_both_ways() {
        Bytes deep = hex("00000000");
        Map<String, Object> map = Map.of();
        for (int i = 0; i < 40; i++) {
            map = Map.of("k", map);
            deep = tableOf("46" + HexFormat.of().formatHex(deep.array()));
        }
        Bytes tooDeep = deep;
        Map<String, Object> alsoTooDeep = map;
        assertThatExceptionOfType(MalformedContent.class).isThrownBy(() -> FieldTable.decode(tooDeep))
                .withMessage("tables nest deeper than 32");
        assertThatExceptionOfType(MalformedContent.class).isThrownBy(() -> FieldTable.encode(alsoTooDeep))
                .withMessage("tables nest deeper than 32");
    }

    @Test
    void what_amqp_has_no_type_for_is_not_written() {
        assertThatExceptionOfType(MalformedContent.class).isThrownBy(() -> FieldTable.encode(Map.of("k", 'c')))
                .withMessage("a table cannot hold a java.lang.Character");
        assertThatExceptionOfType(MalformedContent.class)
                .isThrownBy(() -> FieldTable.encode(Map.of("k", new BigDecimal("1e300"))));
        assertThatExceptionOfType(MalformedContent.class)
                .isThrownBy(() -> FieldTable.encode(Map.of("k".repeat(256), 1)))
                .withMessage("a short string has 256 bytes, at most 255 fit");
    }

    @Test
    void broken_bytes_are_read_or_refused_and_nothing_else() {
        Map<String, Object> table = new LinkedHashMap<>();
        table.put("text", "häuser");
        table.put("list", List.of(1, 2L, Map.of("in", true)));
        table.put("when", Instant.ofEpochSecond(1_700_000_000));
        Bytes sound = FieldTable.encode(table);
        SplittableRandom chance = new SplittableRandom(7);
        for (int i = 0; i < 20_000; i++) {
            byte[] broken = sound.array().clone();
            for (int times = 1 + chance.nextInt(3); times > 0; times--) {
                broken[chance.nextInt(broken.length)] = (byte) chance.nextInt(256);
            }
            try {
                Bytes again = FieldTable.encode(FieldTable.decode(Bytes.of(broken)));
                assertThat(again.size()).isLessThanOrEqualTo(broken.length);
            } catch (MalformedContent expected) {
                assertThat(expected.getMessage()).isNotBlank();
            }
        }
    }

    /// What the client library writes is what this room writes for the same values.
    @Test
    void the_client_library_writes_the_same_bytes() throws IOException {
        Map<String, Object> theirs = new LinkedHashMap<>();
        Map<String, Object> ours = new LinkedHashMap<>();
        Object[][] pairs = {{"text", "text"}, {LongStringHelper.asLongString("long"), "long"}, {5, 5}, {6L, 6L},
                {(short) 7, (short) 7}, {(byte) 8, (byte) 8}, {true, true}, {1.5f, 1.5f}, {2.5, 2.5},
                {new BigDecimal("12.34"), new BigDecimal("12.34")},
                {new Date(1_700_000_000_000L), Instant.ofEpochSecond(1_700_000_000)},
                {new byte[]{1, 2}, Bytes.of(new byte[]{1, 2})}, {List.of("a", 1), List.of("a", 1)},
                {Map.of("in", 1L), Map.of("in", 1L)}};
        for (int i = 0; i < pairs.length; i++) {
            theirs.put("k" + i, pairs[i][0]);
            ours.put("k" + i, pairs[i][1]);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ValueWriter(new DataOutputStream(bytes)).writeTable(theirs);
        assertThat(FieldTable.encode(ours)).isEqualTo(Bytes.of(bytes.toByteArray()));
        assertThat(FieldTable.decode(Bytes.of(bytes.toByteArray()))).isEqualTo(ours);
    }

    @Test
    void properties_are_what_the_client_library_says() throws IOException {
        AMQP.BasicProperties theirs = new AMQP.BasicProperties.Builder().contentType("text/plain")
                .contentEncoding("gzip").headers(Map.of("h", "v")).deliveryMode(2).priority(9).correlationId("c")
                .replyTo("r").expiration("1000").messageId("m").timestamp(new Date(1_700_000_000_000L)).type("t")
                .userId("u").appId("a").clusterId("l").build();
        byte[] header = theirs.toFrame(1, 0).getPayload();
        Bytes list = Bytes.of(Arrays.copyOfRange(header, 12, header.length));
        BasicProperties ours = new BasicProperties("text/plain", "gzip", Map.of("h", "v"), 2, 9, "c", "r", "1000", "m",
                Instant.ofEpochSecond(1_700_000_000), "t", "u", "a", "l");
        assertThat(ours.encode()).isEqualTo(list);
        assertThat(BasicProperties.decode(list)).isEqualTo(ours);
        assertThat(BasicProperties.headers(list)).containsExactly(Map.entry("h", "v"));
    }

    @Test
    void properties_that_are_not_there_stay_away() {
        assertThat(BasicProperties.NONE.encode()).isEqualTo(hex("0000"));
        assertThat(BasicProperties.decode(hex("0000"))).isEqualTo(BasicProperties.NONE);
        assertThat(BasicProperties.headers(hex("0000"))).isEmpty();
        assertThat(BasicProperties.headers(BasicProperties.NONE.withExpiration("1").encode())).isEmpty();
        assertThatExceptionOfType(MalformedContent.class).isThrownBy(() -> BasicProperties.decode(hex("0001")))
                .withMessage("unknown flags");
        assertThatExceptionOfType(MalformedContent.class).isThrownBy(() -> BasicProperties.decode(hex("100002ff")))
                .withMessage("goes on after its end");
        assertThatExceptionOfType(MalformedContent.class).isThrownBy(() -> BasicProperties.decode(hex("1000")))
                .withMessage("ends too early");
    }
}
