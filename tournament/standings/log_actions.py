"""The actions of the log that this room writes."""

from django.utils.translation import gettext

from tournament.foundation.log_actions import Kind, LogAction, LogSentence
from tournament.foundation.wording import format_cards
from tournament.models import join_names


def _say_cut(sentence: LogSentence) -> str:
    cards = [f"{sentence.name_of(entry)} {format_cards(ranks)}" for entry, ranks in sentence.both["cards"].items()]
    words = {"hour": sentence.event.name_stage(sentence.both["stage"]), "cards": "; ".join(cards)}
    return gettext("Cut of the cards after %(hour)s: %(cards)s") % words


def _say_places(sentence: LogSentence) -> str:
    """Returns the order of a play-off, as in "1 Ann, 2 Bea and Cy"."""
    order = sentence.both["names"]
    places = [1 + sum(len(better) for better in order[:n]) for n in range(len(order))]
    return ", ".join(f"{place} {join_names(names)}" for place, names in zip(places, order, strict=True))


RECORD_CUTS = LogAction("record_cuts", Kind.RESULTS, _say_cut)
RECORD_PLAY_OFF = LogAction(
    "record_play_off", Kind.RESULTS, lambda sentence: gettext("Play-off: %(names)s") % {"names": _say_places(sentence)}
)
TAKE_BACK_PLAY_OFF = LogAction(
    "take_back_play_off",
    Kind.RESULTS,
    lambda sentence: gettext("Undid the play-off: %(names)s") % {"names": _say_places(sentence)},
)
