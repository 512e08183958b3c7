"""What a page may follow, and what each written action touches.

A topic is one word for what is shown: `clock` (bells, timetable), `seats` (who sits where, who is here), `results`
(hands, results and standings), `calls` (tables that want the director) and `screens` (what the walls show).
"""

from collections.abc import Mapping

TOPICS = ("clock", "seats", "results", "calls", "screens")

OF_ACTIONS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("start_round", "pause_round", "resume_round", "extend_round", "end_round"), ("clock",)),
    **dict.fromkeys(("record_hand", "agree_hands", "dispute_hand", "enter_sheet", "agree"), ("results",)),
    **dict.fromkeys(("call_director", "answer_call"), ("calls",)),
}
"""By the action in the log. What is not here touches everything."""


def topics_of(action: str) -> tuple[str, ...]:
    return OF_ACTIONS.get(action, TOPICS)
