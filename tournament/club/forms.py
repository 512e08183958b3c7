"""Forms for the club's details and emblem, signing in, and accounts and their passwords."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from io import BytesIO
from math import ceil
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, SetPasswordForm
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from PIL import Image, ImageOps, UnidentifiedImageError

from tournament.club.colour import CHALK, COLOUR, INK, contrast_between, find_readable, is_readable
from tournament.club.named_penalties import LONGEST_PENALTY, NamedPenalty, read_penalty
from tournament.club.sign_in_attempts import attempt_of
from tournament.models import MOST_HALL_TABLES, Account, Club, of_shown_club
from tournament.press.sheets import SHEETS
from tournament.web.fields import LineField, Number

LONGEST_NAME = 32
"""The longest name of a Wi-Fi network in bytes, by the standard."""
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 63
LENGTH_OF_A_KEY = 64
"""A network may show a key made of its password instead."""

FIRST_COLOUR = "#8a1c2b"
"""The initial value until the club has chosen a colour."""

NO_SPELLING = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}

WRONG = _("Wrong name or password. Try again, or ask the director for a new password.")

MOST_PENALTIES = 20

LARGEST_FILE = 2_000_000
MOST_PIXELS = 16_000_000
SIDE = 600
"""The longer side of a saved emblem in pixels: enough for two centimetres on paper."""
NEARLY_WHITE = 12
KINDS = ("PNG", "JPEG")

TOO_LARGE = _("This file is larger than 2 MB. Save a smaller copy and choose that.")
TOO_MANY_PIXELS = _("This picture has more than 16 million pixels. Save a smaller copy and choose that.")
A_DRAWING = _("SVG drawings do not work here. Save it as PNG or JPEG and choose that.")
NO_PICTURE = _("This file is not a PNG or JPEG picture.")
BROKEN = _("This picture is damaged or incomplete. Save it again and choose the new file.")
ALL_WHITE = _("This picture is completely white, so nothing would be printed.")


class PenaltiesField(forms.CharField):
    """The club's named penalties, one a line, as `NamedPenalty` is written."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Named penalties"),
            required=False,
            max_length=MOST_PENALTIES * (LONGEST_PENALTY + 10),
            help_text=_(
                "One a line: a name, a colon and how many points come off, such as “Two cards turned: 1”, or how many "
                "games: “Late to the table: 1 game”. Write +1 for points added. “Points off or added” then has them to "
                "pick, and “What happens if…” tells the tables. These answer its questions: No cut offered, Two cards "
                "turned, Undertrump, Out of turn, Late claim."
            ),
            widget=forms.Textarea(attrs={"rows": 4}),
        )

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, list):
            return "\n".join(str(NamedPenalty(*each)) for each in value)
        return value

    def clean(self, value: Any) -> Any:
        """Returns the penalties as a list of `NamedPenalty`, each name once."""
        penalties: dict[str, NamedPenalty] = {}
        for line in (super().clean(value) or "").splitlines():
            if not line.strip():
                continue
            penalty = read_penalty(line)
            if penalty is None:
                words = _(
                    "“%(line)s” is not a penalty. Write a name, a colon and 1 to 100 points: “Two cards turned: 1”."
                )
                raise forms.ValidationError(words % {"line": line.strip()[:LONGEST_PENALTY]})
            if penalties.setdefault(penalty.name.casefold(), penalty) != penalty:
                raise forms.ValidationError(_("“%(name)s” has two figures. Keep one.") % {"name": penalty.name})
        if len(penalties) > MOST_PENALTIES:
            raise forms.ValidationError(_("At most %(most)s penalties.") % {"most": MOST_PENALTIES})
        return list(penalties.values())


class ClubForm(forms.Form):
    name = LineField(label=_("Club"), max_length=120, help_text=_("Printed on every document."))
    wifi_name = forms.CharField(
        label=_("Name of the hall’s Wi-Fi"),
        required=False,
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs=NO_SPELLING),
        help_text=_("Exactly as phones show it. Each table card then has a second QR code that joins the Wi-Fi."),
    )
    wifi_password = forms.CharField(
        label=_("Wi-Fi password"),
        required=False,
        max_length=LENGTH_OF_A_KEY,
        widget=forms.TextInput(attrs=NO_SPELLING),
        help_text=_("Printed on the table cards. Leave empty if the network has no password."),
    )
    sheet = forms.ChoiceField(
        label=_("Paper size"),
        choices=[(sheet.key, sheet.label) for sheet in SHEETS.values()],
        help_text=_("The paper in the printer. Every document uses it unless you choose another before printing."),
    )
    hall_tables = Number(
        _("Tables in the hall"),
        _("Every new evening starts with this number. Leave empty if there are always enough."),
        least=1,
        most=MOST_HALL_TABLES,
    )
    penalties = PenaltiesField()

    def __init__(self, club: Club | None, data: Mapping[str, Any] | None = None) -> None:
        kept = club or Club()
        super().__init__(data, initial={name: getattr(kept, name) for name in self.base_fields})

    def clean_wifi_name(self) -> str:
        name = str(self.cleaned_data["wifi_name"])
        if len(name.encode()) > LONGEST_NAME:
            raise forms.ValidationError(
                _(
                    "A network name has room for 32 plain letters. Accented letters and other alphabets take 2 "
                    "or more each."
                )
            )
        return name

    def clean_wifi_password(self) -> str:
        password = str(self.cleaned_data["wifi_password"])
        is_key = len(password) == LENGTH_OF_A_KEY and all(sign in "0123456789abcdefABCDEF" for sign in password)
        if not password or SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD or is_key:
            return password
        raise forms.ValidationError(_("A Wi-Fi password has 8 to 63 characters. Check it."))

    def clean(self) -> dict[str, Any]:
        kept = self.cleaned_data
        if kept.get("wifi_password") and not kept.get("wifi_name") and "wifi_name" not in self.errors:
            self.add_error("wifi_name", _("Enter the Wi-Fi name that this password belongs to."))
        return kept


class SignInForm(AuthenticationForm):
    """Gives the same error whether the name, the password or the account is wrong."""

    error_messages = {"invalid_login": WRONG, "inactive": WRONG}

    is_wrong = False
    """Whether a wrong password was tried."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")

    def clean(self) -> dict[str, Any]:
        """Tells somebody who has to wait how long; even the right password is not tried then."""
        assert self.request
        attempt = attempt_of(self.request, self.cleaned_data.get("username", ""))
        if wait := attempt.wait(timezone.now()):
            if attempt.account is None:
                raise self.get_invalid_login_error()
            minutes = ceil(wait / timedelta(minutes=1))
            words = ngettext(
                "Too many wrong passwords. Wait %(minutes)d minute, then try again.",
                "Too many wrong passwords. Wait %(minutes)d minutes, then try again.",
                minutes,
            )
            raise forms.ValidationError(words, code="wait", params={"minutes": minutes})
        try:
            return super().clean()
        except forms.ValidationError:
            attempt.count_wrong(timezone.now())
            self.is_wrong = True
            raise


class MembersCodeForm(forms.Form):
    code = forms.CharField(
        label=_("Members’ code"),
        max_length=40,
        widget=forms.TextInput(attrs=NO_SPELLING),
        help_text=_("The secretary gives it to members. Capitals and spaces make no difference."),
    )


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # generic in the stubs only
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = _("At least 8 letters or numbers, and not a common password.")
        self.fields["new_password2"].label = _("Repeat the password")
        self.fields["new_password2"].help_text = ""

    def clean_new_password1(self) -> str:
        """Refuses the one-time password as the new one, because others may have heard it."""
        chosen = str(self.cleaned_data["new_password1"])
        if self.user.one_time_password and self.user.check_password(chosen):
            raise forms.ValidationError(_("That password works once, and others may have heard it. Choose your own."))
        return chosen


class AccountForm(forms.Form):
    name = LineField(label=_("Name"), max_length=60, help_text=_("The name they sign in with."))
    role = forms.ChoiceField(
        label=_("Role"),
        choices=Account.Role.choices,
        initial=Account.Role.SCORER,
        widget=forms.RadioSelect,
        help_text=_(
            "A scorer keys in sheets. The secretary keeps people, leagues and money. A director may do everything."
        ),
    )

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if Account.objects.filter(of_shown_club(), username__iexact=name).exists():
            raise forms.ValidationError(_("There is already an account with this name."), code="taken")
        return name


class ColourForm(forms.Form):
    """A colour on which letters can be read, on dark and light pages."""

    colour = forms.CharField(
        label=_("Colour at the head of pages"),
        widget=forms.TextInput(attrs={"type": "color"}),
        help_text=_("On public pages in the hall and on the club’s web site, light and dark alike."),
    )

    def __init__(self, club: Club | None, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"colour": club.colour if club and club.colour else FIRST_COLOUR})

    def clean_colour(self) -> str:
        colour = str(self.cleaned_data["colour"]).lower()
        if not COLOUR.fullmatch(colour):
            raise forms.ValidationError(_("Choose a colour, or write it as in #8a1c2b."))
        if not is_readable(colour):
            figures = {
                "light": f"{contrast_between(CHALK, colour):.1f}",
                "dark": f"{contrast_between(INK, colour):.1f}",
                "near": find_readable(colour),
            }
            raise forms.ValidationError(
                _(
                    "Letters on this colour are hard to read: light ones have a contrast of %(light)s, dark ones of "
                    "%(dark)s, and 4.5 is needed. The nearest colour that works is %(near)s."
                )
                % figures
            )
        return colour


@dataclass(frozen=True)
class GreyPicture:
    """A grey picture without white edges; width and height are in pixels."""

    png: bytes
    width: int
    height: int


class EmblemForm(forms.Form):
    """`sent` is the size of the request in bytes, because Django does not read the file if the request is too large."""

    emblem = forms.FileField(
        label=_("Emblem picture"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".png,.jpg,.jpeg"}),
        help_text=_("PNG or JPEG, up to 2 MB. It is printed in grey; clear lines look best on cheap paper."),
        error_messages={"required": _("Choose a picture file first.")},
    )

    def __init__(self, data: Mapping[str, Any] | None = None, files: Any = None, *, sent: int = 0) -> None:
        super().__init__(data, files)
        if sent > LARGEST_FILE:
            self.fields["emblem"].error_messages["required"] = TOO_LARGE

    def clean_emblem(self) -> GreyPicture:
        file: Any = self.cleaned_data["emblem"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(TOO_LARGE)
        return read_picture(file.read())


def read_picture(content: bytes) -> GreyPicture:
    """Reads an emblem. Raises ValidationError with a sentence that says what is wrong."""
    try:
        with Image.open(BytesIO(content), formats=KINDS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise forms.ValidationError(TOO_MANY_PIXELS)
            picture.verify()
        with Image.open(BytesIO(content), formats=KINDS) as picture:
            return _crop_to_ink(picture)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise forms.ValidationError(TOO_MANY_PIXELS) from None
    except UnidentifiedImageError:
        raise forms.ValidationError(A_DRAWING if b"<svg" in content[:4096].lower() else NO_PICTURE) from None
    except (OSError, ValueError, SyntaxError, EOFError):
        raise forms.ValidationError(BROKEN) from None


def _crop_to_ink(picture: Image.Image) -> GreyPicture:
    whole = ImageOps.exif_transpose(picture).convert("RGBA")
    whole.thumbnail((SIDE, SIDE))
    paper = Image.new("RGBA", whole.size, "white")
    paper.alpha_composite(whole)
    grey = paper.convert("L")
    inked = ImageOps.invert(grey).point([255 if depth > NEARLY_WHITE else 0 for depth in range(256)]).getbbox()
    if inked is None:
        raise forms.ValidationError(ALL_WHITE)
    grey = grey.crop(inked)
    out = BytesIO()
    grey.save(out, "PNG", optimize=True)
    return GreyPicture(out.getvalue(), *grey.size)
