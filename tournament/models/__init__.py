"""What is stored. Rules of what may be written when live in `services`; page-shaped reads in `queries`."""

from tournament.models.club import Account, Club, Player
from tournament.models.event import Cut, Entry, Event, Seat, Stage, Table
from tournament.models.hand import Hand
from tournament.models.log import LogEntry
from tournament.models.round import Match, Round, Ruling, SheetLine, Side, SidePlayer, State, together
from tournament.models.table import Call, TableCode

__all__ = [
    "Account",
    "Call",
    "Club",
    "Cut",
    "Entry",
    "Event",
    "Hand",
    "LogEntry",
    "Match",
    "Player",
    "Round",
    "Ruling",
    "Seat",
    "SheetLine",
    "Side",
    "SidePlayer",
    "Stage",
    "State",
    "Table",
    "TableCode",
    "together",
]
