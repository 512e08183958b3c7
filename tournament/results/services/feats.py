"""Notes of feats: what a table or the desk says was done in a team match, because no recorded hand tells it."""

from datetime import datetime

from tournament.foundation.authors import Author, Phone
from tournament.foundation.errors import CannotTakeBack, FeatNoted, NeedsFigure, NoSuchFeat
from tournament.foundation.writing import note, writing
from tournament.matches.feats import feats_to_note, key_of_feat, kind_of_feat
from tournament.matches.queries.feats import with_feats
from tournament.matches.queries.team_matches import team_match_of
from tournament.models import Account, Event, Match, NotedFeat, Side
from tournament.results.log_actions import NOTE_FEAT, WITHDRAW_FEAT
from tournament.rules.queries.rules import rules_of

CARDS_OF_A_RANK = 4


def note_feat(
    match: Match, side: int, feat: str, *, figure: int | None = None, by: Author | None, now: datetime
) -> NotedFeat:
    """Notes a feat, a key of `matches.feats.feats_to_note`, of the side with this number. Raises FeatNoted if it is
    known already, since the first counts, and NoSuchFeat or NeedsFigure."""
    with writing(match.table.stage.event) as event:
        current = Match.objects.select_related("table__stage").get(pk=match.pk)
        current.table.stage.event = event
        rules, team_match = rules_of(event), team_match_of(current)
        own = Side.objects.filter(match=current, number=side).first()
        if team_match is None or own is None or feat not in feats_to_note(rules, ()):
            raise NoSuchFeat
        if feat not in feats_to_note(rules, with_feats(event, [team_match])[0].feats):
            raise FeatNoted
        kind, suit = kind_of_feat(feat)
        most = CARDS_OF_A_RANK * sum(rules.points.pips.values())
        if kind.has_figure and not 0 < (figure or 0) <= most:
            raise NeedsFigure(NeedsFigure.message % {"most": most})
        noted = NotedFeat.objects.create(
            side=own,
            kind=kind.key,
            suit=suit,
            figure=figure if kind.has_figure else None,
            noted_by=by if isinstance(by, Account) else None,
            device=by.device if isinstance(by, Phone) else "",
            noted_at=now,
        )
        note(event, NOTE_FEAT, by=by, now=now, after=_feat_for_log(noted))
    return noted


def withdraw_feat(event: Event, pk: int, *, by: Author | None, now: datetime) -> None:
    """Withdraws a noted feat; a phone only its own. Raises CannotTakeBack if there is none any more."""
    with writing(event) as current:
        notes = NotedFeat.objects.filter(pk=pk, side__match__table__stage__event=current, superseded_at=None)
        if isinstance(by, Phone):
            notes = notes.filter(device=by.device, side__match__table__number=by.table_number)
        noted = notes.select_related("side").first()
        if noted is None:
            raise CannotTakeBack
        notes.update(superseded_at=now)
        note(current, WITHDRAW_FEAT, by=by, now=now, after=_feat_for_log(noted))


def _feat_for_log(noted: NotedFeat) -> dict[str, object]:
    kind, _suit = kind_of_feat(noted.kind)
    return {
        "match": noted.side.match_id,
        "feat": key_of_feat(kind, noted.suit),
        "figure": noted.figure,
        "entries": [player.entry_id for player in noted.side.all_players],
    }
