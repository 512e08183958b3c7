"""The errors of this library, and problems and doubts about what a table reported."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple


class Problem(NamedTuple):
    """One finding about a hand. A problem refuses the hand, a doubt asks for a second look; `field` is the key at which
    a form shows it. `text` is the sentence before its `values` are filled in, for those who translate it."""

    field: str
    code: str
    text: str
    values: tuple[tuple[str, object], ...] = ()

    @property
    def message(self) -> str:
        return self.text % dict(self.values) if self.values else self.text


@dataclass(slots=True)
class Findings:
    """What the checks of a hand find: problems, which refuse it, and doubts."""

    problems: list[Problem] = field(default_factory=list)
    doubts: list[Problem] = field(default_factory=list)

    def refuse(self, field: str, code: str, text: str, **values: object) -> None:
        self.problems.append(Problem(field, code, text, tuple(values.items())))

    def doubt(self, field: str, code: str, text: str, **values: object) -> None:
        self.doubts.append(Problem(field, code, text, tuple(values.items())))


class ScoringError(Exception):
    """Anything that this library raises on purpose."""


class UnknownRuleSet(ScoringError):
    """No rule set goes by this name."""


class ImpossibleFacts(ScoringError):
    """These facts cannot have happened. It lists every problem, not only the first."""

    def __init__(self, problems: Iterable[Problem], doubts: Iterable[Problem] = ()) -> None:
        self.problems = tuple(problems)
        self.doubts = tuple(doubts)
        super().__init__("; ".join(f"{problem.field}: {problem.message}" for problem in self.problems))
