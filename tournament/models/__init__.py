"""What is stored. Rules of what may be written when live in `services`; page-shaped reads in `queries`."""

from tournament.models.club import Account, Club, ClubRules, Emblem, Player, join_note
from tournament.models.event import (
    Apart,
    Cut,
    Enters,
    Entry,
    Event,
    PlayOff,
    Rest,
    Seat,
    Stage,
    Table,
    Team,
    entry_names,
)
from tournament.models.hand import Hand
from tournament.models.league import League, LeaguePenalty, LeagueResult, LeagueTeam
from tournament.models.log import LogEntry
from tournament.models.restore_point import RestorePoint
from tournament.models.round import SETTLED, Match, Round, Ruling, SheetLine, Side, SidePlayer, State, join_names
from tournament.models.screen import LONGEST_NOTICE, CallOut, PrizeGiving, Screen, Theme
from tournament.models.table import Call, TableCode
from tournament.models.till import Payment

__all__ = [
    "LONGEST_NOTICE",
    "SETTLED",
    "Account",
    "Apart",
    "Call",
    "CallOut",
    "Club",
    "ClubRules",
    "Cut",
    "Emblem",
    "Enters",
    "Entry",
    "Event",
    "Hand",
    "League",
    "LeaguePenalty",
    "LeagueResult",
    "LeagueTeam",
    "LogEntry",
    "Match",
    "Payment",
    "PlayOff",
    "Player",
    "PrizeGiving",
    "Rest",
    "RestorePoint",
    "Round",
    "Ruling",
    "Screen",
    "Seat",
    "SheetLine",
    "Side",
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
]
