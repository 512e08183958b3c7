"""The actions of the log that this room writes."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import RESULTS, SEATS, Kind, LogAction, LogSentence


def _say_drawn(sentence: LogSentence) -> str:
    tables = sentence.both["tables"]
    by_rank = ngettext(
        "Drew %(hour)s by the ranking: %(tables)s table", "Drew %(hour)s by the ranking: %(tables)s tables", tables
    )
    by_lot = ngettext(
        "Drew %(hour)s, draw number %(seed)s: %(tables)s table",
        "Drew %(hour)s, draw number %(seed)s: %(tables)s tables",
        tables,
    )
    return (by_rank if sentence["seed"] is None else by_lot) % sentence


def _say_swapped(sentence: LogSentence) -> str:
    one, other = (sentence.name_of(entry) for entry in sentence.both["entries"])
    return gettext("%(one)s and %(other)s swapped seats in the draft") % {"one": one, "other": other}


def _say_reseated(sentence: LogSentence) -> str:
    pairs = [f"{sentence.name_of(one)} / {sentence.name_of(other)}" for one, other in sentence.after["entries"]]
    words = {"hour": sentence["hour"], "names": "; ".join(pairs)}
    return gettext("Swapped seats of %(hour)s after they were shown: %(names)s") % words


DRAW_ROUNDS = LogAction("draw_rounds", Kind.SEATS, _say_drawn, topics=(SEATS,))
SWAP_SEATS = LogAction("swap_seats", Kind.SEATS, _say_swapped, topics=(SEATS,))
DISCARD_DRAFT = LogAction(
    "discard_draft",
    Kind.SEATS,
    _("Discarded the draft of %(hour)s"),
    topics=(SEATS,),
    restore_point=_("Before the draft of %(hour)s was discarded"),
)
UNDO_RELEASE = LogAction(
    "undo_release",
    Kind.SEATS,
    _("Hid the seats of %(hour)s again"),
    restore_point=_("Before the seats of %(hour)s were hidden again"),
)
DRAW_DECIDER = LogAction(
    "draw_decider",
    Kind.SEATS,
    _("Drew table %(table)s for the deciding game"),
    topics=(SEATS, RESULTS),
    seats_players=True,
)
WITHDRAW_DECIDER = LogAction(
    "withdraw_decider",
    Kind.SEATS,
    _("Took back the deciding game at table %(table)s"),
    topics=(SEATS, RESULTS),
)
RESEAT = LogAction(
    "reseat", Kind.SEATS, _say_reseated, restore_point=_("Before seats of %(hour)s were changed"), seats_players=True
)
