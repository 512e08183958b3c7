"""What the director's pages read: evenings, what comes next, the state of the tables, the log, the accounts."""

from tournament.models import Account


def accounts_in_order() -> list[Account]:
    """Those who may sign in first, directors before scorers."""
    return list(Account.objects.order_by("-is_active", "role", "username"))
