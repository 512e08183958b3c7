"""Says what matches that were not played as drawn count, and what the director adjusted, in the words of a line of the
standings."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.ranking import (
    AS_IT_STOOD,
    AVERAGE_NOTES,
    CREDIT_NOTES,
    PART_TO_COME,
    REST_TO_COME,
    UNPLAYED_NOTES,
    Amount,
    Criterion,
    MatchRecord,
    Record,
    format_total,
    subtract,
)


def say_credit(record: Record[int], match: MatchRecord[int], columns: tuple[Criterion, ...]) -> str:
    """Says what a match counts, as in "Round 3: rested, counts 12 1/2 points (their own average)", with the figures
    that rank."""
    if match.in_play:
        games = {"round": match.round, "own": match.games, "other": match.games_against}
        return _("Round %(round)s: in play, %(own)s–%(other)s so far") % games
    assert match.why_unplayed is not None
    if match.to_come and match.credit is None:
        return _(REST_TO_COME) % {"round": match.round}
    why = _(UNPLAYED_NOTES[match.why_unplayed])
    if match.part is not None:
        why = _("%(part)s of it at a shared table") % {"part": match.part}
    values = {"round": match.round, "why": why}
    if match.credit is None:
        counts = _(AS_IT_STOOD) if match.is_reported else _(PART_TO_COME)
        return _("Round %(round)s: %(why)s, %(counts)s") % {**values, "counts": counts}
    credit = match.credit
    figures = ", ".join(words for column in columns if (words := _credit_in(record, match, column.key)))
    note = CREDIT_NOTES[credit.kind]
    if not figures:
        is_felt = any(
            (credit.points, credit.against, credit.games_against, credit.hang_jacks, credit.hang_jacks_against)
        )
        note = AVERAGE_NOTES.get(credit.kind, CREDIT_NOTES["nothing"]) if is_felt else CREDIT_NOTES["nothing"]
    return _("Round %(round)s: %(why)s, %(counts)s") % {**values, "counts": _(note) % {"figures": figures}}


def say_adjustment(points: int, games: int = 0, reason: str = "", round_name: str = "") -> str:
    """Says points or games that the director took off or added, as in "2 points off: late", or if they were given in
    a match, "2 points off in round 3: late"."""
    figure = abs(points or games)
    if games < 0:
        words = ngettext("%(figure)s game off", "%(figure)s games off", figure)
    elif games:
        words = ngettext("%(figure)s game added", "%(figure)s games added", figure)
    elif points < 0:
        words = ngettext("%(figure)s point off", "%(figure)s points off", figure)
    else:
        words = ngettext("%(figure)s point added", "%(figure)s points added", figure)
    said = words % {"figure": figure}
    if round_name:
        said = _("%(points)s in %(round)s") % {"points": said, "round": round_name}
    return _("%(points)s: %(reason)s") % {"points": said, "reason": reason} if reason else said


def _credit_in(record: Record[int], match: MatchRecord[int], column: str) -> str:
    """Says what a credit adds to a column of matches, games, points, hang jacks or a difference; "" if it adds
    nothing."""
    credit = match.credit
    assert credit is not None
    shares = credit.shares
    figure: Amount | None = None
    if column == "match_points" and shares is not None:
        figure = record.scale.value(shares)
        words = ngettext("%(figure)s match point", "%(figure)s match points", _count_for_plural(figure))
    elif column == "matches_won" and shares is not None:
        figure = shares.won
        words = ngettext("%(figure)s match won", "%(figure)s matches won", _count_for_plural(figure))
    elif column == "games_won":
        figure = credit.games
        words = ngettext("%(figure)s game", "%(figure)s games", _count_for_plural(figure))
    elif column == "points_for":
        figure = credit.points
        words = ngettext("%(figure)s point", "%(figure)s points", _count_for_plural(figure))
    elif column == "hang_jacks_for":
        figure = credit.hang_jacks
        words = ngettext("%(figure)s hang jack", "%(figure)s hang jacks", _count_for_plural(figure))
    elif column == "game_difference":
        figure, words = subtract(credit.games, credit.games_against), _("%(figure)s in game difference")
    elif column == "point_difference":
        figure, words = subtract(credit.points, credit.against), _("%(figure)s in point difference")
    return words % {"figure": format_total(figure)} if figure else ""


def _count_for_plural(figure: Amount | None) -> int:
    """Returns a whole number for `ngettext`: all but exactly one are many, half a point too."""
    return 1 if figure == 1 else 2
