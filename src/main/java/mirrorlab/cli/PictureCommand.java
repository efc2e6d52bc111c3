package mirrorlab.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ScenarioFile;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.look.Theme;
import mirrorlab.ui.picture.PicturePainter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "picture", mixinStandardHelpOptions = true,
        description = "Plays a scenario up to a step and paints the window, without a display.")
final class PictureCommand implements Callable<Integer> {
    private static final int FRAME_MILLIS = 40;

    private enum Look {
        light, dark
    }

    private enum Words {
        en, zh
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "a scenario, JSON")
    private Path file;

    @Option(names = "--at", paramLabel = "STEP", required = true,
            description = "the last step that is played, counted from 1; 0: none")
    private int at;

    @Option(names = "--out", paramLabel = "X.png", required = true, description = "where to write the picture")
    private Path out;

    @Option(names = "--theme", paramLabel = "light|dark", defaultValue = "light", description = "colours")
    private Look theme = Look.light;

    @Option(names = "--lang", paramLabel = "en|zh", defaultValue = "en", description = "language")
    private Words language = Words.en;

    @Option(names = "--size", paramLabel = "WxH", defaultValue = "1280x720", description = "width and height in pixels")
    private String size = "1280x720";

    @Option(names = "--frames", paramLabel = "N", defaultValue = "0",
            description = "so many pictures of the step as it happens")
    private int frames;

    @Option(names = "--text", description = "print what the picture shows as text, too")
    private boolean text;

    @Override
    public Integer call() throws Exception {
        Scenario scenario = ScenarioFile.read(file);
        if (at < 0 || at > scenario.steps().size()) {
            throw new NotPossible(
                    "--at is " + at + ", expected a step of this scenario, 0 to " + scenario.steps().size());
        }
        if (frames < 0 || frames > 10_000) {
            throw new NotPossible("--frames is " + frames + ", expected 0 to 10000");
        }
        PicturePainter.Size pixels = size();
        OutputFile.check(out, "the picture");
        PicturePainter.headless();
        try (RunningLab running = RunningLab.open(scenario, new LabOptions(true, false))) {
            running.awaitStarted();
            LiveLab lab = running.lab();
            int before = 0;
            for (int i = 0; i < at; i++) {
                before = lab.recording().size();
                lab.player().step().toCompletableFuture().join();
            }
            paint(lab, before, pixels);
        }
        return Commands.OK;
    }

    private void paint(LiveLab lab, int before, PicturePainter.Size pixels) {
        Theme colours = theme == Look.dark ? Theme.DARK : Theme.LIGHT;
        Language words = language == Words.zh ? Language.CHINESE : Language.ENGLISH;
        if (frames > 0) {
            PicturePainter.film(lab, colours, words, pixels, out, before, frames, FRAME_MILLIS);
        } else {
            PicturePainter.paint(lab, colours, words, pixels, out);
        }
        if (text) {
            spec.commandLine().getOut().println(PicturePainter.text(lab, words));
            spec.commandLine().getOut().flush();
        }
    }

    private PicturePainter.Size size() throws NotPossible {
        try {
            return PicturePainter.Size.of(size);
        } catch (IllegalArgumentException e) {
            throw new NotPossible(String.valueOf(e.getMessage()));
        }
    }
}
