package mirrorlab.ui.network;

import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Switches;

/// What stands in the middle of a link: its state in words, and the menu of what can be done to it.
final class LinkSpot extends MenuButton {
    private final Desk desk;
    private final Way way;
    private final MenuItem heal;

    LinkSpot(Desk desk, Way way) {
        this.desk = desk;
        this.way = way;
        NetworkCommands commands = new NetworkCommands(desk);
        setId("link-" + names());
        getStyleClass().add("map-link");
        String there = way.from().shortName() + " → " + way.to().shortName();
        String back = way.to().shortName() + " → " + way.from().shortName();
        item("cut", desk.say("network.menu.cut"), () -> commands.cut(way, true));
        item("cut-there", desk.say("network.menu.cut.way", there), () -> commands.cut(way, false));
        item("cut-back", desk.say("network.menu.cut.way", back), () -> commands.cut(way.back(), false));
        item("disturb", desk.say("network.menu.disturb"), () -> commands.disturb(way));
        heal = item("heal", desk.say("network.menu.heal"), () -> commands.heal(way));
        setTooltip(new Tooltip());
    }

    private String names() {
        return way.from().shortName() + "-" + way.to().shortName();
    }

    private MenuItem item(String word, String text, Runnable action) {
        MenuItem item = new MenuItem(text);
        item.setId("link-" + word + "-" + names());
        item.setOnAction(event -> action.run());
        getItems().add(item);
        return item;
    }

    void show(MapLink link) {
        LinkWords words = new LinkWords(desk.texts());
        String standing = words.standing(link);
        setText(standing.isEmpty() ? "⋯" : standing);
        getTooltip().setText(words.all(link));
        heal.setVisible(link.isDisturbed() || link.standing() == MapLink.Standing.APART);
        Switches.style(this, "quiet", standing.isEmpty());
        setVisible(link.standing() != MapLink.Standing.GONE);
        setAccessibleText(way.from().shortName() + " ↔ " + way.to().shortName() + " " + standing);
    }
}
