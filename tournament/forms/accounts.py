"""Signing in, choosing a password, and adding somebody who may sign in."""

from datetime import timedelta
from math import ceil
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, SetPasswordForm
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament.guesses import Guesses, source_of
from tournament.models import Account

# A hall's network is open to whoever sits there. A restart forgives everybody.
WRONG_PASSWORDS = Guesses(limit=10, window=timedelta(minutes=5))
WRONG = _("This name and password do not go together. Try again, or ask the director for a new password.")


class SignInForm(AuthenticationForm):
    """Says the same whether the name, the password or the account is wrong."""

    error_messages = {"invalid_login": WRONG, "inactive": WRONG}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")

    def clean(self) -> dict[str, Any]:
        """Ten wrong passwords from one device, and it waits: even the right one is then not tried."""
        source = source_of(self.request.META["REMOTE_ADDR"] if self.request else "")
        if wait := WRONG_PASSWORDS.wait(source, timezone.now()):
            minutes = ceil(wait / timedelta(minutes=1))
            words = ngettext(
                "Too many wrong passwords from this device. Wait %(minutes)d minute, then try again.",
                "Too many wrong passwords from this device. Wait %(minutes)d minutes, then try again.",
                minutes,
            )
            raise forms.ValidationError(words, code="wait", params={"minutes": minutes})
        try:
            return super().clean()
        except forms.ValidationError:
            WRONG_PASSWORDS.wrong(source, timezone.now())
            raise


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # generic in the stubs only
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = _("At least 8 letters or numbers, and not one that everybody uses.")
        self.fields["new_password2"].label = _("The same again")
        self.fields["new_password2"].help_text = ""

    def clean_new_password1(self) -> str:
        """A one-time password has been read out across the hall: it works once."""
        chosen = str(self.cleaned_data["new_password1"])
        if self.user.one_time_password and self.user.check_password(chosen):
            raise forms.ValidationError(_("That one works once, and others may have heard it. Choose your own."))
        return chosen


class AccountForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=60, help_text=_("What they type to sign in."))
    role = forms.ChoiceField(
        label=_("What they do"),
        choices=Account.Role.choices,
        initial=Account.Role.SCORER,
        widget=forms.RadioSelect,
        help_text=_("A scorer keys in sheets. A director may do everything."),
    )

    def clean_name(self) -> str:
        name = " ".join(str(self.cleaned_data["name"]).split())
        if Account.objects.filter(username__iexact=name).exists():
            raise forms.ValidationError(_("There is an account of this name already."), code="taken")
        return name
