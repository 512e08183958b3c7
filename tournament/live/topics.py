"""What a page may follow, and what each written action touches.

A topic is one word for what is shown: `clock` (bells, timetable), `seats` (who sits where, who is here), `results`
(hands, results and standings), `calls` (tables that want the director) and `screens` (what the walls show).
"""

from collections.abc import Mapping

SCREENS = "screens"
TOPICS = ("clock", "seats", "results", "calls", SCREENS)
MOST_FOLLOWED = 12

OF_ACTIONS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("start_round", "pause_round", "resume_round", "extend_round", "end_round"), ("clock",)),
    **dict.fromkeys(("start_by_itself", "shorten_round", "give_table_time", "take_back_table_time"), ("clock",)),
    **dict.fromkeys(("set_break", "mute", "unmute", "hold_start", "let_start"), ("clock",)),
    **dict.fromkeys(("record_hand", "agree_hands", "dispute_hand", "enter_sheet", "agree"), ("results",)),
    **dict.fromkeys(("call_director", "answer_call"), ("calls",)),
}
"""By the action in the log. What is not here touches everything."""


def topics_of(action: str) -> tuple[str, ...]:
    return OF_ACTIONS.get(action, TOPICS)


def followed_in(written: str) -> tuple[str, ...] | None:
    """What the address of a stream names: numbers of evenings, or `screens`, with commas; None for anything else."""
    names = tuple(dict.fromkeys(written.split(",")))
    if len(names) > MOST_FOLLOWED or not all(name == SCREENS or _is_number(name) for name in names):
        return None
    return names


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdecimal() and len(name) < 19 and not name.startswith("0")
