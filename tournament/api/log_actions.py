"""The actions of the log that this room writes."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import Kind, LogAction, LogSentence
from tournament.models import ApiToken


def _say_sharing(sentence: LogSentence) -> str:
    after = sentence.after
    api = gettext("everybody may read the public data")
    if not after["api_is_public"]:
        api = gettext("reading data needs a token")
    calendar = gettext("the calendar is public")
    if not after["calendar_is_public"]:
        calendar = gettext("there is no public calendar")
    return gettext("Changed what leaves the hall: %(api)s, %(calendar)s") % {"api": api, "calendar": calendar}


def _say_token(sentence: LogSentence) -> str:
    scope = str(ApiToken.Scope(sentence.after["scope"]).label).lower()
    return gettext("Made the token %(name)s, to read: %(scope)s") % {"name": sentence.after["name"], "scope": scope}


CHANGE_SHARING = LogAction("change_sharing", Kind.CLUB, _say_sharing)
MAKE_TOKEN = LogAction("make_token", Kind.CLUB, _say_token)
REVOKE_TOKEN = LogAction("revoke_token", Kind.CLUB, _("Revoked the token %(name)s"))
