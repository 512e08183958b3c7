"""Tokens, what leaves the hall, and by what each answer is known."""

from tournament.models import ApiToken, Club, LogEntry, SharingRules


def sharing_of(club: Club) -> SharingRules:
    """One query."""
    return SharingRules.objects.filter(club=club).first() or SharingRules(club=club)


def token_with(digest: str) -> ApiToken | None:
    """A token that works, with its club. One query."""
    return ApiToken.objects.select_related("club").filter(digest=digest, revoked_at=None).first()


def tokens_of(club: Club) -> list[ApiToken]:
    """Those that work first, the latest first. One query."""
    found = ApiToken.objects.filter(club=club).select_related("made_by")
    return sorted(found, key=lambda token: (token.revoked_at is not None, -token.pk))


def last_change_of(club: Club, *kinds: str) -> int:
    """Number of the last line of the club's log, of some kinds or of all: whatever changes writes one. One query."""
    lines = LogEntry.objects.filter(club=club, **({"kind__in": kinds} if kinds else {}))
    return lines.order_by("-pk").values_list("pk", flat=True).first() or 0
