"""The secretary's pages: opening and changing seasons, and choosing the rule of a series with a preview."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.club.queries import names_shown_to, the_club
from tournament.models import RatingRules, Season, Series
from tournament.seasons.forms import EveningsForm, RatingForm, SeasonForm, SeriesForm
from tournament.seasons.queries.preview import preview_of
from tournament.seasons.queries.seasons import choosable_evenings, evenings_of
from tournament.seasons.rule import SeriesRule, read_rule
from tournament.seasons.services.seasons import (
    SeasonExists,
    SeriesExists,
    change_rating_rules,
    change_season,
    delete_series,
    open_season,
    save_series,
    show_season,
)
from tournament.seasons.views.seasons import require_shown_season
from tournament.web.guards import StaffRequest, secretary_only


@secretary_only
def season_new(request: StaffRequest) -> HttpResponse:
    club = the_club()
    if club is None:
        raise Http404
    form = SeasonForm(None, request.POST or None, today=timezone.localdate())
    if form.is_valid():
        try:
            season = open_season(club, form.cleaned_data, by=request.user, now=timezone.now())
        except SeasonExists as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("The season is created. Choose how its series counts."))
            return redirect("series_change", season.pk, season.series.get().pk)
    return render(request, "seasons/season_form.html", {"form": form}, status=422 if form.is_bound else 200)


@secretary_only
def season_change(request: StaffRequest, pk: int) -> HttpResponse:
    """Changes its name, its dates, and which evenings count."""
    season = require_shown_season(request, pk)
    form = SeasonForm(season, request.POST or None, today=timezone.localdate())
    evenings = EveningsForm(choosable_evenings(season), request.POST or None)
    if form.is_valid() and evenings.is_valid():
        try:
            change_season(season, form.cleaned_data, evenings.evenings_chosen(), by=request.user, now=timezone.now())
        except SeasonExists as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("Saved. The tables now count these evenings."))
            return redirect("season", pk)
    context = {"form": form, "evenings": evenings, "season": season}
    return render(request, "seasons/season_form.html", context, status=422 if form.is_bound else 200)


@secretary_only
@require_POST
def season_show(request: StaffRequest, pk: int) -> HttpResponse:
    shown = request.POST.get("shown") == "1"
    show_season(require_shown_season(request, pk), shown=shown, by=request.user, now=timezone.now())
    return redirect("season", pk)


@secretary_only
def series_new(request: StaffRequest, pk: int) -> HttpResponse:
    return _edit_series(request, require_shown_season(request, pk), None)


@secretary_only
def series_change(request: StaffRequest, pk: int, series: int) -> HttpResponse:
    season = require_shown_season(request, pk)
    return _edit_series(request, season, get_object_or_404(Series, pk=series, season=season))


def _edit_series(request: StaffRequest, season: Season, series: Series | None) -> HttpResponse:
    """Edits a series. A POST without the step `save` only tries the rule on the evenings played, and moves or removes
    a tie-break."""
    rule = read_rule(series.rule) if series else SeriesRule()
    form = SeriesForm(series, rule, request.POST or None)
    is_saving = request.POST.get("step") == "save"
    if form.is_bound and form.is_valid():
        rule = form.rule()
        if is_saving:
            try:
                saved = save_series(season, series, form.values(), by=request.user, now=timezone.now())
            except SeriesExists as error:
                form.add_error("name", str(error))
            else:
                messages.success(request, _("Saved. The table now follows this rule."))
                return redirect("series", season.pk, saved.pk)
    ranks = form.cleaned_data.get("ranks") if form.is_bound else None
    looked_at = Series(pk=0, season=season, name="", ranks=ranks or (series.ranks if series else Series.Ranks.PLAYERS))
    context = {
        "form": form,
        "season": season,
        "series": series,
        "preview": preview_of(looked_at, rule, evenings_of(season), names_shown_to(None, season.club)),
    }
    refused = form.is_bound and bool(form.errors)
    return render(request, "seasons/series_form.html", context, status=422 if refused else 200)


@secretary_only
@require_POST
def series_delete(request: StaffRequest, pk: int, series: int) -> HttpResponse:
    season = require_shown_season(request, pk)
    gone = get_object_or_404(Series.objects.select_related("season"), pk=series, season=season)
    delete_series(gone, by=request.user, now=timezone.now())
    messages.success(request, _("%(series)s is deleted. The log keeps its rule.") % {"series": gone.name})
    return redirect("season", pk)


@secretary_only
def rating_rules(request: StaffRequest) -> HttpResponse:
    club = the_club()
    if club is None:
        raise Http404
    form = RatingForm(RatingRules.objects.filter(club=club).first() or RatingRules(club=club), request.POST or None)
    if form.is_valid():
        change_rating_rules(club, form.cleaned_data, by=request.user, now=timezone.now())
        messages.success(request, _("Saved."))
        return redirect("ratings")
    return render(request, "seasons/rating_rules.html", {"form": form}, status=422 if form.is_bound else 200)
