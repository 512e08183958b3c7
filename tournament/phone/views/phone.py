"""A match on a table's phone: its sheet with the form of the next hand, the part that the phone polls, and its buttons.

A posted hand is answered with JSON for the outbox (static/phone/outbox.js), and with a redirect if there are no
scripts.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournament.draw.queries.undone_releases import is_of_undone_seats, undone_release
from tournament.event.queries.calls import call_of
from tournament.event.services.codes_and_calls import call_director
from tournament.foundation.authors import Phone
from tournament.foundation.errors import HandChanged, MatchChanged, SeatsUndone, TournamentError
from tournament.hands.forms.decisions import disputes_with_differences
from tournament.hands.forms.facts import LETTERS
from tournament.hands.forms.hand import SAVING_STEPS, HandForm
from tournament.hands.queries.hands import MatchInHands, match_in_hands
from tournament.hands.queries.shown_hands import is_author
from tournament.hands.services.agreement import (
    agree_hands,
    choose_version,
    finish_at_table,
    object_to_hand,
    take_back_choice,
)
from tournament.hands.services.hands import play_on, withdraw_hand
from tournament.hands.services.late import check_hour
from tournament.hands.services.recording import Outcome, submit_hand
from tournament.matches.feats import feats_to_note
from tournament.matches.queries.feats import with_feats
from tournament.matches.queries.matches import short_names_of
from tournament.matches.queries.team_matches import team_match_of
from tournament.models import Hand
from tournament.phone.estimate import numbers_of
from tournament.phone.picture import draw_end
from tournament.phone.queries.highlights import end_of
from tournament.phone.queries.table import matches_at, sheet_of
from tournament.results.services.feats import note_feat, withdraw_feat
from tournament.rules.queries.mishaps import mishaps_of
from tournament.web.guards import everybody, no_such_table, table_only, table_or_late
from tournament.web.pages import HtmxRequest, number_in
from tournament.web.table_codes import CodeForm, OpenedTable


@everybody
def code(request: HttpRequest) -> HttpResponse:
    """Asks for the code of the card. The next page checks whether it opens a table, and counts wrong codes."""
    form = CodeForm(request.POST or None)
    if form.is_valid():
        return redirect("table", form.cleaned_data["code"])
    return render(request, "phone/code.html", {"form": form}, status=422 if form.is_bound else 200)


@table_only
def table(request: HttpRequest, table: OpenedTable) -> HttpResponse:
    """Leads to the match that is played at the table now; if there are several, shows them to choose from. Posted, it
    calls the director."""
    if request.method == "POST":
        call_director(table.event, table_number=table.number, now=timezone.now())
        return redirect("table", table.code)
    at_table = matches_at(table.event, table.number)
    if len(at_table.on) == 1 and not at_table.unfinished:
        return redirect("table_match", table.code, at_table.on[0].pk)
    context = {"event": table.event, "table": table, "at_table": at_table, "undone": undone_release(table.event)}
    call = call_of(table.event, table.number, timezone.now())
    return render(request, "phone/table.html", context | {"call": call})


SAID: Mapping[Outcome | Literal["taken_back", "replaced"], str | Promise] = {
    "recorded": gettext_lazy("Hand %(number)s is recorded."),
    "known": gettext_lazy("Hand %(number)s was already recorded."),
    "replaced": gettext_lazy("Hand %(number)s was already recorded, and has been changed since."),
    "taken_back": gettext_lazy(
        "Hand %(number)s was recorded and then deleted, so it does not count. If it was played, record it again."
    ),
    "disputed": gettext_lazy("Hand %(number)s was recorded differently. Both versions are kept until it is settled."),
    "late": gettext_lazy("Hand %(number)s arrived late. It is saved, and the director decides whether it counts."),
}


@table_or_late
def match(request: HtmxRequest, table: OpenedTable, match: int) -> HttpResponse:
    """Shows the sheet of a match; `?hand=` starts from a hand, to correct it or to report it differently. A posted hand
    is previewed or saved, as its `step` says."""
    if request.POST.get("step") in SAVING_STEPS:
        return _save_hand(request, table, match)
    try:
        played = _the_match(table, match)
    except SeatsUndone as undone:
        return _redirect_to_table(request, table, undone)
    phone, is_known = _phone_of(request, table, played)
    if request.method == "POST":
        form = HandForm(played, request.POST, by=phone, now=timezone.now(), entry_key=uuid4())
        return _render_form(request, table, form)
    if not is_known:
        call = call_of(table.event, table.number, timezone.now())
        context = {"event": table.event, "table": table, "played": played, "call": call}
        return render(request, "phone/whose.html", context)
    context = _context_of_sheet(request, table, played, phone) | {"form": _begin_form(request, played, phone)}
    return render(request, "phone/match.html", context | {"numbers": numbers_of(played)})


def _render_form(request: HtmxRequest, table: OpenedTable, form: HandForm) -> HttpResponse:
    """Answers with the preview of a posted hand, or with its errors."""
    is_valid, played = form.is_valid(), form.played
    if not table.is_valid:
        return no_such_table(request, table)
    if request.htmx:
        return render(request, "hands/_hand_preview.html", {"form": form, "played": played})
    phone, _is_known = _phone_of(request, table, played)
    context = _context_of_sheet(request, table, played, phone) | {"form": form, "numbers": numbers_of(played)}
    return render(request, "phone/match.html", context, status=200 if is_valid else 422)


def _save_hand(request: HtmxRequest, table: OpenedTable, match: int) -> HttpResponse:
    """Saves a posted hand, and answers with JSON for the outbox, or with a redirect if there are no scripts. Checks it
    again as long as other phones of the table write to the match meanwhile."""
    wants_json, now, result = "application/json" in request.headers.get("Accept", ""), timezone.now(), None
    try:
        while result is None:
            played = _the_match(table, match)
            phone, _is_known = _phone_of(request, table, played)
            form = HandForm(played, request.POST, by=phone, now=now, entry_key=uuid4())
            if not form.is_valid():
                if wants_json:
                    return JsonResponse(_problems_for_json(form), status=422)
                return _render_form(request, table, form)
            try:
                result = submit_hand(
                    form.played,
                    number=form.cleaned_data["number"],
                    entry_key=form.cleaned_data["entry_key"],
                    facts=form.facts,
                    counted=form.counted,
                    by=phone,
                    is_valid=table.is_valid,
                    now=now,
                )
            except MatchChanged:
                table.event.refresh_from_db()
    except TournamentError as refused:
        if not wants_json:
            raise
        return JsonResponse({"error": str(refused), "code": refused.code}, status=409)
    outcome: Outcome | Literal["taken_back", "replaced"] = result.outcome
    if outcome == "known" and result.hand.superseded_at is not None:
        is_there = any(hand.number == result.hand.number for hand in form.played.current)
        outcome = "replaced" if is_there else "taken_back"
    sentence = str(SAID[outcome]) % form.cleaned_data
    if wants_json:
        answer = {"hand": form.cleaned_data["number"], "key": form.cleaned_data["entry_key"], "said": sentence}
        state = result.hand.state if outcome in ("recorded", "known") else outcome
        return JsonResponse(answer | {"state": state}, status=201 if outcome == "recorded" else 200)
    if not table.is_valid:
        return render(
            request, "phone/kept.html", {"event": table.event, "sentence": sentence, "is_over": table.is_over}
        )
    messages.add_message(request, messages.SUCCESS if outcome == "recorded" else messages.WARNING, sentence)
    return redirect("table_match", table.code, match)


def _problems_for_json(form: HandForm) -> dict[str, Any]:
    """Returns every problem with its field; `asked` is the question to send back with the answer if the form only
    asks."""
    problems = [(name, str(error)) for name, errors in form.errors.items() for error in errors]
    sentences = [f"{form[name].label}: {error}" if name in form.fields else error for name, error in problems]
    asked = form["asked"].value() if form.is_asking else ""
    return {"error": " ".join(sentences), "problems": [list(each) for each in problems], "asked": asked}


@table_only
def now(request: HtmxRequest, table: OpenedTable, match: int) -> HttpResponse:
    """Sends the part that may have changed, or nothing if the evening is still at the revision that the page knows."""
    if request.GET.get("since") == str(table.event.revision):
        return HttpResponse(status=204)
    try:
        return _render_part(request, table, match)
    except SeatsUndone as undone:
        return _redirect_to_table(request, table, undone)


def _redirect_to_table(request: HtmxRequest, table: OpenedTable, undone: SeatsUndone) -> HttpResponse:
    """Tells somebody whose open match no longer exists, and leads to the page where the next one will open."""
    messages.warning(request, str(undone))
    if request.htmx:
        return HttpResponse(status=204, headers={"HX-Redirect": reverse("table", args=[table.code])})
    return redirect("table", table.code)


def _render_part(request: HttpRequest, table: OpenedTable, match: int) -> HttpResponse:
    played = _the_match(table, match)
    phone, _is_known = _phone_of(request, table, played)
    context = _context_of_sheet(request, table, played, phone)
    return render(request, "phone/_now.html", context | {"swapped": True})


@require_safe
@table_only
def what_if(request: HttpRequest, table: OpenedTable) -> HttpResponse:
    """Shows what happens if something goes wrong at a table."""
    call = call_of(table.event, table.number, timezone.now())
    context = {"event": table.event, "table": table, "mishaps": mishaps_of(table.event), "call": call}
    return render(request, "phone/what_if.html", context)


@table_only
def picture(request: HttpRequest, table: OpenedTable, match: int) -> HttpResponse:
    """Sends the end of the match as a picture to save. Raises Http404 before the end."""
    played = _the_match(table, match)
    names = short_names_of(played.match)
    end = end_of(played, [names[side.key] for side in played.sides], team_match_of(played.match))
    if end is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="table-{table.number}-match-{match}.png"'}
    return HttpResponse(draw_end(end), content_type="image/png", headers=headers)


@table_only
def feats(request: HtmxRequest, table: OpenedTable, match: int) -> HttpResponse:
    """Shows the feats of the team match so far. Posted, it notes one of a `side` of this match, or deletes one that
    this phone noted. Raises Http404 for a match of no team match."""
    try:
        played = _the_match(table, match)
    except SeatsUndone as undone:
        return _redirect_to_table(request, table, undone)
    team_match = team_match_of(played.match)
    refused: TournamentError | None = None
    if team_match is None:
        raise Http404
    phone, _is_known = _phone_of(request, table, played)
    if request.method == "POST":
        asked, now = request.POST, timezone.now()
        try:
            if "delete" in asked:
                withdraw_feat(table.event, number_in(asked["delete"]) or 0, by=phone, now=now)
            else:
                side, figure = number_in(asked.get("side", "")) or 0, number_in(asked.get("figure", ""))
                note_feat(played.match, side, asked.get("feat", ""), figure=figure, by=phone, now=now)
            return redirect("table_feats", table.code, match)
        except TournamentError as error:
            refused = error
    (team_match,) = with_feats(table.event, [team_match])
    context = {
        **{"event": table.event, "table": table, "phone": phone, "played": played, "team_match": team_match},
        "to_note": feats_to_note(played.rules, team_match.feats),
        **{"asked": request.POST, "refused": refused, "call": call_of(table.event, table.number, timezone.now())},
    }
    return render(request, "phone/feats.html", context, status=refused.status if refused else 200)


@table_only
def press(request: HtmxRequest, table: OpenedTable, match: int, press: str) -> HttpResponse:
    """Carries out one of PRESSES. If it is no longer possible, the sheet says so. A GET of this address, from the
    history or a reload, only leads to the sheet."""
    if press not in PRESSES:
        raise Http404
    try:
        played = _the_match(table, match)
    except SeatsUndone as undone:
        return _redirect_to_table(request, table, undone)
    if request.method != "POST":
        return redirect("table_match", table.code, match)
    carry_out(press, request, played, _phone_of(request, table, played)[0])
    if request.htmx:
        table.event.refresh_from_db()
        return _render_part(request, table, match)
    return redirect("table_match", table.code, match)


def carry_out(press: str, request: HttpRequest, played: MatchInHands, phone: Phone) -> None:
    """Carries out one of PRESSES for a phone, or says why that is no longer possible."""
    do = PRESSES[press]
    try:
        if do in DECIDES:
            check_hour(played.match)
        do(request, played, phone)
    except TournamentError as refused:
        messages.error(request, str(refused))


def _agree_or_object(request: HttpRequest, played: MatchInHands, phone: Phone) -> None:
    """Agrees the hands that were seen, even after an objection, or objects to one."""
    if objected := number_in(request.POST.get("not_so", "")):
        object_to_hand(_require_version(played, objected), by=phone, now=timezone.now())
        return
    asked = request.POST.getlist("after_all") or request.POST.getlist("hand")
    seen = [number_in(each) or 0 for each in asked]
    agree_hands(played.match, seen, by=phone, now=timezone.now())


def _choose_version(request: HttpRequest, played: MatchInHands, phone: Phone) -> None:
    """Chooses a version, or takes the choice of a hand `back`."""
    if back := number_in(request.POST.get("back", "")):
        take_back_choice(played.match, back, by=phone, now=timezone.now())
        return
    seen = [number_in(each) or 0 for each in request.POST.getlist("seen")]
    chosen = number_in(request.POST.get("version", "")) or 0
    number = next((hand.number for hand in played.versions if hand.pk == chosen), 0)
    if choose_version(played.match, chosen, seen, by=phone, now=timezone.now()):
        messages.success(request, _("Both sides chose the same version: hand %(hand)s is agreed.") % {"hand": number})


def _undo_hand(request: HttpRequest, played: MatchInHands, phone: Phone) -> None:
    withdraw_hand(_require_version(played, number_in(request.POST.get("hand", "")) or 0), by=phone, now=timezone.now())


def _finish_hands(request: HttpRequest, played: MatchInHands, phone: Phone) -> None:
    finish_at_table(played.match, by=phone, now=timezone.now())


def _reopen_match(request: HttpRequest, played: MatchInHands, phone: Phone) -> None:
    play_on(played.match, by=phone, now=timezone.now())


def _call_director(request: HttpRequest, played: MatchInHands, phone: Phone) -> None:
    event = played.match.table.stage.event
    call_director(event, table_number=phone.table_number, match=played.match, now=timezone.now())


def _mark_changes_seen(request: HttpRequest, played: MatchInHands, phone: Phone) -> None:
    seen = number_in(request.POST.get("log", "")) or 0
    request.session["seen"] = request.session.get("seen", {}) | {str(played.match.pk): seen}


def _choose_side(request: HttpRequest, played: MatchInHands, phone: Phone) -> None:
    """Sets the side that the phone speaks for; in the next match it speaks for the same people."""
    asked = number_in(request.POST.get("side", "")) or 0
    side = next((side for side in played.sides if side.number == asked), None)
    number = side.number if side else 0
    request.session["speaks"] = request.session.get("speaks", {}) | {str(played.match.pk): number}
    request.session["mine"] = [entry.pk for entry in side.entries] if side else []


PRESSES: Mapping[str, Callable[[HttpRequest, MatchInHands, Phone], None]] = {
    "agree": _agree_or_object,
    "choose": _choose_version,
    "undo": _undo_hand,
    "all-in": _finish_hands,
    "play-on": _reopen_match,
    "call": _call_director,
    "seen": _mark_changes_seen,
    "side": _choose_side,
}
DECIDES = (_agree_or_object, _choose_version, _undo_hand, _finish_hands, _reopen_match)


def _the_match(table: OpenedTable, pk: int) -> MatchInHands:
    """Returns a match of this table. Raises SeatsUndone for a match of seats that were taken back."""
    played = match_in_hands(table.event, pk)
    if played is None and is_of_undone_seats(table.event, pk):
        raise SeatsUndone
    if played is None or played.match.table.number != table.number:
        raise Http404
    return played


def _require_version(played: MatchInHands, pk: int) -> Hand:
    shown = played.version(pk)
    if shown is None:
        raise HandChanged
    return shown.hand


def _phone_of(request: HttpRequest, table: OpenedTable, played: MatchInHands) -> tuple[Phone, bool]:
    """Returns the side that this phone speaks for in this match, and whether anybody has said so: until then it speaks
    for the whole table."""
    device = request.session.setdefault("device", str(uuid4()))
    side = request.session.get("speaks", {}).get(str(played.match.pk))
    mine = request.session.get("mine")
    if side is None and mine is not None:
        own = (each.number for each in played.sides if any(entry.pk in mine for entry in each.entries))
        side = next(own, None) if mine else 0
    return Phone(device, table.number, side or None), side is not None


def _context_of_sheet(request: HttpRequest, table: OpenedTable, played: MatchInHands, phone: Phone) -> dict[str, Any]:
    """Returns the context of the part that changes while a hand is played."""
    seen = request.session.get("seen", {}).get(str(played.match.pk), 0)
    sheet = sheet_of(played, phone, seen=seen, now=timezone.now())
    disputes = disputes_with_differences(played, phone) if sheet.disputed_hands else []
    place = played.dealer_place
    return {
        **{"event": table.event, "table": table, "played": played, "sheet": sheet},
        "press_at": {
            press: reverse("table_press", args=[table.code, played.match.pk, press]) for press in ("agree", "choose")
        },
        "part": "now",
        "disputes": disputes,
        "settling": [dispute.number for dispute, _differences in disputes],
        "dealer": "" if place is None else LETTERS[place],
        "race_steps": range(1, played.rules.target or 0),
    }


def _begin_form(request: HttpRequest, played: MatchInHands, phone: Phone) -> HandForm:
    asked = played.hand(number_in(request.GET.get("hand", "")) or 0)
    if asked is None:
        return HandForm(played, by=phone, now=timezone.now(), entry_key=uuid4())
    key = asked.hand.entry_key if is_author(asked.hand, phone) else uuid4()
    return HandForm(played, by=phone, now=timezone.now(), entry_key=key, correcting=asked)
