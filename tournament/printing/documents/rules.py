"""The rules in force, to hang on the wall or to lie on a table."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.printing.document import Asked, Document, Needs, SeenBy
from tournament.queries.rules_sheet import rules_sheet_of


def _rules(asked: Asked) -> Mapping[str, Any]:
    return {"rules": rules_sheet_of(asked.event)}


RULES = Document(
    key="rules",
    title=_("Rules"),
    about=_("What is played tonight: what counts in which order, what the club has chosen, and how the game goes."),
    template="rules.html",
    needs=Needs.NOTHING,
    seen_by=SeenBy.HALL_WHEN_RELEASED,
    read=_rules,
)
