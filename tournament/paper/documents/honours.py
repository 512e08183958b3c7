"""The honours list for the club's board, and certificates. Both want every result agreed: what is framed cannot be
corrected."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Asked, Document, Needs, NotAgreedYet, SeenBy
from tournament.standings.queries.honours import Honours, certificates_of, honours_of


def _agreed(asked: Asked) -> Honours:
    honours = honours_of(asked.event)
    if honours.open_matches:
        raise NotAgreedYet
    return honours


def _honours(asked: Asked) -> Mapping[str, Any]:
    return {"honours": _agreed(asked)}


def _certificates(asked: Asked) -> Mapping[str, Any]:
    return {"certificates": certificates_of(_agreed(asked))}


HONOURS = Document(
    key="honours",
    title=_("Honours"),
    about=_("The first three places, what decided them, and the side prizes: for the club’s board."),
    template="honours.html",
    needs=Needs.ALL_AGREED,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_honours,
)
CERTIFICATES = Document(
    key="certificates",
    title=_("Certificates"),
    about=_("For everybody of the first three places and for each side prize, to be signed and handed over."),
    template="certificates.html",
    needs=Needs.ALL_AGREED,
    seen_by=SeenBy.DESK,
    read=_certificates,
    pieces="certificates",
    usual_pieces=1,
)
