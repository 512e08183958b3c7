"""A reader of the club's data, and how much of it they may see."""

from dataclasses import dataclass

from tournament.models import ApiToken, Audience, Club

AUDIENCES = {ApiToken.Scope.PUBLIC.value: Audience.PUBLIC, ApiToken.Scope.MEMBERS.value: Audience.MEMBERS}


@dataclass(frozen=True)
class Reader:
    """`scope` is that of their token; `token` is its id. Readers without one have None and all get the same."""

    club: Club
    scope: str
    token: int | None = None

    @property
    def is_desk(self) -> bool:
        """Whether they see all names, and what is not shown yet."""
        return self.scope == ApiToken.Scope.DESK

    @property
    def audience(self) -> Audience | None:
        """The audience that names are shown to; None for the desk, as in `club.members`."""
        return AUDIENCES.get(self.scope)
