"""Every document of an evening, in the order of the Paper page. To add one, write a file here, a template and a line
below."""

from collections.abc import Mapping

from tournament.paper.document import Document
from tournament.paper.documents import (
    blanks,
    brackets,
    door,
    honours,
    match_cards,
    movement_cards,
    name_to_table,
    receipts,
    results,
    round_notice,
    rules,
    score_sheets,
    seating,
    standings,
    table_cards,
    table_sheets,
    wall_poster,
    what_if,
)

DOCUMENTS: Mapping[str, Document] = {
    document.key: document
    for document in (
        wall_poster.WALL_POSTER,
        door.DOOR_LIST,
        door.NAME_BADGES,
        table_cards.TABLE_CARDS,
        rules.RULES,
        what_if.WHAT_IF,
        movement_cards.MOVEMENT_CARDS,
        score_sheets.SCORE_SHEETS,
        table_sheets.TABLE_SHEETS,
        match_cards.MATCH_CARDS,
        round_notice.ROUND_NOTICE,
        name_to_table.NAME_TO_TABLE,
        seating.BY_NAME,
        seating.BY_TABLE,
        receipts.SEAT_SLIPS,
        standings.OF_AN_HOUR,
        standings.AFTER_A_ROUND,
        results.OF_AN_HOUR,
        receipts.RESULT_SLIPS,
        brackets.BRACKET,
        standings.FINAL,
        honours.HONOURS,
        honours.CERTIFICATES,
        honours.TEAM_CERTIFICATES,
        results.OF_THE_EVENING,
        *blanks.BLANKS,
    )
}
