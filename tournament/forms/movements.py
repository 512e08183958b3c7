"""How they move, as the plan asks for it: groups are one way, whose size is asked besides."""

from collections.abc import Iterable
from typing import Any

from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from tournament.formats import IN_GROUPS
from tournament.movement_labels import MOVEMENT_LABELS, MOVEMENT_TEXTS
from tournament.movements.groups import GROUP_SIZES

GROUPS = "groups"
USUAL_GROUP = 4
SIZES = [(size, size) for size in GROUP_SIZES]


def chosen(movement: str) -> str:
    """The way to move that a movement is of."""
    return GROUPS if movement in IN_GROUPS else movement


def group_size(movement: str) -> int:
    """Of a movement in groups, else what is usual."""
    return GROUP_SIZES[IN_GROUPS.index(movement)] if movement in IN_GROUPS else USUAL_GROUP


def movement_of(way: str, size: object) -> str:
    return f"{GROUPS}-{size}" if way == GROUPS else way


def ways(movements: Iterable[str]) -> tuple[str, ...]:
    """To choose from: groups once, of whatever size."""
    return tuple(dict.fromkeys(map(chosen, movements)))


def explained(movements: Iterable[str]) -> list[tuple[Any, Any]]:
    """Each way with its label and what it means, under each other."""
    both = "<span><strong>{}</strong> <small>{}</small></span>"
    return [
        (way, format_html(both, MOVEMENT_LABELS.get(way, _("Groups by themselves")), MOVEMENT_TEXTS[of]))
        for way, of in ((way, movement_of(way, USUAL_GROUP)) for way in ways(movements))
    ]


def usually_go_on(way: str) -> int:
    """Of all, or of each group."""
    return 2 if way == GROUPS else 4
