"""The stored data. `services` decide what may be written and when; `queries` read it in the shape that pages need."""

from tournament.models.club import Account, Audience, Club, ClubRules, Emblem, Player, join_note, of_shown_club
from tournament.models.event import (
    Apart,
    Cut,
    Enters,
    Entry,
    Event,
    PlayOff,
    Rest,
    Seat,
    SignUpState,
    Stage,
    Table,
    Team,
    entry_names,
)
from tournament.models.hand import Hand
from tournament.models.league import League, LeaguePenalty, LeagueResult, LeagueTeam
from tournament.models.log import LogEntry
from tournament.models.people import DifferentPeople, MembershipFee, PersonMerge
from tournament.models.restore_point import RestorePoint
from tournament.models.round import SETTLED, Match, Round, Ruling, SheetLine, Side, SidePlayer, State, join_names
from tournament.models.screen import LONGEST_NOTICE, CallOut, PrizeGiving, Screen, Theme
from tournament.models.season import EveningResult, RatingRules, Season, Series
from tournament.models.sharing import ApiToken, SharingRules
from tournament.models.sign_up import SignUp
from tournament.models.table import Call, TableCode
from tournament.models.till import Payment

__all__ = [
    "LONGEST_NOTICE",
    "SETTLED",
    "Account",
    "Apart",
    "ApiToken",
    "Audience",
    "Call",
    "CallOut",
    "Club",
    "ClubRules",
    "Cut",
    "DifferentPeople",
    "Emblem",
    "Enters",
    "Entry",
    "EveningResult",
    "Event",
    "Hand",
    "League",
    "LeaguePenalty",
    "LeagueResult",
    "LeagueTeam",
    "LogEntry",
    "Match",
    "MembershipFee",
    "Payment",
    "PersonMerge",
    "PlayOff",
    "Player",
    "PrizeGiving",
    "RatingRules",
    "Rest",
    "RestorePoint",
    "Round",
    "Ruling",
    "Screen",
    "Season",
    "Seat",
    "Series",
    "SharingRules",
    "SheetLine",
    "Side",
    "SignUp",
    "SignUpState",
    "SidePlayer",
    "Stage",
    "State",
    "Table",
    "TableCode",
    "Team",
    "Theme",
    "entry_names",
    "join_note",
    "join_names",
    "of_shown_club",
]
