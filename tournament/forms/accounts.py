"""Signing in, choosing a password, and adding somebody who may sign in."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, SetPasswordForm
from django.utils.translation import gettext_lazy as _

from tournament.models import Account

WRONG = _("This name and password do not go together. Try again, or ask the director for a new password.")


class SignInForm(AuthenticationForm):
    """Says the same whether the name, the password or the account is wrong."""

    error_messages = {"invalid_login": WRONG, "inactive": WRONG}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # generic in the stubs only
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = _("At least 8 letters or numbers, and not one that everybody uses.")
        self.fields["new_password2"].label = _("The same again")
        self.fields["new_password2"].help_text = ""


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
