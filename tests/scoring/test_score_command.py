"""`manage.py score` reads anything, answers every record on its own line and says by its exit code how it went."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

GOLDEN = Path(__file__).parent.parent / "golden" / "hands.json"
PLAIN = {
    "rules": "kent",
    "seats": ["Ann", "Bea"],
    "sides": {"Ann": ["Ann"], "Bea": ["Bea"]},
    "start": {"Ann": 0, "Bea": 0},
    "hand": {"dealer": "Ann", "events": [{"turn_up": "JD"}], "high": None, "low": None, "jack": None, "game": "tie"},
}
SCORED = {
    "awards": [["turn_up", "Ann", 1], ["game", "Bea", 1]],
    "uncounted": [],
    "score": {"Ann": 1, "Bea": 1},
    "winner": None,
    "next_dealer": "Bea",
    "problems": [],
    "doubts": [],
}


class Stdin:
    def __init__(self, raw: bytes) -> None:
        self.buffer = io.BytesIO(raw)


def run(raw: bytes, tmp_path: Path, *options: str) -> tuple[int, list[str]]:
    """The exit code and the lines written."""
    path = tmp_path / "hands.json"
    path.write_bytes(raw)
    out = io.StringIO()
    code = 0
    try:
        call_command("score", str(path), *options, stdout=out)
    except SystemExit as stop:
        code = int(str(stop.code))
    except CommandError as error:
        code = error.returncode
    return code, out.getvalue().splitlines()


def answers(raw: bytes, tmp_path: Path) -> tuple[int, list[dict[str, Any]]]:
    code, lines = run(raw, tmp_path)
    return code, [json.loads(line) for line in lines]


def fields(answer: dict[str, Any]) -> list[str]:
    return [problem["field"] for problem in answer["problems"]]


def test_golden_hands_are_as_expected(tmp_path: Path) -> None:
    hands = json.loads(GOLDEN.read_text())
    assert run(GOLDEN.read_bytes(), tmp_path, "--check") == (
        0,
        [f"{len(hands)} records, {len(hands)} as expected, 0 not."],
    )


def test_json_lines_are_read_from_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(json.dumps({"id": "x", **PLAIN}).encode() + b"\n\n"))
    out = io.StringIO()
    call_command("score", stdout=out)
    assert json.loads(out.getvalue()) == {"id": "x", **SCORED}


def test_a_record_without_an_id_gets_its_line(tmp_path: Path) -> None:
    plain = json.dumps(PLAIN).encode()
    assert answers(b"\n" + plain + b"\n\n" + plain, tmp_path) == (0, [{"id": 2, **SCORED}, {"id": 4, **SCORED}])


def test_a_record_in_an_array_gets_its_place(tmp_path: Path) -> None:
    assert answers(json.dumps([PLAIN, PLAIN]).encode(), tmp_path) == (0, [{"id": 1, **SCORED}, {"id": 2, **SCORED}])


def test_one_record_over_many_lines_is_read(tmp_path: Path) -> None:
    assert answers(json.dumps(PLAIN, indent=2).encode(), tmp_path) == (0, [{"id": 1, **SCORED}])


def test_a_bad_line_is_a_problem_at_record_and_stops_nothing(tmp_path: Path) -> None:
    code, found = answers(b'{"rules": \n' + json.dumps(PLAIN).encode() + b"\n\xff\n", tmp_path)
    assert (code, [fields(answer) for answer in found]) == (1, [["record"], [], ["record"]])
    assert found[1] == {"id": 2, **SCORED}


def test_a_bad_line_in_an_array_is_a_problem_at_record_too(tmp_path: Path) -> None:
    plain = json.dumps(PLAIN).encode()
    code, found = answers(b"\xef\xbb\xbf[\n" + plain + b",\n{,\n" + plain + b"\n]\n", tmp_path)
    assert (code, [fields(answer) for answer in found]) == (1, [[], ["record"], []])


def test_a_jack_won_beside_a_jack_turned_up_is_refused_and_a_passed_out_hand_passes_the_deal(tmp_path: Path) -> None:
    trumps = {"high": {"holder": "Ann"}, "low": {"holder": "Bea"}, "game": "tie"}

    def hand(jack: object, *events: object) -> dict[str, Any]:
        return PLAIN | {"hand": {"dealer": "Ann", "events": list(events), "jack": jack} | trumps}

    won, stood, ran = {"won_by": "Bea"}, {"stand": "Bea"}, ({"beg": "Bea"}, {"run": 3})
    passed = PLAIN | {"rules": "auction-pitch", "hand": {"dealer": "Ann", "events": [{"pass": "Bea"}, {"pass": "Ann"}]}}
    records = [
        *(hand(won, {"turn_up": card}, stood) for card in ("J", "JH")),
        hand(won, {"turn_up": "9"}, *ran, {"turn_up": "J"}),
        hand(won, {"turn_up": "J"}, *ran, {"turn_up": "other"}),
        hand(None, {"turn_up": "J"}, stood),
        passed,
    ]
    code, lines = run(json.dumps(records).encode(), tmp_path)
    answers = [json.loads(line) for line in lines]
    assert code == 1
    assert [[problem["field"] for problem in answer["problems"]] for answer in answers] == [["jack"]] * 3 + [[]] * 3
    assert [answer["score"] for answer in answers[3:]] == [{"Ann": 2, "Bea": 3}, {"Ann": 2, "Bea": 2}, PLAIN["start"]]
    assert (answers[-1]["awards"], answers[-1]["next_dealer"], answers[-1]["doubts"]) == ([], "Bea", [])


def test_a_refused_hand_exits_with_1(tmp_path: Path) -> None:
    refused = {**PLAIN, "rules": "whist", "id": "w"}
    code, found = answers(json.dumps(refused).encode(), tmp_path)
    assert (code, found[0]["id"], found[0]["line"], fields(found[0])) == (1, "w", 1, ["rules"])


@pytest.mark.parametrize("raw", [b"nonsense", b"[[[", b"[" * 100_000, b"\xff\xfe", b"[1,\n2,\n"])
def test_what_is_not_json_at_all_exits_with_2(raw: bytes, tmp_path: Path) -> None:
    code, _ = run(raw, tmp_path)
    assert code == (1 if raw.startswith(b"[1") else 2)


def test_a_missing_file_exits_with_2() -> None:
    with pytest.raises(CommandError) as error:
        call_command("score", "/nowhere/at/all.json")
    assert error.value.returncode == 2


def test_nothing_to_read_is_nothing_refused(tmp_path: Path) -> None:
    assert answers(b"", tmp_path) == (0, [])


@pytest.mark.parametrize("raw", [b"5", b"null", b'"text"', b"[1, null, []]"])
def test_json_that_is_no_record_is_refused(raw: bytes, tmp_path: Path) -> None:
    code, found = answers(raw, tmp_path)
    assert (code, {field for answer in found for field in fields(answer)}) == (1, {"record"})


def test_check_prints_every_difference_and_a_count(tmp_path: Path) -> None:
    wrong = {**PLAIN, "id": "a", "expect": {"awards": [], "winner": "Ann", "next_dealer": "Bea"}}
    assert run(json.dumps([wrong, PLAIN]).encode(), tmp_path, "--check") == (
        1,
        [
            '"a": awards should be [], not [["turn_up", "Ann", 1], ["game", "Bea", 1]]',
            '"a": winner should be "Ann", not null',
            "2 records, 1 as expected, 1 not.",
        ],
    )


def test_check_says_where_a_record_should_have_been_refused(tmp_path: Path) -> None:
    accepted = {**PLAIN, "expect": {"refused": "pips"}}
    refused = {**PLAIN, "rules": "whist", "expect": {"winner": None}}
    odd = {**PLAIN, "expect": "nothing"}
    code, lines = run(json.dumps([accepted, refused, odd, 5]).encode(), tmp_path, "--check")
    assert (code, [line.split(":")[0] for line in lines]) == (
        1,
        ["1", "2", "3", "4", "4 records, 0 as expected, 4 not."],
    )


def test_an_expectation_nested_too_deeply_is_a_difference(tmp_path: Path) -> None:
    deep: Any = []
    for _ in range(400):
        deep = [deep]
    code, lines = run(json.dumps({**PLAIN, "expect": {"awards": deep}}).encode(), tmp_path, "--check")
    assert (code, len(lines)) == (1, 2)


def test_a_number_too_long_to_read_is_refused_at_its_own_key(tmp_path: Path) -> None:
    raw = json.dumps({**PLAIN, "id": "long"}).replace('"start": {"Ann": 0', '"start": {"Ann": ' + "9" * 5000)
    code, found = answers(raw.encode(), tmp_path)
    assert (code, found[0]["id"], found[0]["line"], fields(found[0])[0]) == (1, "long", 1, "start")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_what_is_no_number_of_json_is_refused_at_its_own_key(number: str, tmp_path: Path) -> None:
    raw = json.dumps({**PLAIN, "id": "odd"}).replace('"start": {"Ann": 0', '"start": {"Ann": ' + number)
    code, found = answers(raw.encode(), tmp_path)
    assert (code, found[0]["id"], fields(found[0])[0]) == (1, "odd", "start")


def test_a_name_that_no_terminal_can_show_is_written_escaped(tmp_path: Path) -> None:
    odd = json.dumps(PLAIN).replace("Bea", "\\ud800").replace('"game": "tie"', '"pips": {"Ann": 90, "\\ud800": 0}')
    code, lines = run(json.dumps({**json.loads(odd), "expect": {"winner": None}}).encode(), tmp_path, "--check")
    assert (code, [line.isascii() for line in lines]) == (1, [True, True])


def test_of_two_equal_keys_the_last_counts_as_json_has_it(tmp_path: Path) -> None:
    raw = json.dumps({"id": "first", **PLAIN}).replace('"id": "first"', '"id": "first", "id": "last"')
    assert answers(raw.encode(), tmp_path) == (0, [{"id": "last", **SCORED}])


def test_a_record_nested_too_deeply_stops_nothing(tmp_path: Path) -> None:
    deep = b'{"id": "deep", "hand": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"
    code, found = answers(deep + b"\n" + json.dumps(PLAIN).encode(), tmp_path)
    assert (code, fields(found[0]), found[1]) == (1, ["record"], {"id": 2, **SCORED})


def test_ten_megabytes_of_nonsense_are_answered_in_one_line(tmp_path: Path) -> None:
    code, found = answers(b"{" * 10_000_000, tmp_path)
    assert (code, [fields(answer) for answer in found]) == (2, [["record"]])
