"""The club, its players, and the accounts of those who run an evening. Players and spectators have no account."""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import ClassVar, NamedTuple
from uuid import uuid4

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.expressions import RawSQL
from django.db.models.functions import Lower
from django.http.request import split_domain_port
from django.utils.translation import gettext_lazy as _

MOST_HALL_TABLES = 120
MOST_ADJUSTED = 100
"""The most points of one adjustment, and of a penalty that the club names."""

SHOWN_CLUB: ContextVar[int | None] = ContextVar("shown_club", default=None)
"""The club whose host a request asked for, on a server with several; None where the server has one."""
# Almost every page asks it; as a query set it would take Django half as long to write as the rest of such a query.
FIRST_CLUB = RawSQL("SELECT id FROM tournament_club ORDER BY id LIMIT 1", ())


def of_shown_club(club: str = "club") -> models.Q:
    """Filters the rows that pages show: those of the club whose host was asked for, and nothing else; on a server with
    one club those of the first, and those made before it has a name. `club` is the path from a row to its club, as in
    `event__club`. It is made anew for each query, because the next request may ask for another club."""
    if shown := SHOWN_CLUB.get():
        return models.Q((club, shown))
    return models.Q((club, None), (club, FIRST_CLUB), _connector=models.Q.OR)


class AccountManager(UserManager["Account"]):
    """Signs in by the name that somebody has in the club that pages show."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> "Account":
        return self.get(of_shown_club(), username=username)


class Account(AbstractUser):
    """Somebody who signs in. A scorer keys in paper; a secretary looks after the club's people, leagues and money, and
    runs no evening. A director may do everything.

    `club` is None only until the club has a name: the first account is created before the first evening names the club,
    and `make_club` then adds it. Otherwise every page would have to tell a club without a name from a real one.
    `username` is unique in its club: the host tells which club somebody signs in to.
    """

    class Role(models.TextChoices):
        DIRECTOR = "director", _("Director")
        SCORER = "scorer", _("Scorer")
        SECRETARY = "secretary", _("Secretary")

    username = models.CharField(max_length=150, validators=[AbstractUser.username_validator])
    club = models.ForeignKey("Club", null=True, blank=True, on_delete=models.CASCADE, related_name="accounts")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.SCORER)
    one_time_password = models.BooleanField(default=False, help_text=_("Must be changed at the next sign-in."))

    objects: ClassVar[AccountManager] = AccountManager()

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(fields=["club", "username"], name="one_account_a_name"),
            models.UniqueConstraint(fields=["username"], condition=models.Q(club=None), name="one_name_without_club"),
        ]

    @property
    def is_director(self) -> bool:
        return self.role == self.Role.DIRECTOR

    @property
    def can_score(self) -> bool:
        return self.role in (self.Role.SCORER, self.Role.DIRECTOR)

    @property
    def can_keep_people(self) -> bool:
        """Whether they may edit people, leagues and money."""
        return self.role in (self.Role.SECRETARY, self.Role.DIRECTOR)


class Audience(models.TextChoices):
    """Who may see a person's name and page outside the hall. Both the person and the club choose; the narrower choice
    counts (`club.visibility.is_visible`)."""

    NOBODY = "nobody", _("Nobody")
    MEMBERS = "members", _("Members, with the club’s code")
    PUBLIC = "public", _("Everybody")


class PastNames(models.TextChoices):
    """Who sees the names of an evening that is over, on this server (`club.reader`)."""

    HALL = "hall", _("Everybody on the hall’s private address, elsewhere members")
    PUBLIC = "public", _("Everybody who reaches it")
    MEMBERS = "members", _("Members, with the club’s code")
    NOBODY = "nobody", _("Nobody")


class Club(models.Model):
    """The club that owns everything: each row of every other model leads to one club, by a `club` of its own or through
    what it belongs to. So a second club on a server is a row; `club.queries.the_club` is the one that pages show.

    `wifi_name` is the hall's network as phones see it, only for the desk's paper; no password means an open network.
    The password is stored readable, because it is printed for every table and a director has to see a wrong one.
    `currency` is the sign or code before an amount of money; empty if the club takes none. `sheet` is the paper in the
    printer, a key of `paper.SHEETS`, because kits are printed without asking. `hall_tables` is how many tables the hall
    has, for every new evening; None: always enough. `uid` is the same on every computer that
    an export was imported on, as for a player and an evening. `colour`, as in #8a1c2b, fills the head of pages; empty
    for none. `shows_people_to` is the widest audience that the club allows, `past_names_to` sees every name in
    evenings that are over, on this server. `members_code` opens what is for members, and `membership_fee` is the price
    of a year, or None. `list_headings` has the kinds of columns that the secretary has chosen for headings in lists.
    `penalties` are pairs of a name and points (`club.named_penalties`).
    """

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    name = models.CharField(max_length=120)
    wifi_name = models.CharField(max_length=32, blank=True)
    wifi_password = models.CharField(max_length=64, blank=True)
    currency = models.CharField(max_length=4, blank=True)
    sheet = models.CharField(max_length=16, default="a4")
    hall_tables = models.PositiveSmallIntegerField(null=True, blank=True)
    colour = models.CharField(max_length=7, blank=True)
    shows_people_to = models.CharField(max_length=8, choices=Audience.choices, default=Audience.NOBODY)
    past_names_to = models.CharField(max_length=8, choices=PastNames.choices, default=PastNames.HALL)
    members_code = models.CharField(max_length=40, blank=True)
    membership_fee = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)
    list_headings = models.JSONField(default=dict, blank=True)
    penalties = models.JSONField(default=list, blank=True)

    def __str__(self) -> str:
        return self.name


class ClubHost(models.Model):
    """A name under which a server with several clubs shows one of them (`web.middleware.ClubOfHost`), in small letters
    and without a port."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="hosts")
    name = models.CharField(max_length=253, unique=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


def name_of_host(host: str) -> str:
    """Returns the name of a host as it is stored; "" if it is none."""
    return split_domain_port(host)[0]


def club_at(host: str) -> int | None:
    """Returns the club that a server with several shows under a name, which may have a port; None for a name that none
    of them has. One query."""
    name = name_of_host(host)
    return ClubHost.objects.filter(name=name).values_list("club", flat=True).first() if name else None


class Emblem(models.Model):
    """The club's picture for the head of its paper, in grey. It is apart from the club because every page reads the
    club. An uploaded picture is decoded and redrawn as a small PNG, so that nothing of the file reaches the renderer;
    SVG is refused."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="emblem")
    png = models.BinaryField()
    width = models.PositiveSmallIntegerField(help_text=_("In pixels."))
    height = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return str(self.club)


def join_note(name: str, note: str) -> str:
    """Joins name and note, as in "Ann Smith (Pond Street)", as every page and paper shows people with the same name."""
    return f"{name} ({note})" if note else name


class Player(models.Model):
    """Somebody the club knows by name; added once, entered in many events. `note` distinguishes people with the same
    name: a nickname, a street, a number. An evening shows it only if two people with the name are entered
    (`Entry.name`).

    The door needs only the name; the rest is for the secretary. `phone` and `email` are for the desk and are never
    printed; `private_notes` are for the secretary and directors alone. `shown_to` is who may see them outside the hall:
    nobody unless they agreed. When somebody is forgotten, the row stays for the results, without anything that
    identifies the person. PERSON_DETAILS says what becomes of each field.
    """

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=80)
    note = models.CharField(max_length=40, blank=True)
    nickname = models.CharField(max_length=40, blank=True)
    phone = models.CharField(max_length=200, blank=True)
    email = models.CharField(max_length=200, blank=True)
    private_notes = models.CharField(max_length=1000, blank=True)
    is_member = models.BooleanField(default=False)
    fee_paid_until = models.DateField(null=True, blank=True)
    left_on = models.DateField(null=True, blank=True)
    shown_to = models.CharField(max_length=8, choices=Audience.choices, default=Audience.NOBODY)
    forgotten_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name", "note"]
        constraints = [models.UniqueConstraint("club", Lower("name"), Lower("note"), name="one_player_a_name_and_note")]

    def __str__(self) -> str:
        return self.full_name

    @property
    def full_name(self) -> str:
        """The name with its note, to choose among all people of the club."""
        return join_note(self.name, self.note)


class PersonDetail(NamedTuple):
    """What becomes of one field of a person; unless said otherwise, it is for the desk of the own club alone. `stays`:
    forgetting keeps it. `passes_on`: in a merge, the person who stays takes it over if they have none.
    `goes_with_evening`: the export of one evening has it. `is_logged`: the log says from what to what it changed.
    `is_shown`: pages, the API and the published site may show it to those whom the person is shown to."""

    stays: bool = False
    passes_on: bool = False
    goes_with_evening: bool = False
    is_logged: bool = False
    is_shown: bool = False


PERSON_DETAILS: Mapping[str, PersonDetail] = {
    "uid": PersonDetail(stays=True, goes_with_evening=True),
    "club": PersonDetail(stays=True),
    "name": PersonDetail(goes_with_evening=True, is_logged=True, is_shown=True),
    "note": PersonDetail(goes_with_evening=True, is_logged=True, is_shown=True),
    "nickname": PersonDetail(passes_on=True, is_logged=True),
    "phone": PersonDetail(passes_on=True),
    "email": PersonDetail(passes_on=True),
    "private_notes": PersonDetail(passes_on=True),
    "is_member": PersonDetail(passes_on=True, is_logged=True),
    "fee_paid_until": PersonDetail(passes_on=True, is_logged=True),
    "left_on": PersonDetail(is_logged=True),
    "shown_to": PersonDetail(is_logged=True),
    "forgotten_at": PersonDetail(),
}
"""The decision about every field of `Player`, the only place that has it: a test fails for a field without one."""


class ClubRules(models.Model):
    """House rules that a club has saved under a name: how they differ from one rule set's standard, as in
    `Event.house_rules`. An evening copies them, so a later change affects no evening."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rules")
    rule_set = models.CharField(max_length=30)
    name = models.CharField(max_length=60)
    choices = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint("club", "rule_set", Lower("name"), name="one_set_of_rules_a_name")]

    def __str__(self) -> str:
        return self.name
