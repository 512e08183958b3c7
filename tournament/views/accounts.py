"""Signing in and out, and who may: Django's own accounts, without a line about which part of a sign-in was wrong."""

from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from tournament.forms.accounts import AccountForm, NewPasswordForm, SignInForm
from tournament.models import Account
from tournament.queries.accounts import accounts_in_order
from tournament.services.accounts import choose_password, deactivate, issue_password, make_account, one_time_password
from tournament.views.web import StaffRequest, director_only, everybody


@everybody
@sensitive_post_parameters("password")
def sign_in(request: HttpRequest) -> HttpResponse:
    form = SignInForm(request, data=request.POST or None)
    to = request.POST.get("next") or request.GET.get("next", "")
    if form.is_valid():
        account = form.get_user()
        login(request, account)
        if not url_has_allowed_host_and_scheme(to, allowed_hosts={request.get_host()}):
            to = "events" if account.is_director else "home"
        return redirect("new_password" if account.one_time_password else to)
    return render(request, "sign_in.html", {"form": form, "next": to}, status=422 if form.is_bound else 200)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("home")


@login_required
@sensitive_post_parameters("new_password1", "new_password2")
def new_password(request: StaffRequest) -> HttpResponse:
    """Also for somebody whose password is their own, to change it."""
    form = NewPasswordForm(request.user, request.POST or None)
    if form.is_valid():
        choose_password(request.user, password=form.cleaned_data["new_password1"])
        update_session_auth_hash(request, request.user)
        return redirect("events" if request.user.is_director else "home")
    return render(request, "new_password.html", {"form": form}, status=422 if form.is_bound else 200)


@director_only
@never_cache
def accounts(request: StaffRequest) -> HttpResponse:
    if "account" in request.POST:
        return _change(request)
    form = AccountForm(request.POST or None)
    if form.is_valid():
        password = one_time_password()
        role = Account.Role(form.cleaned_data["role"])
        account = make_account(form.cleaned_data["name"], role=role, password=password)
        return _shown_once(request, account, password)
    context = {"form": form, "accounts": accounts_in_order(), "issued": request.session.pop("issued", None)}
    return render(request, "club/accounts.html", context, status=422 if form.is_bound else 200)


def _change(request: StaffRequest) -> HttpResponse:
    asked = request.POST["account"]
    account = get_object_or_404(Account, pk=int(asked) if asked.isdecimal() and len(asked) < 19 else 0)
    if request.POST.get("action") == "deactivate":
        deactivate(account, by=request.user)
        return redirect("accounts")
    password = one_time_password()
    issue_password(account, password=password)
    return _shown_once(request, account, password)


def _shown_once(request: StaffRequest, account: Account, password: str) -> HttpResponse:
    """The next page tells the password and forgets it."""
    request.session["issued"] = {"name": account.username, "password": password}
    return redirect("accounts")
