package mirrorlab.ui.picture;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javafx.embed.swing.SwingFXUtils;
import javafx.geometry.BoundingBox;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.canvas.Canvas;
import javafx.scene.image.PixelReader;
import javafx.scene.image.WritableImage;
import javafx.scene.text.Text;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import mirrorlab.ui.MirrorlabWindow;

/// A picture of a window, and what of its words a person finds in it: those that stand inside everything that clips them.
/// On a canvas words are pixels only; their places are kept as `canvases`.
record Print(WritableImage image, List<Words> words, List<Words> canvases) {
    /// So much of a word's place must be inside.
    private static final double WHOLE = 0.9;
    /// Of 255; ink that differs less from what is around it cannot be seen on a projector.
    private static final int CONTRAST = 45;
    /// Pixels between what stands in one row.
    private static final double ROW = 10;
    /// Pixels that two lines may share.
    private static final double TOUCH = 5;

    /// @param text as it is drawn, an ellipsis included
    /// @param place in the picture
    record Words(String text, Bounds place) {}

    /// On the JavaFX thread.
    static Print of(MirrorlabWindow window) {
        Parent root = window.scene().getRoot();
        root.applyCss();
        root.layout();
        // a scroll pane keeps a bitmap of its contents that a scene without a window does not renew
        root.lookupAll(".viewport").forEach(viewport -> viewport.setCache(false));
        Print print = new Print(window.scene().snapshot(null), new ArrayList<>(), new ArrayList<>());
        print.read(root, new BoundingBox(0, 0, window.scene().getWidth(), window.scene().getHeight()));
        return print;
    }

    private void read(Parent parent, Bounds inside) {
        for (Node child : parent.getChildrenUnmodifiable()) {
            if (!child.isVisible() || child.getOpacity() == 0) {
                continue;
            }
            Node clip = child.getClip();
            Bounds within = clip == null ? inside : common(inside, child.localToScene(clip.getBoundsInParent()));
            Bounds place = child.localToScene(child.getLayoutBounds());
            if (child instanceof Text text && !text.getText().isBlank() && isWhole(place, within)) {
                words.add(new Words(text.getText(), place));
            } else if (child instanceof Canvas && common(place, within).getWidth() > 0) {
                canvases.add(new Words(String.valueOf(child.getId()), common(place, within)));
            }
            if (child instanceof Parent inner) {
                read(inner, within);
            }
        }
    }

    private static boolean isWhole(Bounds place, Bounds inside) {
        Bounds seen = common(place, inside);
        return seen.getWidth() >= WHOLE * place.getWidth() && seen.getHeight() >= WHOLE * place.getHeight();
    }

    private static Bounds common(Bounds one, Bounds other) {
        double left = Math.max(one.getMinX(), other.getMinX());
        double top = Math.max(one.getMinY(), other.getMinY());
        return new BoundingBox(left, top, Math.max(0, Math.min(one.getMaxX(), other.getMaxX()) - left),
                Math.max(0, Math.min(one.getMaxY(), other.getMaxY()) - top));
    }

    /// Somewhere these words stand, not as a part of longer ones.
    boolean reads(String wanted) {
        return !matching(wanted).isEmpty();
    }

    /// Both stand in one text, or what is wanted stands to the right of the label or below it.
    boolean reads(String label, String wanted) {
        List<Words> values = matching(wanted);
        return matching(label).stream()
                .anyMatch(name -> values.stream().anyMatch(each -> name.equals(each)
                        || isBeside(name.place(), each.place()) || isBelow(name.place(), each.place())));
    }

    private List<Words> matching(String wanted) {
        Pattern whole = Pattern.compile("(?<![\\w…])" + Pattern.quote(wanted) + "(?![\\w…])");
        return words.stream().filter(each -> whole.matcher(each.text().replaceAll("\\s+", " ")).find()).toList();
    }

    private static boolean isBeside(Bounds label, Bounds value) {
        return Math.abs(label.getCenterY() - value.getCenterY()) <= ROW && value.getMinX() >= label.getMaxX() - 1;
    }

    private static boolean isBelow(Bounds label, Bounds value) {
        return Math.abs(label.getMinX() - value.getMinX()) <= ROW
                && value.getMinY() >= label.getCenterY() && value.getMinY() <= label.getMaxY() + 2 * ROW;
    }

    /// One a line; a line break within is a blank.
    String text() {
        return String.join("\n", words.stream().map(each -> each.text().replaceAll("\\s+", " ")).toList());
    }

    /// Words that the scene has and the picture has not: their place is empty.
    List<String> blank() {
        return words.stream().filter(each -> !hasInk(each.place())).map(Words::text).toList();
    }

    /// Words that stand on one another.
    List<String> covered() {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            for (int k = i + 1; k < words.size(); k++) {
                Bounds both = common(words.get(i).place(), words.get(k).place());
                if (both.getWidth() > TOUCH && both.getHeight() > TOUCH) {
                    found.add(words.get(i).text() + " / " + words.get(k).text());
                }
            }
        }
        return found;
    }

    boolean hasInk(Bounds place) {
        PixelReader pixels = image.getPixelReader();
        int right = (int) Math.min(image.getWidth(), Math.ceil(place.getMaxX()));
        int bottom = (int) Math.min(image.getHeight(), Math.ceil(place.getMaxY()));
        int darkest = 255;
        int lightest = 0;
        for (int y = Math.max(0, (int) place.getMinY()); y < bottom; y++) {
            for (int x = Math.max(0, (int) place.getMinX()); x < right; x++) {
                int light = light(pixels.getArgb(x, y));
                darkest = Math.min(darkest, light);
                lightest = Math.max(lightest, light);
                if (lightest - darkest >= CONTRAST) {
                    return true;
                }
            }
        }
        return false;
    }

    private static int light(int argb) {
        return (2 * (argb >> 16 & 255) + 5 * (argb >> 8 & 255) + (argb & 255)) / 8;
    }

    private static File emptied(Path file) throws IOException {
        Files.deleteIfExists(file); // a shorter picture would keep the end of a longer one
        return file.toFile();
    }

    /// Written fast rather than small: there are hundreds.
    void write(Path file) {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(emptied(file))) {
            ImageWriteParam fast = writer.getDefaultWriteParam();
            fast.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            fast.setCompressionQuality(0.9f);
            writer.setOutput(out);
            writer.write(null, new IIOImage(SwingFXUtils.fromFXImage(image, null), null, null), fast);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.dispose();
        }
    }
}
