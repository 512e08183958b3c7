import pytest

from tournament.foundation.log_actions import ACTIONS, TOPICS
from tournament.live.topics import names_followed_in


def test_actions_touch_topics_that_pages_can_follow() -> None:
    assert {topic for action in ACTIONS.values() for topic in action.touched_topics} == set(TOPICS)


@pytest.mark.parametrize(
    ("written", "followed"),
    [
        ("7", ("7",)),
        ("7,8,7", ("7", "8")),
        ("screens", ("screens",)),
        ("12,screens", ("12", "screens")),
        ("", None),
        ("7,", None),
        ("07", None),
        ("٧", None),
        ("-1", None),
        ("clock", None),
        ("1" * 19, None),
        (",".join(str(each) for each in range(1, 14)), None),
    ],
)
def test_an_address_names_evenings_by_number_or_the_screens(written: str, followed: tuple[str, ...] | None) -> None:
    assert names_followed_in(written) == followed
