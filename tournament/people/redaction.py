"""Takes a name out of text and JSON, wherever it stands. Pure.

A name is found only as whole words: "Ann" is not in "Annette". A name of several words is found in any case. A single
word is found only as it is written, since "Jack" is a name and "jack" a card. A longer name of somebody else is left
alone: forgetting Ann does not change Ann Smith.
"""

import re
from collections.abc import Iterable
from typing import Any

OF_HANDS = {"facts", "awards", "cards"}
"""Keys of the log whose values are cards and numbers, never names."""


class Redactor:
    """Replaces `names` by `instead`; `others` are the names of everybody else."""

    def __init__(self, names: Iterable[str], instead: str, others: Iterable[str] = ()) -> None:
        self.names = frozenset(name for name in names if name.strip())
        self.instead = instead
        small = {name.casefold() for name in self.names}
        longer = {other for other in others if any(name in other.casefold() for name in small)} - self.names
        parts = sorted(self.names | longer, key=lambda name: (-len(name), name))
        words = "|".join(f"(?i:{re.escape(part)})" if " " in part else re.escape(part) for part in parts)
        self.pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)")
        self.small = small

    def redact(self, value: Any) -> Any:
        """Redacts text, or JSON with text at any depth. Keys and the facts of hands stay."""
        if isinstance(value, str):
            return self.pattern.sub(self._replace, value) if self.names else value
        if isinstance(value, dict):
            return {key: each if key in OF_HANDS else self.redact(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self.redact(each) for each in value]
        return value

    def _replace(self, found: re.Match[str]) -> str:
        return self.instead if found[0].casefold() in self.small else found[0]
