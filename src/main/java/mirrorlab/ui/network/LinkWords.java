package mirrorlab.ui.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import mirrorlab.journal.LinkPicture;
import mirrorlab.lab.Texts;

/// Links in words.
record LinkWords(Texts texts) {

    /// What stands in the middle of a link: nothing when all is well.
    String standing(MapLink link) {
        return switch (link.standing()) {
            case GONE, UP -> "";
            case CUT -> texts.say("network.cut");
            case HALF_CUT -> {
                LinkPicture cut = link.there().isCut() ? link.there().way() : link.back().way();
                yield texts.say("network.cut.way", names(cut));
            }
            case APART -> texts.say("network.apart");
            case SUSPECTED -> texts.say("network.suspected");
            case SLOW -> slow(link);
        };
    }

    private String slow(MapLink link) {
        LinkPicture there = link.there().way();
        LinkPicture back = link.back().way();
        if (there.delayMillis() == back.delayMillis() && there.lossPercent() == back.lossPercent()) {
            return fault(there);
        }
        List<String> both = new ArrayList<>();
        for (LinkPicture each : List.of(there, back)) {
            if (each.isDisturbed()) {
                both.add(names(each) + ": " + fault(each));
            }
        }
        return String.join("\n", both);
    }

    private String fault(LinkPicture way) {
        List<String> parts = new ArrayList<>();
        if (way.delayMillis() > 0) {
            parts.add(texts.say("network.delay", way.delayMillis()));
        }
        if (way.lossPercent() > 0) {
            parts.add(texts.say("network.loss", Math.round(way.lossPercent())));
        }
        return String.join(" · ", parts);
    }

    static String names(LinkPicture way) {
        return way.from().shortName() + " → " + way.to().shortName();
    }

    static String perSecond(long rate) {
        return String.format(Locale.ROOT, "%,d/s", rate);
    }

    /// Everything about a link, for its tooltip.
    String all(MapLink link) {
        StringBuilder text = new StringBuilder();
        for (MapLink.Strand each : List.of(link.there(), link.back())) {
            Rate rate = each.rate();
            text.append(names(each.way())).append(": ").append(texts.say("network.rate", rate.total(), rate.copies(),
                    rate.operations(), rate.deliveries(), rate.synchronised())).append('\n');
            if (each.isSlow()) {
                text.append("    ").append(fault(each.way())).append('\n');
            }
            if (each.isCut()) {
                text.append("    ").append(texts.say("network.cut")).append('\n');
            }
        }
        if (link.standing() == MapLink.Standing.APART) {
            text.append(texts.say("network.apart.tip"));
        } else {
            text.append(texts.say("network.link.tip"));
        }
        return text.toString();
    }
}
