import pytest

from tournament.desk.queries.log import SENTENCES
from tournament.live.topics import EVERYTHING, OF_ACTIONS, TOPICS, names_followed_in, topics_of


def test_each_action_touches_topics_of_its_own_or_is_meant_to_touch_everything() -> None:
    """What a service notes for the first time belongs into one of the two."""
    assert {action for action in SENTENCES if action not in OF_ACTIONS and action not in EVERYTHING} == set()
    assert {topic for topics in OF_ACTIONS.values() for topic in topics} <= set(TOPICS)


def test_an_action_that_nobody_knows_touches_everything() -> None:
    assert (topics_of("pause_round"), topics_of("something new"), topics_of("")) == (("clock",), TOPICS, TOPICS)


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
