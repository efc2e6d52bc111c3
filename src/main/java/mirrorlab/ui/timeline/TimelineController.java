package mirrorlab.ui.timeline;

import java.util.List;
import java.util.Locale;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.fxml.FXML;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import mirrorlab.journal.Entry;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Palette;
import mirrorlab.ui.look.Switches;
import mirrorlab.ui.words.StepWords;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// The scrub bar and the event list, tied: a moment picked in one is shown in the other.
public final class TimelineController implements Desk.FrameListener {
    private static final double BAR_HEIGHT = 42;
    /// Late lines are put in at most this far from the end.
    private static final int CHANGING = 60;
    private static final int FRAMES_TO_SCROLL = 3;
    private final Desk desk;
    private final ObservableList<EventLine> lines = FXCollections.observableArrayList();
    @FXML
    private Pane track;
    @FXML
    private Canvas bar;
    @FXML
    private Button now;
    @FXML
    private ListView<EventLine> events;
    @FXML
    private HBox eventArea;
    @FXML
    private ToggleButton showEvents;
    @FXML
    private ToggleButton showLogs;
    @FXML
    private ComboBox<String> origin;
    @FXML
    private TextField find;
    private EventFilter filter = EventFilter.ALL;
    private List<EventLine> filtered = List.of();
    private int filteredFrom = -1;
    private List<String> origins = List.of();
    private ScrubBarPainter.@Nullable Looks painted;
    private boolean following;
    private int scrolls;

    public TimelineController(Desk desk) {
        this.desk = desk;
    }

    @FXML
    private void initialize() {
        events.setItems(lines);
        events.setCellFactory(list -> new EventCell(desk));
        events.getSelectionModel().selectedItemProperty().addListener((property, before, line) -> picked(line));
        track.widthProperty().addListener((property, before, width) -> {
            bar.setWidth(width.doubleValue());
            paint();
        });
        track.setOnMousePressed(this::scrub);
        track.setOnMouseDragged(this::scrub);
        track.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.LEFT || event.getCode() == KeyCode.RIGHT) {
                jump(event.getCode() == KeyCode.RIGHT ? 1 : -1);
                event.consume();
            }
        });
        // a room reads the stage
        desk.whileShown(desk.projector(), projected -> Switches.show(eventArea, !projected));
        Label nothing = new Label(desk.say("timeline.nothing"));
        nothing.getStyleClass().add("quiet-text");
        events.setPlaceholder(nothing);
        ToggleGroup which = new ToggleGroup();
        showEvents.setToggleGroup(which);
        showLogs.setToggleGroup(which);
        Switches.keepOne(which);
        which.selectedToggleProperty().addListener((property, before, now) -> filter());
        origin.getItems().setAll(desk.say("timeline.origin.all"), desk.say("timeline.origin.queue"));
        origin.getSelectionModel().selectFirst();
        origin.valueProperty().addListener((property, before, now) -> filter());
        find.textProperty().addListener((property, before, now) -> filter());
        desk.whileShown(desk.selected(), queue -> filter());
        desk.whileShown(desk.theme(), theme -> paint());
        desk.whileShown(desk.zoom(), zoom -> {
            bar.setHeight(BAR_HEIGHT * zoom.doubleValue());
            track.setMinHeight(bar.getHeight());
            track.setPrefHeight(bar.getHeight());
            paint();
        });
        desk.listen(this);
    }

    @Override
    public void moment(Moment moment) {
        offerOrigins(moment);
        boolean grew = renew(lines());
        now.setDisable(!desk.timeline().isPast());
        if (desk.timeline().isPast()) {
            show(lastBefore(moment.entries()));
        } else if (grew || following) {
            following = false;
            show(-1);
            scrolls = FRAMES_TO_SCROLL;
        }
        if (!painter().looks(desk.timeline()).equals(painted)) {
            paint();
        }
    }

    /// Every node can be chosen, one that came later, too.
    private void offerOrigins(Moment moment) {
        List<String> names = moment.columns().stream().map(NodeName::shortName).toList();
        if (!names.equals(origins)) {
            origins = names;
            origin.getItems().remove(2, origin.getItems().size());
            origin.getItems().addAll(names);
        }
    }

    private void filter() {
        int chosen = origin.getSelectionModel().getSelectedIndex();
        EventFilter wanted = new EventFilter(showLogs.isSelected(), chosen == 1 ? desk.selected().get() : null,
                chosen > 1 ? origin.getValue() : null, find.getText().strip().toLowerCase(Locale.ROOT));
        if (!wanted.equals(filter)) {
            filter = wanted;
            filteredFrom = -1;
            lines.setAll(lines());
            show(desk.timeline().isPast() ? lastBefore(desk.timeline().shown().entries()) : -1);
            scrolls = FRAMES_TO_SCROLL;
        }
    }

    /// The lines that pass; late ones are put in, none is taken out, so their number tells whether there are new ones.
    private List<EventLine> lines() {
        int size = filter.logs() ? desk.timeline().logs().size() : desk.timeline().events().size();
        if (size != filteredFrom) {
            filteredFrom = size;
            StepWords words = new StepWords(desk.texts());
            filtered = filter.of(desk.timeline(), line -> line.text(words));
        }
        return filtered;
    }

    /// The list knows its new rows one layout later.
    @Override
    public void pulse(long nanos, List<Entry> fresh) {
        if (scrolls > 0 && !desk.timeline().isPast()) {
            scrolls--;
            events.scrollTo(lines.size() - 1);
        }
    }

    /// Only the end of the list changes, except when another recording begins.
    private boolean renew(List<EventLine> all) {
        int same = Math.max(0, lines.size() - CHANGING);
        if (same > all.size() || (!lines.isEmpty() && (all.isEmpty() || !all.getFirst().equals(lines.getFirst())))) {
            same = 0;
        }
        while (same < Math.min(lines.size(), all.size()) && lines.get(same).equals(all.get(same))) {
            same++;
        }
        boolean changed = same < lines.size() || same < all.size();
        lines.remove(same, lines.size());
        lines.addAll(all.subList(same, all.size()));
        return changed;
    }

    private int lastBefore(int entries) {
        int index = lines.size() - 1;
        while (index >= 0 && lines.get(index).entry() >= entries) {
            index--;
        }
        return index;
    }

    /// Selects without being taken for a person's pick.
    private void show(int index) {
        programmatic = true;
        if (index < 0) {
            events.getSelectionModel().clearSelection();
        } else {
            events.getSelectionModel().select(index);
            events.scrollTo(Math.max(0, index - 1));
        }
        programmatic = false;
    }

    private boolean programmatic;

    private void picked(EventLine line) {
        if (!programmatic && line != null) {
            desk.timeline().showPast(line.entry() + 1);
            if (line.queue() != null && desk.timeline().shown().queue(line.queue()).isPresent()) {
                desk.selected().set(line.queue());
            }
        }
    }

    private void scrub(MouseEvent event) {
        track.requestFocus();
        double fraction = ScrubBarPainter.fraction(event.getX(), bar.getWidth());
        int entries = desk.timeline().axis().entries(fraction);
        if (fraction >= 0.995) {
            now();
        } else {
            desk.timeline().showPast(entries);
        }
    }

    private void paint() {
        ScrubBarPainter painter = painter();
        painted = painter.looks(desk.timeline());
        painter.paint(desk.timeline());
    }

    private ScrubBarPainter painter() {
        return new ScrubBarPainter(bar, Palette.of(desk.theme().get()), desk.texts(), desk.language().get(),
                desk.zoom().get());
    }

    @FXML
    private void now() {
        following = true;
        desk.timeline().showNow();
    }

    @FXML
    private void previous() {
        jump(-1);
    }

    @FXML
    private void next() {
        jump(1);
    }

    private void jump(int direction) {
        desk.timeline().jump(direction);
    }
}
