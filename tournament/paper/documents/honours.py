"""The honours list for the club's board, and certificates. Both need every result agreed, since they cannot be
corrected later."""

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, DocumentRequest, Needs, NotAgreedYet, SeenBy
from tournament.standings.queries.honours import Honours, certificates_of, honours_of


def _require_agreed(asked: DocumentRequest) -> Honours:
    honours = honours_of(asked.event)
    if honours.open_matches:
        raise NotAgreedYet
    return honours


HONOURS = Document(
    key="honours",
    title=_("Honours"),
    about=_("The top 3 places, what decided them, and the side prizes: for the club’s board."),
    template="honours.html",
    needs=Needs.ALL_AGREED,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=lambda wanted: {"honours": _require_agreed(wanted)},
)
CERTIFICATES = Document(
    key="certificates",
    title=_("Certificates"),
    about=_("For everybody in the top 3 and for each side prize, to sign and hand over."),
    template="certificates.html",
    needs=Needs.ALL_AGREED,
    seen_by=SeenBy.DESK,
    read=lambda wanted: {"certificates": certificates_of(_require_agreed(wanted))},
    pieces="certificates",
    usual_pieces=1,
)
