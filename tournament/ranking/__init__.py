"""Who stands where, and why: records of what entries scored, the criteria that tell them apart, and the ranking; what
counts for a match that was not played; a team match from its tables; side prizes, and doubts about results."""

from tournament.ranking.criteria import with_strengths

from .completeness import Doubt, Meeting, Report, doubts
from .credits import NOTHING, USUAL_CREDITS, Credit, credited, usual_credit
from .criteria import CRITERIA, CUT_ORDER, Criterion, knock_out_from
from .league import BULLSEYES_ORDER, LEAGUE_ORDER, LeagueRules, TeamResult, league_records, league_table, race_bye
from .matches import Amount, Credited, CreditKind, MatchRecord, Result, Shares, Unplayed
from .prizes import BOOBY, PRIZES, Prize, PrizeKind, booby, prizes_of
from .ranking import Placing, level_groups, rank, ties_across
from .records import HourRecord, Record, Scale, average, printed
from .team_matches import rounds_added
from .words import (
    AS_IT_STOOD,
    AVERAGE_NOTES,
    CREDIT_NOTES,
    CREDIT_TEXTS,
    DOUBT_TEXTS,
    PART_TO_COME,
    REST_TO_COME,
    UNPLAYED_NOTES,
    UNPLAYED_TEXTS,
)

__all__ = [
    "AS_IT_STOOD",
    "AVERAGE_NOTES",
    "BOOBY",
    "BULLSEYES_ORDER",
    "CREDIT_NOTES",
    "CREDIT_TEXTS",
    "CRITERIA",
    "CUT_ORDER",
    "DOUBT_TEXTS",
    "LEAGUE_ORDER",
    "NOTHING",
    "PART_TO_COME",
    "PRIZES",
    "REST_TO_COME",
    "UNPLAYED_NOTES",
    "UNPLAYED_TEXTS",
    "USUAL_CREDITS",
    "Amount",
    "Credit",
    "CreditKind",
    "Credited",
    "Criterion",
    "Doubt",
    "HourRecord",
    "LeagueRules",
    "MatchRecord",
    "Meeting",
    "Placing",
    "Prize",
    "PrizeKind",
    "Record",
    "Report",
    "Result",
    "Scale",
    "Shares",
    "TeamResult",
    "Unplayed",
    "average",
    "booby",
    "credited",
    "doubts",
    "knock_out_from",
    "league_records",
    "league_table",
    "level_groups",
    "printed",
    "prizes_of",
    "race_bye",
    "rank",
    "rounds_added",
    "ties_across",
    "usual_credit",
    "with_strengths",
]
