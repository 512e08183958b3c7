"""The golden hands are the engine's contract: every expectation, exactly."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring import score_record

HANDS = json.loads((Path(__file__).parent.parent / "golden" / "hands.json").read_text())


@pytest.mark.parametrize("hand", HANDS, ids=[hand["id"] for hand in HANDS])
def test_a_golden_hand_scores_as_its_document_says(hand: dict[str, Any]) -> None:
    answer = score_record(hand)
    expected = dict(hand["expect"])
    refused = expected.pop("refused", None)
    assert {key: answer.get(key) for key in expected} == expected
    if refused is None:
        assert answer["problems"] == []
    else:
        assert refused in [problem["field"] for problem in answer["problems"]]
        assert (answer["awards"], answer["score"]) == ([], hand["start"])
