"""Formats: presets of an evening. Each says which rules are played, in what hours, how they rank and what happens at
the bell; an event starts with a format's values and may then choose otherwise among its options."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .movements.kent import Threes
from .standings import CRITERIA, Criterion

FinalOrder = Literal["totals", "second_table"]


@dataclass(frozen=True)
class BellRule:
    """What happens to the hand in play when the bell rings; `sentence` is printed on every score sheet (K18)."""

    key: str
    label: str | Promise
    sentence: str | Promise


BELL_RULES: Mapping[str, BellRule] = {
    rule.key: rule
    for rule in (
        BellRule("finish", _("Finish the hand"), _("At the bell finish the hand in play and start no new one.")),
        BellRule(
            "stop_dead",
            _("Stop dead"),
            _(
                "At the bell stop at once: points already marked stand, and the hand in play scores no High, Low, "
                "Jack or Game."
            ),
        ),
        BellRule(
            "finish_trick",
            _("Finish the trick"),
            _(
                "At the bell finish the trick in play: points already marked stand, and the hand scores no High, Low, "
                "Jack or Game."
            ),
        ),
    )
}

FINAL_ORDER_LABELS: Mapping[FinalOrder, str | Promise] = {
    "totals": _("Both hours added"),
    "second_table": _("By second-hour table, then second-hour score"),
}

THREES_LABELS: Mapping[Threes, str | Promise] = {
    "bottom": _("Tables of three at the bottom"),
    "spread": _("Tables of three spread down the room"),
}


@dataclass(frozen=True)
class Format:
    """Criteria are keys of `standings.CRITERIA`, in the order in which they are asked. The last six fields are the
    options that a club may set for its event."""

    key: str
    label: str | Promise
    rule_set: str
    stage_labels: tuple[str | Promise, ...]
    hour_criteria: tuple[str, ...]
    final_criteria: Mapping[FinalOrder, tuple[str, ...]]
    hour_seconds: int = 3600
    warning_seconds: int = 120
    bell_rule: str = "finish"
    adjust_sit_outs: bool = True
    threes: Threes = "bottom"
    final_order: FinalOrder = "totals"

    @property
    def stages(self) -> int:
        return len(self.stage_labels)


KENT_1674 = Format(
    key="kent-1674",
    label=_("Kent 1674: two hours at tables of four"),
    rule_set="kent",
    stage_labels=(_("First hour"), _("Second hour")),
    hour_criteria=("total", "points_between", "all_fours", "best_round", "cut"),
    final_criteria={
        "totals": ("total", "points_between", "all_fours", "best_round", "cut"),
        "second_table": ("second_table", "hour_2", "points_between", "all_fours", "best_round", "cut"),
    },
)

FORMATS: Mapping[str, Format] = {KENT_1674.key: KENT_1674}


def hour_criteria(evening: Format) -> tuple[Criterion, ...]:
    """What ranks one hour by itself, over records that hold that hour alone."""
    return tuple(CRITERIA[key] for key in evening.hour_criteria)


def final_criteria(evening: Format, order: FinalOrder | None = None) -> tuple[Criterion, ...]:
    """What ranks the whole evening, over records that hold all hours; by the format's own order unless told."""
    return tuple(CRITERIA[key] for key in evening.final_criteria[order or evening.final_order])
