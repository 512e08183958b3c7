"""Evenings ready made: each can be opened as it is, and everything in it is known to who plays, moves and ranks."""

import pytest

from tournament.formats.formats import FORMATS, movements_of
from tournament.formats.match_length import LENGTHS, Length
from tournament.formats.presets import PRESETS, Preset, preset_like
from tournament.models import Enters
from tournament.ranking import CRITERIA, Credit

READY_MADE = [preset for preset in PRESETS.values() if preset.is_ready_made]
EVERY_ONE = pytest.mark.parametrize("preset", PRESETS.values(), ids=list(PRESETS))


def like(preset: Preset, length: Length | None = None) -> str:
    settings = preset.settings
    length = length or Length(settings["length_kind"], settings["length_number"])
    movements = [part.movement for part in preset.plan]
    return preset_like(preset.format, enters=settings["enters"], movements=movements, length=length)


@EVERY_ONE
def test_a_preset_is_of_what_there_is(preset: Preset) -> None:
    evening, settings = FORMATS[preset.format], preset.settings
    assert settings["enters"] in Enters.values
    assert settings["length_kind"] in LENGTHS
    assert settings["length_kind"] in evening.lengths
    assert set(settings["criteria"]) <= CRITERIA.keys()
    assert [Credit(**credit).kind for credit in settings["credits"].values()] == [
        credit["kind"] for credit in settings["credits"].values()
    ]
    for part in preset.plan:
        assert evening.is_planned
        assert part.movement in movements_of(preset.rules, settings["enters"])


def test_every_format_can_be_opened_and_the_ready_made_ones_come_first() -> None:
    assert {preset.format for preset in PRESETS.values()} == set(FORMATS)
    assert list(PRESETS)[: len(READY_MADE)] == [
        "kent-1674",
        "trinidad-pairs",
        "trinidad-knock-out-3",
        "trinidad-knock-out-7",
        "groups-knock-out",
        "groups-then-knock-out",
        "team-match",
        "team-match-22-games",
        "team-match-halves",
        "team-league",
        "team-cup",
        "changing-partners",
        "seven-up-ladder",
        "individual-pitch",
        "pitch-drive",
        "pitch-pairs",
        "setback",
        "cinch",
        "don-league-match",
    ]


def test_a_preset_fills_in_what_its_format_leaves_open() -> None:
    settings = PRESETS["groups-knock-out"].settings
    assert settings == FORMATS["trinidad-rounds"].defaults | {
        "length_kind": "single",
        "length_number": 1,
        "hour_seconds": 1500,
        "enters": "pairs",
        "plan": [["round-robin", 5, 0], ["knock-out", 2, 4]],
        "criteria": [],
        "credits": {},
        "house_rules": {},
        "pairs_a_team": 2,
    }


@pytest.mark.parametrize("preset", READY_MADE, ids=[preset.key for preset in READY_MADE])
def test_an_evening_opened_from_a_preset_is_known_again(preset: Preset) -> None:
    assert like(preset) == preset.key


def test_an_evening_that_is_like_none_is_its_bare_format() -> None:
    assert like(PRESETS["trinidad-knock-out-3"], Length("best_of", 5)) == "trinidad-knock-out-3"
    swiss = preset_like("trinidad-rounds", enters="pairs", movements=["swiss"], length=Length("single"))
    assert (swiss, PRESETS[swiss].plan) == ("trinidad-rounds", ())


def test_rounds_of_a_kent_hour_begin_by_themselves_and_the_director_starts_all_others():
    by_themselves = [key for key, preset in PRESETS.items() if preset.settings.get("starts_itself")]
    assert by_themselves == ["kent-1674"]
