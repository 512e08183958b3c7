"""What happens if something goes wrong, by the rules of the evening: to lie on a table or hang on the wall."""

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, Needs, SeenBy
from tournament.rules.queries.mishaps import mishaps_of

WHAT_IF = Document(
    key="what-if",
    title=_("What happens if…"),
    about=_(
        "A renege, a wrong deal, a card out of turn, the bell: what tonight’s rules say, and when to ask the director."
    ),
    template="rules/what_if.html",
    needs=Needs.NOTHING,
    seen_by=SeenBy.HALL_WHEN_RELEASED,
    read=lambda asked: {"mishaps": mishaps_of(asked.event)},
)
