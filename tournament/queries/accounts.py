"""The accounts of those who run an evening."""

from tournament.models import Account


def accounts_in_order() -> list[Account]:
    """Those who may sign in first, directors before scorers."""
    return list(Account.objects.order_by("-is_active", "role", "username"))
