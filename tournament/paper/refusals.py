"""Sentences that say why something cannot be printed yet, in the evening's own words."""

from django.utils.translation import gettext as _

from tournament.models import Event


def not_drawn(event: Event) -> str:
    if event.is_one_round:
        return _("The tables have not been drawn yet.")
    return _("This hour has not been drawn yet.") if event.has_turns else _("This round has not been drawn yet.")


def nothing_to_print(event: Event) -> str:
    of_hour = _("There is nothing to print yet: this hour has not been drawn.")
    return of_hour if event.has_turns else _("There is nothing to print yet: this round has not been drawn.")


def not_out(event: Event) -> str:
    if event.is_one_round:
        return _("The seats are not out yet.")
    of_hour = _("The seats of this hour are not out yet.")
    return of_hour if event.has_turns else _("The seats of this round are not out yet.")


def not_all_out(event: Event) -> str:
    if event.is_one_round:
        return _("The seats are not out yet.")
    of_hour = _("The seats of the last hour are not out yet.")
    return of_hour if event.has_turns else _("The seats of the last round are not out yet.")


def no_standings(event: Event) -> str:
    of_hour = _("There are no standings of this hour yet: its seats are not out.")
    return of_hour if event.has_turns else _("There are no standings of this round yet: its seats are not out.")


def no_final_standings(event: Event) -> str:
    if event.is_one_round:
        return _("There are no final standings yet: the seats are not out.")
    of_hour = _("There are no final standings yet: the seats of the last hour are not out.")
    of_round = _("There are no final standings yet: the seats of the last round are not out.")
    return of_hour if event.has_turns else of_round


def no_sheet(event: Event, name: str) -> str:
    of_hour = _("There is no sheet to print: %(name)s has no seat in this hour.")
    of_round = _("There is no sheet to print: %(name)s has no seat in this round.")
    return (of_hour if event.has_turns else of_round) % {"name": name}
