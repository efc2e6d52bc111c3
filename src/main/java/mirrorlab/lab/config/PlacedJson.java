package mirrorlab.lab.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A JSON document and where everything in it stands. Values are named by their JSON pointer (`/steps/3/queue`, `` for
/// the whole); a field's name stands where {@link #badName} says.
public final class PlacedJson {
    public static final int MAXIMUM_BYTES = 4 << 20;
    private static final int MAXIMUM_DEPTH = 64;
    private static final JsonFactory FACTORY = new JsonFactory();

    private final String file;
    private final Map<String, JsonLocation> values = new HashMap<>();
    private final Map<String, JsonLocation> names = new HashMap<>();
    private final JsonNode root;

    private PlacedJson(String file, String text) throws BadFile {
        this.file = file;
        try (JsonParser parser = FACTORY.createParser(text)) {
            parser.nextToken();
            root = value(parser, "", 0);
            if (parser.nextToken() != null) {
                throw at(parser.currentTokenLocation(), "more text", "the end of the file");
            }
        } catch (JsonProcessingException e) {
            throw at(e.getLocation(), "no valid JSON (" + e.getOriginalMessage() + ")", "JSON");
        } catch (IOException e) {
            throw new BadFile(file, 0, 0, String.valueOf(e.getMessage()), "a readable file");
        }
    }

    /// Reads a file of at most {@value #MAXIMUM_BYTES} bytes.
    public static PlacedJson read(Path path) throws BadFile {
        String name = path.toString();
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(MAXIMUM_BYTES + 1);
            if (bytes.length > MAXIMUM_BYTES) {
                throw new BadFile(name, 0, 0, "more than " + MAXIMUM_BYTES + " bytes",
                        "a JSON file of at most so many");
            }
            return new PlacedJson(name, decoded(name, bytes));
        } catch (NoSuchFileException e) {
            throw new BadFile(name, 0, 0, "no such file", "a JSON file");
        } catch (IOException e) {
            throw new BadFile(name, 0, 0, unreadable(path, e), "a JSON file");
        }
    }

    private static String unreadable(Path path, IOException e) {
        return Files.isDirectory(path)
                ? "a folder"
                : e instanceof AccessDeniedException ? "no permission to read it" : "that it cannot be read: " + e;
    }

    /// The text without a byte order mark.
    private static String decoded(String name, byte[] bytes) throws BadFile {
        CharBuffer text = CharBuffer.allocate(bytes.length + 1);
        CoderResult end = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), text, true);
        String read = text.flip().toString();
        if (end.isError()) {
            int line = 1 + (int) read.chars().filter(each -> each == '\n').count();
            throw new BadFile(name, line, read.length() - read.lastIndexOf('\n'), "bytes that are not UTF-8",
                    "text in UTF-8");
        }
        return read.startsWith("\uFEFF") ? read.substring(1) : read;
    }

    public static PlacedJson parse(String name, String text) throws BadFile {
        return new PlacedJson(name, text);
    }

    public JsonNode root() {
        return root;
    }

    /// The value at `pointer` is wrong (or, when it is missing, the object that should have it).
    public BadFile bad(String pointer, String found, String expected) {
        return at(values.getOrDefault(pointer, values.get("")), found, expected);
    }

    /// The name of the field at `pointer` is wrong.
    public BadFile badName(String pointer, String found, String expected) {
        return at(names.getOrDefault(pointer, values.get("")), found, expected);
    }

    private BadFile at(@Nullable JsonLocation location, String found, String expected) {
        return location == null
                ? new BadFile(file, 1, 1, found, expected)
                : new BadFile(file, location.getLineNr(), location.getColumnNr(), found, expected);
    }

    private JsonNode value(JsonParser parser, String pointer, int depth) throws IOException, BadFile {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw new BadFile(file, 1, 1, "nothing", "a JSON object");
        }
        JsonLocation here = parser.currentTokenLocation();
        values.put(pointer, here);
        if (depth > MAXIMUM_DEPTH) {
            throw at(here, "more than " + MAXIMUM_DEPTH + " levels", "fewer");
        }
        JsonNodeFactory make = JsonNodeFactory.instance;
        return switch (token) {
            case START_OBJECT -> object(parser, pointer, depth);
            case START_ARRAY -> array(parser, pointer, depth);
            case VALUE_STRING -> make.textNode(parser.getText());
            case VALUE_NUMBER_INT -> parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                    ? make.numberNode(parser.getBigIntegerValue())
                    : make.numberNode(parser.getLongValue());
            case VALUE_NUMBER_FLOAT -> make.numberNode(parser.getDoubleValue());
            case VALUE_TRUE -> make.booleanNode(true);
            case VALUE_FALSE -> make.booleanNode(false);
            case VALUE_NULL -> make.nullNode();
            default -> throw at(here, parser.getText(), "a value");
        };
    }

    private ObjectNode object(JsonParser parser, String pointer, int depth) throws IOException, BadFile {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            String below = pointer + "/" + name;
            JsonLocation place = parser.currentTokenLocation();
            if (names.put(below, place) != null) {
                throw at(place, "\"" + name + "\" a second time", "each field once");
            }
            parser.nextToken();
            object.set(name, value(parser, below, depth + 1));
        }
        return object;
    }

    private ArrayNode array(JsonParser parser, String pointer, int depth) throws IOException, BadFile {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser, pointer + "/" + array.size(), depth + 1));
        }
        return array;
    }
}
