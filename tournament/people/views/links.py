"""The secretary's page of a person's links with other clubs of the server."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.people.forms import LinkCodeForm
from tournament.people.queries.links import links_of
from tournament.people.services.links import WrongLinkCode, end_link, offer_link, take_link
from tournament.people.views.people import the_person
from tournament.web.guards import StaffRequest, of_shared_server, secretary_only
from tournament.web.pages import number_in


@of_shared_server
@secretary_only
def person_links(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows somebody's links. A POST makes a code (`step` "offer"), takes one of another club ("take"), or ends a link
    ("end")."""
    person, step, form, now = the_person(pk), request.POST.get("step", ""), LinkCodeForm(), timezone.now()
    if step == "offer":
        offer_link(person, by=request.user, now=now)
        messages.success(request, _("The code is made. Give it to the secretary of the other club."))
        return redirect("person_links", pk)
    if step == "end":
        link = number_in(request.POST.get("link", "")) or 0
        if not end_link(person, link, by=request.user, now=now):
            raise Http404
        messages.success(request, _("The link is ended."))
        return redirect("person_links", pk)
    if request.method == "POST":
        form = LinkCodeForm(request.POST)
        if form.is_valid():
            try:
                there = take_link(person, form.cleaned_data["code"], by=request.user, now=now).person
            except WrongLinkCode as wrong:
                form.add_error("code", str(wrong))
            else:
                words = _("Linked with %(name)s of %(club)s.")
                messages.success(request, words % {"name": there.full_name, "club": there.club.name})
                return redirect("person_links", pk)
    context = {"person": person, "links": links_of(person), "form": form}
    return render(request, "people/links.html", context, status=422 if form.is_bound else 200)
