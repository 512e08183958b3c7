"""Pages for the club's details and emblem, signing in, and accounts."""

from datetime import timedelta
from math import ceil
from typing import Any

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from tournament.club.colour import COLOUR, style_of
from tournament.club.forms import (
    AccountForm,
    ClubForm,
    ColourForm,
    EmblemForm,
    MembersCodeForm,
    NewPasswordForm,
    SignInForm,
)
from tournament.club.members import audience_of, is_members_code, remember_member, wait_of
from tournament.club.queries import accounts_in_order, emblem_of, the_club
from tournament.club.services import (
    SquareUsed,
    change_role,
    choose_password,
    close_account,
    issue_password,
    log_refused_sign_in,
    log_sign_in,
    log_sign_out,
    log_square,
    make_account,
    make_password,
    remove_emblem,
    save_club,
    save_colour,
    save_emblem,
    use_square,
)
from tournament.club.sign_in_attempts import name_device
from tournament.club.sign_in_squares import account_of_token, make_square
from tournament.models import Account, Audience, Club, of_shown_club
from tournament.web.guards import StaffRequest, asks_at_this_computer, director_only, everybody, secretary_only
from tournament.web.pages import address_for_phones, number_in

A_YEAR = 365 * 24 * 60 * 60
"""In seconds."""


@never_cache
def club(request: HttpRequest) -> HttpResponse:
    """Shows and saves the club's details for directors; its colour and emblem for the secretary too."""
    return _change_club(request) if request.method == "POST" else _show_club(request)


@secretary_only
def _show_club(request: StaffRequest) -> HttpResponse:
    return _render_club(request, the_club())


@sensitive_post_parameters("wifi_password")
@director_only
def _change_club(request: StaffRequest) -> HttpResponse:
    kept = the_club()
    form = ClubForm(kept, request.POST)
    if form.is_valid():
        save_club(kept, **form.cleaned_data, by=request.user, now=timezone.now())
        messages.success(request, _("Saved."))
        return redirect("club")
    return _render_club(request, kept, form=form)


@require_POST
@secretary_only
def colour_change(request: StaffRequest) -> HttpResponse:
    """Saves another colour, or removes it if `step` is "remove"."""
    kept, is_removed = _require_club(), request.POST.get("step") == "remove"
    form = ColourForm(kept, request.POST)
    if not is_removed and not form.is_valid():
        form.fields["colour"].widget.attrs["autofocus"] = True
        return _render_club(request, kept, colour_form=form)
    save_colour(kept, "" if is_removed else form.cleaned_data["colour"], by=request.user, now=timezone.now())
    messages.success(request, _("The colour is removed.") if is_removed else _("Saved. Pages have this colour now."))
    return redirect("club")


@everybody
@require_safe
def club_colour(request: HttpRequest) -> HttpResponse:
    """Returns the style for the head of pages in the colour that `?is=` names. It never changes for one address."""
    colour = f"#{request.GET.get('is', '')}"
    answer = HttpResponse(style_of(colour) if COLOUR.fullmatch(colour) else "", content_type="text/css")
    patch_cache_control(answer, public=True, max_age=A_YEAR, immutable=True)
    return answer


@require_POST
@secretary_only
def emblem_change(request: StaffRequest) -> HttpResponse:
    """Saves another emblem, or removes it if `step` is "remove"."""
    kept = _require_club()
    if request.POST.get("step") == "remove":
        remove_emblem(kept, by=request.user, now=timezone.now())
        messages.success(request, _("The emblem is removed. Documents are printed without one."))
        return redirect("club")
    sent = number_in(request.META.get("CONTENT_LENGTH", "")) or 0
    form = EmblemForm(request.POST, request.FILES, sent=sent)
    if not form.is_valid():
        form.fields["emblem"].widget.attrs["autofocus"] = True  # its error is at the foot of a long page
        return _render_club(request, kept, emblem_form=form)
    drawn = form.cleaned_data["emblem"]
    size = {"width": drawn.width, "height": drawn.height}
    save_emblem(kept, png=drawn.png, **size, by=request.user, now=timezone.now())
    messages.success(request, _("Saved. The emblem is now printed on every document."))
    return redirect("club")


@require_safe
@secretary_only
@never_cache
def emblem(request: StaffRequest) -> HttpResponse:
    kept = emblem_of(_require_club())
    if kept is None:
        raise Http404
    return HttpResponse(bytes(kept.png), content_type="image/png")


def _require_club() -> Club:
    kept = the_club()
    if kept is None:
        raise Http404
    return kept


def _render_club(request: StaffRequest, kept: Club | None, **bound: Any) -> HttpResponse:
    context = {"club": kept, "emblem": emblem_of(kept) if kept else None, "form": ClubForm(kept)}
    context |= {"emblem_form": EmblemForm(), "colour_form": ColourForm(kept)} | bound
    refused = any(form.is_bound for form in bound.values())
    return render(request, "club/club.html", context, status=422 if refused else 200)


@everybody
@sensitive_post_parameters("password")
def sign_in(request: HttpRequest) -> HttpResponse:
    form = SignInForm(request, data=request.POST or None)
    to = request.POST.get("next") or request.GET.get("next", "")
    if form.is_valid():
        account = form.get_user()
        login(request, account)
        log_sign_in(account, address=request.META["REMOTE_ADDR"], now=timezone.now())
        if not url_has_allowed_host_and_scheme(to, allowed_hosts={request.get_host()}):
            to = "events" if account.can_keep_people else "home"
        return name_device(request, redirect("new_password" if account.one_time_password else to), account)
    if form.is_wrong:
        log_refused_sign_in(form.data.get("username", ""), address=request.META["REMOTE_ADDR"], now=timezone.now())
    is_overheard = not (request.is_secure() or asks_at_this_computer(request))
    context = {"form": form, "next": to, "is_overheard": is_overheard}
    return name_device(request, render(request, "club/sign_in.html", context, status=422 if form.is_bound else 200))


@everybody
@never_cache
def members(request: HttpRequest) -> HttpResponse:
    """Asks once for the members' code, and from then on shows what members see."""
    kept, now = _require_club(), timezone.now()
    if not kept.members_code:
        raise Http404
    to = request.POST.get("next") or request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(to, allowed_hosts={request.get_host()}):
        to = reverse("home")
    form = MembersCodeForm(request.POST or None)
    wait = wait_of(request, now) if form.is_bound else timedelta()
    if form.is_valid() and not wait and is_members_code(request, kept, form.cleaned_data["code"], now):
        return remember_member(redirect(to), kept)
    if form.is_bound and wait:
        words = _("Too many wrong codes. Wait %(minutes)s min, then try again.")
        form.add_error("code", words % {"minutes": ceil(wait / timedelta(minutes=1))})
    elif form.is_bound and form.is_valid():
        form.add_error("code", _("That is not the code. Check it, or ask the secretary."))
    context = {"form": form, "next": to, "is_member": audience_of(request, kept) != Audience.PUBLIC}
    status = 429 if wait else 422 if form.is_bound else 200
    return render(request, "club/members.html", context, status=status)


@everybody
@never_cache
def sign_in_by_square(request: HttpRequest, token: str) -> HttpResponse:
    """Asks before it signs in, because apps that scan open an address before anybody has pressed anything."""
    now = timezone.now()
    if request.method == "POST":
        account = use_square(token, now=now)
        login(request, account)
        log_sign_in(account, address=request.META["REMOTE_ADDR"], now=now)
        return name_device(request, redirect("events" if account.can_keep_people else "home"), account)
    owner = account_of_token(token, now)
    if owner is None:
        raise SquareUsed
    return render(request, "club/sign_in_by_square.html", {"account": owner})


@require_POST
@director_only
@never_cache
def square(request: StaffRequest, pk: int) -> HttpResponse:
    account = get_object_or_404(Account, of_shown_club(), pk=pk, is_active=True)
    address = address_for_phones(request)
    made = make_square(account, address=address, now=timezone.now()) if address else None
    if made:
        log_square(account, by=request.user, now=timezone.now())
    return render(request, "club/square.html", {"account": account, "square": made})


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    if isinstance(request.user, Account):
        log_sign_out(request.user, now=timezone.now())
    logout(request)
    return redirect("home")


@login_required
@sensitive_post_parameters("new_password1", "new_password2")
def new_password(request: StaffRequest) -> HttpResponse:
    form = NewPasswordForm(request.user, request.POST or None)
    if form.is_valid():
        choose_password(request.user, password=form.cleaned_data["new_password1"], now=timezone.now())
        update_session_auth_hash(request, request.user)
        return redirect("events" if request.user.can_keep_people else "home")
    return render(request, "club/new_password.html", {"form": form}, status=422 if form.is_bound else 200)


@director_only
@never_cache
def accounts(request: StaffRequest) -> HttpResponse:
    if "account" in request.POST:
        return _change_account(request)
    form = AccountForm(request.POST or None)
    if form.is_valid():
        password = make_password()
        role = Account.Role(form.cleaned_data["role"])
        by_now: dict[str, Any] = {"by": request.user, "now": timezone.now()}
        account = make_account(form.cleaned_data["name"], role=role, password=password, **by_now)
        return _show_password_once(request, account, password)
    context = {"form": form, "accounts": accounts_in_order(), "issued": request.session.pop("issued", None)}
    context["roles"] = Account.Role.choices
    return render(request, "club/accounts.html", context, status=422 if form.is_bound else 200)


def _change_account(request: StaffRequest) -> HttpResponse:
    asked = request.POST["account"]
    account = get_object_or_404(Account, of_shown_club(), pk=int(asked) if asked.isdecimal() and len(asked) < 19 else 0)
    action = request.POST.get("action")
    by_now: dict[str, Any] = {"by": request.user, "now": timezone.now()}
    if action == "deactivate":
        close_account(account, **by_now)
        return redirect("accounts")
    if action == "role":
        role = request.POST.get("role", "")
        if role not in Account.Role.values:
            raise Http404
        change_role(account, Account.Role(role), **by_now)
        sentence = _("%(name)s’s role is now: %(role)s.")
        messages.success(request, sentence % {"name": account.username, "role": Account.Role(role).label.lower()})
        return redirect("accounts")
    password = make_password()
    issue_password(account, password=password, **by_now)
    return _show_password_once(request, account, password)


def _show_password_once(request: StaffRequest, account: Account, password: str) -> HttpResponse:
    """Redirects to a page that shows the password once and then forgets it."""
    request.session["issued"] = {"name": account.username, "password": password}
    return redirect("accounts")
