"""Who stands where, and why: records of what entries scored, the criteria that rank them, credits for matches that were
not played, team matches, side prizes, and doubts about results."""

from .completeness import DrawnMeeting, Report, TableDoubt, find_doubts
from .credits import NOTHING, USUAL_CREDITS, Credit, credit_records
from .criteria import CRITERIA, CUT_ORDER, Criterion, add_strengths, rank_by_knock_out
from .league import (
    LEAGUE_ORDER,
    LeagueRules,
    Side,
    TeamResult,
    race_bye,
    rank_league,
    records_of_league,
    sides_of,
)
from .matches import Amount, Column, CreditKind, MatchCredit, MatchRecord, Result, Shares, Unplayed, as_amount
from .prizes import BOOBY, PRIZES, count_places_with_prize, prizes_of
from .ranking import Margin, Placing, find_ties_across, level_groups_of, rank_records
from .records import Record, Scale, average, format_halves, format_total, reported_points, subtract, write_figure
from .team_matches import add_up_rounds
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
    "Column",
    "Credit",
    "CreditKind",
    "MatchCredit",
    "Criterion",
    "TableDoubt",
    "LeagueRules",
    "Margin",
    "MatchRecord",
    "DrawnMeeting",
    "Placing",
    "Record",
    "Report",
    "Result",
    "Scale",
    "Shares",
    "Side",
    "sides_of",
    "TeamResult",
    "Unplayed",
    "as_amount",
    "average",
    "credit_records",
    "find_doubts",
    "rank_by_knock_out",
    "records_of_league",
    "rank_league",
    "level_groups_of",
    "format_halves",
    "format_total",
    "count_places_with_prize",
    "prizes_of",
    "race_bye",
    "rank_records",
    "add_up_rounds",
    "find_ties_across",
    "add_strengths",
    "reported_points",
    "subtract",
    "write_figure",
]
