"""The list of everybody at the door, sorted and filtered by its reader."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.door.queries.door import door_of, with_dues
from tournament.door.queries.people_list import file_of_people, sort_people
from tournament.web.guards import StaffRequest, secretary_only
from tournament.web.pages import address_for_each, the_event
from tournament.web.tables import table_response


@secretary_only
@require_safe
def people_list(request: StaffRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    people = sort_people(event, with_dues(event, door_of(event)), request.GET)
    opens_page = event.kind.is_planned and request.user.is_director
    address = address_for_each("door_person" if opens_page else "door_name", pk)
    context = {
        **{"event": event, "sorted": people, "find": people.find, "to_csv": reverse("people_csv", args=[pk])},
        "people": [(address(person.pk), person) for person in people.rows],
    }
    return render(request, "door/people_list.html", context)


@secretary_only
@require_safe
def people_csv(request: StaffRequest, pk: int) -> HttpResponse:
    """Sends the same list in the same order, for a spreadsheet."""
    event = the_event(pk)
    people = sort_people(event, with_dues(event, door_of(event)), request.GET)
    return table_response(file_of_people(event, people), f"people-{event.date:%Y-%m-%d}", request.GET)
