"""The actions of the log that this room writes."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import Kind, LogAction, LogSentence
from tournament.matches.feats import kind_of_feat
from tournament.models import join_names
from tournament.rules.queries.rules import rules_of
from tournament.standings.queries.credits_in_words import say_adjustment


def _say_sheet(sentence: LogSentence) -> str:
    count = len(sentence.both["matches"])
    words = ngettext("Keyed in %(name)s’s sheet: %(n)s line", "Keyed in %(name)s’s sheet: %(n)s lines", count)
    return words % {"name": sentence["name"], "n": count}


def _say_filled_in(sentence: LogSentence) -> str:
    count = len(sentence.both["matches"])
    words = ngettext(
        "Filled in %(name)s’s missing sheet from the opponents’ sheets: %(n)s line",
        "Filled in %(name)s’s missing sheet from the opponents’ sheets: %(n)s lines",
        count,
    )
    return words % {"name": sentence["name"], "n": count}


def _say_slip(sentence: LogSentence) -> str:
    after = sentence.after
    words = gettext("Keyed in the slip of %(match)s: %(score)s")
    if after["slip"] > 1:
        words = gettext("Keyed in a second slip of %(match)s: %(score)s")
    return words % {"match": sentence["match"], "score": _say_score(after)}


def _say_ruled(sentence: LogSentence) -> str:
    after, before = (_say_score(when) for when in (sentence.after, sentence.before))
    words = {"match": sentence["match"], "points": after, "before": before}
    return gettext("Ruled %(match)s: %(points)s (was %(before)s)") % words


def _say_score(result: Mapping[str, Any]) -> str:
    """Says a result side by side, each with its games if they are known, as in "2 · 28 – 1 · 19"; "?" is unknown."""
    points, games = result["points"], result.get("games")
    columns = zip(games, points, strict=True) if games and any(each is not None for each in games) else zip(points)
    return " – ".join(" · ".join("?" if each is None else str(each) for each in side) for side in columns)


def _say_feat(words: Promise) -> Callable[[LogSentence], str]:
    def say(sentence: LogSentence) -> str:
        kind, suit = kind_of_feat(sentence.after["feat"])
        names = join_names([sentence.name_of(entry) for entry in sentence.after["entries"]])
        figure = sentence.after["figure"]
        label = kind.name(rules_of(sentence.event), suit) + (f" {figure}" if figure else "")
        return str(words) % {"feat": label, "names": names}

    return say


ENTER_SHEET = LogAction("enter_sheet", Kind.RESULTS, _say_sheet, decides_results=True)
WITHDRAW_SHEET = LogAction("withdraw_sheet", Kind.RESULTS, _("Deleted %(name)s’s sheet"))
CHECK_SHEET = LogAction("check_sheet", Kind.RESULTS, _("Keyed in %(name)s’s sheet twice: both readings match"))
TAKE_FROM_OPPONENTS = LogAction("take_from_opponents", Kind.RESULTS, _say_filled_in, decides_results=True)
ENTER_SLIP = LogAction("enter_slip", Kind.RESULTS, _say_slip, decides_results=True)
AGREE = LogAction("agree", Kind.RESULTS, _("Agreed %(match)s"), decides_results=True)
MAKE_RULING = LogAction("make_ruling", Kind.RESULTS, _say_ruled, decides_results=True)
TAKE_BACK_DECISION = LogAction("take_back_decision", Kind.RESULTS, _("Undid the decision on %(match)s"))
GIVE_WALK_OVER = LogAction(
    "give_walk_over",
    Kind.RESULTS,
    lambda sentence: (
        gettext("Walk-over: %(names)s came, the others did not")
        % {"names": join_names([sentence.name_of(entry) for entry in sentence.after["came"]])}
        if sentence.after["came"]
        else gettext("Neither side came to %(match)s") % sentence
    ),
    decides_results=True,
)
TAKE_BACK_WALK_OVER = LogAction(
    "take_back_walk_over", Kind.RESULTS, _("Undid the walk-over of %(match)s"), decides_results=True
)
SHARE_TABLE = LogAction(
    "share_table",
    Kind.RESULTS,
    lambda sentence: (
        gettext("%(match)s had %(part)s of its round: it shared its table") % sentence
        if sentence.after["part"]
        else gettext("%(match)s had all of its round after all") % sentence
    ),
)


def _say_late(words: Promise) -> Callable[[LogSentence], str]:
    return lambda sentence: (
        str(words) % {"names": join_names([sentence.name_of(entry) for entry in sentence.after["entries"]])}
    )


def _say_adjusted(words: Promise) -> Callable[[LogSentence], str]:
    def say(sentence: LogSentence) -> str:
        names = join_names([sentence.name_of(entry) for entry in sentence.after["entries"]])
        points = say_adjustment(sentence.after["points"], sentence.after.get("games", 0))
        said = str(words) % {"names": names, "points": points}
        if "match" not in sentence.after:
            return said
        return gettext("%(points)s, in %(match)s") % {"points": said, "match": sentence["match"]}

    return say


ADJUST_POINTS = LogAction(
    "adjust_points", Kind.RESULTS, _say_adjusted(_("%(names)s: %(points)s")), decides_results=True
)
TAKE_BACK_ADJUSTMENT = LogAction(
    "take_back_adjustment",
    Kind.RESULTS,
    _say_adjusted(_("%(names)s: took back %(points)s")),
    decides_results=True,
)
MARK_LATE = LogAction("mark_late", Kind.RESULTS, _say_late(_("%(names)s: late, the minutes of grace run")))
STOP_WAITING = LogAction("stop_waiting", Kind.RESULTS, _say_late(_("%(names)s: not late any more")))
NOTE_FEAT = LogAction("note_feat", Kind.RESULTS, _say_feat(_("Noted a feat: %(feat)s, %(names)s")))
WITHDRAW_FEAT = LogAction("withdraw_feat", Kind.RESULTS, _say_feat(_("Deleted a feat: %(feat)s, %(names)s")))
