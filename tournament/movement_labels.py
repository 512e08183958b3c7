"""What movements are called on pages, and what they mean in a sentence."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring import RULE_SETS

from .movements.groups import GROUP_SIZES

MOVEMENT_LABELS: Mapping[str, str | Promise] = {
    "kent": _("Tables of four, all meet"),
    **{f"{rules}-tables": _("Tables by lot") for rules in RULE_SETS},
    **{f"{rules}-mixed": _("Tables made anew each round") for rules in RULE_SETS},
    **{f"{rules}-drive": _("The better half of a table moves up") for rules in RULE_SETS},
    "round-robin": _("All meet all"),
    "groups-3": _("Groups of three"),
    "groups-4": _("Groups of four"),
    "groups-5": _("Groups of five"),
    "groups-6": _("Groups of six"),
    "stay-and-move": _("Half stay, half move up"),
    "changing-partners": _("Partners change every round"),
    "progressive": _("Winners move up and split"),
    "progressive-pairs": _("Winners move up"),
    "ladder": _("Winner up, loser down"),
    "swiss": _("Swiss: level ones meet"),
    "knock-out": _("Knock-out"),
    "knock-out-plate": _("Knock-out with a plate"),
}

MOVEMENT_TEXTS: Mapping[str, str | Promise] = {
    "round-robin": _("Everybody meets everybody else once; of an odd number one rests each round."),
    **{
        f"groups-{size}": _("Side by side: all in a group meet once, and each group has its own standings.")
        for size in GROUP_SIZES
    },
    "stay-and-move": _("One half keeps its tables, the other half moves up a table after each round."),
    "changing-partners": _("Everybody plays with everybody else as partner, and against everybody twice."),
    "progressive": _("Winners move up a table and take new partners, losers stay; the last table ends with the best."),
    "progressive-pairs": _("Pairs stay together; winners move up a table, losers stay."),
    "ladder": _("The winner moves up a table, the loser down."),
    "swiss": _("Each round the level ones meet, and nobody meets the same twice."),
    "knock-out": _("Who loses is out; the best are drawn apart, and third place is played for."),
    "knock-out-plate": _("Who loses is out, and whoever loses the first match plays on for the plate."),
    **{
        f"{rules}-mixed": _("New tables each round, so that people meet as few twice as can be.") for rules in RULE_SETS
    },
    **{
        f"{rules}-drive": _("The better half of a table moves up, the rest stays; that of the first goes to the last.")
        for rules in RULE_SETS
    },
}
