"""Forms to make a backup, choose its passphrase and the second place, upload a backup, and restore one."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

SHORTEST = 8
LONGEST = 200
LARGEST = 2_000_000_000
CONFIRMATION = _("restore")

NEW, OWN = {"autocomplete": "new-password"}, {"autocomplete": "off"}


class NewBackupForm(forms.Form):
    kits = forms.BooleanField(label=_("With the power-cut kits (PDFs)"), required=False)


class PassphraseForm(forms.Form):
    """The passphrase for backups made from now on; both fields are empty for none."""

    passphrase = forms.CharField(
        label=_("Passphrase"),
        required=False,
        min_length=SHORTEST,
        max_length=LONGEST,
        strip=False,
        widget=forms.PasswordInput(attrs=NEW),
        help_text=_("8 letters or more; four words that do not belong together are best. Leave it empty for no lock."),
    )
    again = forms.CharField(
        label=_("Repeat the passphrase"), required=False, strip=False, widget=forms.PasswordInput(attrs=NEW)
    )

    def clean(self) -> dict[str, Any]:
        kept = self.cleaned_data
        if "passphrase" in kept and kept["passphrase"] != kept.get("again"):
            self.add_error("again", _("The 2 passphrases are not the same."))
        return kept


class SecondPlaceForm(forms.Form):
    place = forms.CharField(
        label=_("Folder"),
        required=False,
        max_length=500,
        widget=forms.TextInput(attrs={"autocapitalize": "off", "spellcheck": "false", "list": "places", **OWN}),
        help_text=_(
            "The whole path of a folder on a USB stick or a network share, such as /media/club/STICK. It must be "
            "plugged in now. Leave it empty for none."
        ),
    )

    def clean_place(self) -> str:
        place = str(self.cleaned_data["place"]).strip()
        if "\0" in place:
            raise forms.ValidationError(_("That is not a path."))
        return place


class BackupUploadForm(forms.Form):
    file = forms.FileField(
        label=_("File of a backup"),
        widget=forms.FileInput(attrs={"accept": ".hangjack"}),
        help_text=_("It is checked, and you see what is in it before anything is restored."),
        error_messages={"required": _("Choose the file of the backup first.")},
    )


class UnlockForm(forms.Form):
    passphrase = forms.CharField(
        label=_("Its passphrase"), max_length=LONGEST, strip=False, widget=forms.PasswordInput(attrs=OWN)
    )


class RestoreForm(forms.Form):
    """Confirms a restore. `passphrase` is the one of a locked backup, asked for again."""

    confirmation = forms.CharField(
        label=_("Type the word “restore”"), widget=forms.TextInput(attrs={"autocapitalize": "off", **OWN})
    )
    passphrase = forms.CharField(
        label=_("Its passphrase"),
        required=False,
        max_length=LONGEST,
        strip=False,
        widget=forms.PasswordInput(attrs=OWN),
    )

    def __init__(self, *args: Any, is_locked: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not is_locked:
            del self.fields["passphrase"]

    def clean_confirmation(self) -> str:
        typed = str(self.cleaned_data["confirmation"]).strip().lower()
        if typed != str(CONFIRMATION):
            raise forms.ValidationError(_("Nothing was changed. Type the word “restore” to go back to this backup."))
        return typed
