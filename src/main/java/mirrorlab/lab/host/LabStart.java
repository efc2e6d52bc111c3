package mirrorlab.lab.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Lets a lab that was started as `java -jar mirrorlab.jar …` read its cache ({@link AotCache}), which only a flag of the
/// Java program can ask for: the process replaces its program by the same one with that flag (execv). Number, parent,
/// input, output, environment and signals stay as they are. A window gets flags of its own the same way. Where that is not
/// possible nothing happens, and the lab starts as usual.
public final class LabStart {
    /// Says that the process was replaced already.
    private static final String MARK = "-Dmirrorlab.cached=true";
    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
    private static final Path PROGRAM = Path.of("/proc/self/exe");
    private static final Set<String> WORTH_IT = Set.of("up", "run", "picture");
    /// Of a process that draws: pauses for garbage that fit into a frame, because the young space is small and what stays
    /// is moved twice at most; and no processor time for the last bit of speed of what runs seldom while the window is
    /// young.
    static final List<String> WINDOW = List.of("-XX:+UseParallelGC", "-XX:-UseAdaptiveSizePolicy", "-Xms320m",
            "-Xmn24m", "-XX:MaxTenuringThreshold=2", "-XX:MetaspaceSize=128m", "-XX:Tier4InvocationThreshold=30000",
            "-XX:Tier4MinInvocationThreshold=5000", "-XX:Tier4CompileThreshold=60000");

    private LabStart() {}

    /// Called before anything else was done. Does not return when the process was replaced.
    ///
    /// @param arguments
    ///            of the program
    public static void withCache(String[] arguments) {
        boolean draws = arguments.length == 0
                || arguments.length > 1 && arguments[0].equals("bench") && arguments[1].equals("ui");
        boolean worthIt = draws || WORTH_IT.contains(arguments[0]);
        if (!worthIt || System.getProperty("mirrorlab.cached") != null || !Files.exists(COMMAND_LINE)
                || !LabStart.class.getModule().isNativeAccessEnabled()) {
            return;
        }
        List<String> flags = new ArrayList<>(draws ? AotCache.windowFlags() : AotCache.labFlags());
        try {
            byte[] line = Files.readAllBytes(COMMAND_LINE);
            String words = new String(line, StandardCharsets.ISO_8859_1);
            if (draws && canTakeWindowFlags(words)) {
                flags.addAll(WINDOW);
            }
            if (!flags.isEmpty() && canTakeFlags(words)) {
                // a cache that cannot be used is no news
                flags.addAll(List.of("-Xlog:disable", "-Xlog:all=error,aot*=off,cds*=off:stderr", MARK));
                replace(PROGRAM.toRealPath(), withFlags(line, flags));
            }
        } catch (Throwable e) { // whatever is missing: the lab starts as usual
            return;
        }
    }

    /// Not beside flags that the cache was made without, and not under a debugger, which holds a port.
    static boolean canTakeFlags(String line) {
        int jar = line.indexOf("\0-jar\0");
        String given = jar < 0 ? "--" : line.substring(0, jar + 1);
        return !given.contains("\0-agent") && !given.contains("\0-javaagent") && !given.contains("\0-XX:AOT")
                && !given.contains("\0-Xshare") && !given.contains("--");
    }

    /// Who chose a heap, a collector or a compiler's limits gets what was chosen.
    static boolean canTakeWindowFlags(String line) {
        int jar = line.indexOf("\0-jar\0");
        return jar >= 0 && !line.substring(0, jar + 1).contains("\0-X");
    }

    /// Words that end with a zero each; the flags follow the first one.
    static byte[] withFlags(byte[] line, List<String> flags) {
        int first = 0;
        while (line[first] != 0) {
            first++;
        }
        ByteArrayOutputStream words = new ByteArrayOutputStream();
        words.write(line, 0, first + 1);
        for (String each : flags) {
            words.writeBytes(each.getBytes(StandardCharsets.UTF_8));
            words.write(0);
        }
        words.write(line, first + 1, line.length - first - 1);
        return words.toByteArray();
    }

    private static void replace(Path program, byte[] words) throws Throwable {
        Linker linker = Linker.nativeLinker();
        MethodHandle execv = linker.downcallHandle(linker.defaultLookup().find("execv").orElseThrow(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
        ByteBuffer path = direct((program + "\0").getBytes(StandardCharsets.UTF_8));
        ByteBuffer text = direct(words);
        ByteBuffer pointers = pointers(text, words);
        int failed = (int) execv.invokeExact(address(path), address(pointers));
        if (failed != 0) {
            throw new IOException("the program was not replaced");
        }
    }

    /// One for each word, and a null.
    private static ByteBuffer pointers(ByteBuffer text, byte[] words) {
        int count = 0;
        for (byte each : words) {
            count += each == 0 ? 1 : 0;
        }
        ByteBuffer pointers = ByteBuffer.allocateDirect((count + 1) * Long.BYTES).order(ByteOrder.nativeOrder());
        int begin = 0;
        for (int i = 0; i < words.length; i++) {
            if (words[i] == 0) {
                pointers.putLong(address(text) + begin);
                begin = i + 1;
            }
        }
        return pointers.putLong(0).rewind();
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).rewind();
    }

    private static long address(ByteBuffer buffer) {
        return MemorySegment.ofBuffer(buffer).address();
    }
}
