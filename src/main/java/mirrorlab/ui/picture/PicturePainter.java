package mirrorlab.ui.picture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.application.Platform;
import javafx.embed.swing.SwingFXUtils;
import javafx.scene.image.WritableImage;
import javax.imageio.ImageIO;
import mirrorlab.lab.Lab;
import mirrorlab.ui.Desk;
import mirrorlab.ui.MirrorlabWindow;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.look.Theme;
import mirrorlab.ui.stage.StageModels;
import mirrorlab.ui.stage.StageText;

/// Paints the window of a lab into PNG files, without a display when the process was started with
/// `-Dglass.platform=Headless -Dprism.order=sw`; {@link #headless} sets that for a process that has not touched JavaFX yet.
public final class PicturePainter {
    /// Sixteen milliseconds: what moves looks as it does in the window.
    private static final long FRAME_NANOS = 16_000_000;
    private static boolean started;

    /// @param width of the window's contents in pixels, `height` likewise
    public record Size(int width, int height) {
        private static final int LARGEST = 8192;

        /// Reads `1280x720`.
        public static Size of(String text) {
            String[] parts = text.toLowerCase(Locale.ROOT).split("x");
            try {
                Size size = new Size(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
                if (parts.length == 2 && size.width >= 640 && size.height >= 400 && size.width <= LARGEST
                        && size.height <= LARGEST) {
                    return size;
                }
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                // said below
            }
            throw new IllegalArgumentException(
                    "a size is WIDTHxHEIGHT from 640x400 to 8192x8192, such as 1280x720, not '" + text + "'");
        }
    }

    private PicturePainter() {}

    /// Chooses the headless toolkit; has no effect once a window was shown.
    public static void headless() {
        System.setProperty("glass.platform", "Headless");
        System.setProperty("prism.order", "sw");
        System.setProperty("java.awt.headless", "true");
    }

    /// One picture of everything in the lab's recording. Returns when the file is written.
    public static void paint(Lab lab, Theme theme, Language language, Size size, Path file) {
        paint(lab, theme, language, size, file, window -> {});
    }

    /// @param prepare changes the desk before the picture is taken: selects, opens a sheet, goes to the past
    public static void paint(Lab lab, Theme theme, Language language, Size size, Path file, Consumer<Desk> prepare) {
        onToolkit(() -> {
            Desk desk = desk(lab, theme, language);
            MirrorlabWindow window = new MirrorlabWindow(desk, size.width(), size.height());
            settle(desk, 0);
            prepare.accept(desk);
            window.scene().getRoot().applyCss();
            window.scene().getRoot().layout();
            long clock = settle(desk, FRAME_NANOS);
            write(window, file);
            return clock;
        });
    }

    /// A series: what the lab's recording tells from entry `from` on, as the window would show it live, one file for each frame,
    /// `name-001.png` and so on.
    ///
    /// @param everyMillis time between two pictures
    public static List<Path> film(Lab lab, Theme theme, Language language, Size size, Path file, int from, int frames,
            int everyMillis) {
        return film(lab, theme, language, size, file, from, frames, everyMillis, window -> {});
    }

    /// @param prepare changes the desk before the series begins
    public static List<Path> film(Lab lab, Theme theme, Language language, Size size, Path file, int from, int frames,
            int everyMillis, Consumer<Desk> prepare) {
        return onToolkit(() -> {
            GrowingLab growing = new GrowingLab(lab, from);
            Desk desk = desk(growing, theme, language);
            prepare.accept(desk);
            MirrorlabWindow window = new MirrorlabWindow(desk, size.width(), size.height());
            long nanos = settle(desk, 0);
            window.scene().getRoot().applyCss();
            window.scene().getRoot().layout();
            List<Path> files = new ArrayList<>();
            for (int frame = 1; frame <= frames; frame++) {
                growing.upTo(frame * (long) everyMillis);
                for (long until = nanos + everyMillis * 1_000_000L; nanos < until; nanos += FRAME_NANOS) {
                    desk.frame(nanos);
                }
                files.add(write(window, numbered(file, frame)));
            }
            return files;
        });
    }

    /// The stage as a table of words.
    public static String text(Lab lab, Language language) {
        Desk desk = desk(lab, Theme.LIGHT, language);
        settle(desk, 0);
        return new StageText(desk.texts()).of(StageModels.of(desk.timeline().shown()));
    }

    private static Desk desk(Lab lab, Theme theme, Language language) {
        Desk desk = new Desk(lab);
        desk.theme().set(theme);
        desk.language().set(language);
        return desk;
    }

    /// Frames until everything is taken and everything that moved has arrived.
    private static long settle(Desk desk, long nanos) {
        long clock = nanos;
        int size = -1;
        while (size != desk.timeline().size()) {
            size = desk.timeline().size();
            desk.frame(clock);
            clock += FRAME_NANOS;
        }
        for (int i = 0; i < 120; i++) {
            desk.frame(clock);
            clock += FRAME_NANOS;
        }
        return clock;
    }

    private static Path write(MirrorlabWindow window, Path file) {
        // a scroll pane keeps a bitmap of its contents that a scene without a window does not renew
        window.scene().getRoot().lookupAll(".viewport").forEach(viewport -> viewport.setCache(false));
        WritableImage image = window.scene().snapshot(null);
        try {
            if (!ImageIO.write(SwingFXUtils.fromFXImage(image, null), "png", file.toFile())) {
                throw new IllegalStateException("this Java cannot write PNG files");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the picture " + file + " cannot be written: " + e.getMessage(), e);
        }
        return file;
    }

    private static Path numbered(Path file, int number) {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        String base = dot < 0 ? name : name.substring(0, dot);
        return file.resolveSibling(String.format(Locale.ROOT, "%s-%03d.png", base, number));
    }

    private static <T> T onToolkit(Supplier<T> work) {
        start();
        CompletableFuture<T> done = new CompletableFuture<>();
        Platform.runLater(() -> {
            try {
                done.complete(work.get());
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        });
        return done.join();
    }

    private static synchronized void start() {
        if (started) {
            return;
        }
        CountDownLatch up = new CountDownLatch(1);
        try {
            Platform.startup(up::countDown);
            up.await();
        } catch (IllegalStateException e) {
            // the toolkit runs already: a window or a test started it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Platform.setImplicitExit(false);
        started = true;
    }
}
