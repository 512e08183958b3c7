"""Reads the club, its emblem, its accounts and its saved house rules."""

from tournament.models import Account, Club, ClubRules, Emblem


def the_club() -> Club | None:
    """The club whose hall this is; none before the first evening."""
    return Club.objects.order_by("pk").first()


def own_rules_of(club: int | None) -> list[ClubRules]:
    """What a club has saved as its own rules, of every game."""
    return list(ClubRules.objects.filter(club=club).order_by("rule_set", "name"))


def accounts_in_order() -> list[Account]:
    """Those who may sign in first, directors before scorers."""
    return list(Account.objects.order_by("-is_active", "role", "username"))


def emblem_of(club: Club) -> Emblem | None:
    """One query."""
    return Emblem.objects.filter(club=club).first()
