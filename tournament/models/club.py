"""The club, its players, and the accounts of those who run an evening. Players and spectators have no account."""

from uuid import uuid4

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class Account(AbstractUser):
    """Somebody who signs in. A scorer keys in paper; a secretary keeps the club's people, leagues and money, and runs
    no evening. A director may do all of it.

    `club` is None only until the club has a name: the first account is made before the first evening names it, and
    `make_club` then takes in whatever waits. A club without a name from the first start on would be one that every page
    has to tell from a real one. `username` is unique on the whole server, since who signs in names no club.
    """

    class Role(models.TextChoices):
        DIRECTOR = "director", _("Director")
        SCORER = "scorer", _("Scorer")
        SECRETARY = "secretary", _("Secretary")

    club = models.ForeignKey("Club", null=True, blank=True, on_delete=models.CASCADE, related_name="accounts")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.SCORER)
    one_time_password = models.BooleanField(default=False, help_text=_("Must be changed at the next sign-in."))

    @property
    def is_director(self) -> bool:
        return self.role == self.Role.DIRECTOR

    @property
    def can_score(self) -> bool:
        return self.role in (self.Role.SCORER, self.Role.DIRECTOR)

    @property
    def can_keep_people(self) -> bool:
        """May keep people, leagues and money."""
        return self.role in (self.Role.SECRETARY, self.Role.DIRECTOR)


class Audience(models.TextChoices):
    """Who may see a person's name and page outside the hall. Both the person and the club say so: the narrower of the
    two counts (`club.visibility.is_visible`)."""

    NOBODY = "nobody", _("Nobody")
    MEMBERS = "members", _("Members, with the club’s code")
    PUBLIC = "public", _("Everybody")


class Club(models.Model):
    """Whose everything is: each row of every other model leads to one club, by a `club` of its own or by what it
    belongs to. So a second club on a server is a row; pages show the first, `club.queries.the_club`.

    `wifi_name` is the hall's network as phones see it, for the desk's paper alone; no password means an open one.
    `currency` is the sign or code before an amount of money; empty where the club takes none. `sheet` is a key of
    `paper.SHEETS`, what its printer holds. The password is kept readable: it is printed on every table, and a director
    who reads out a wrong one has to see it. The sheet is asked once, because kits are printed without being asked for.
    `uid` is the same on every computer that an export was imported on, as it is of a player and of an evening.
    `colour`, as in #8a1c2b, fills the head of pages; empty for none. `shows_people_to` is the widest circle that the
    club allows, `members_code` opens what is for members, and `membership_fee` is what a year costs; None where there
    is none.
    """

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    name = models.CharField(max_length=120)
    wifi_name = models.CharField(max_length=32, blank=True)
    wifi_password = models.CharField(max_length=64, blank=True)
    currency = models.CharField(max_length=4, blank=True)
    sheet = models.CharField(max_length=16, default="a4")
    colour = models.CharField(max_length=7, blank=True)
    shows_people_to = models.CharField(max_length=8, choices=Audience.choices, default=Audience.NOBODY)
    members_code = models.CharField(max_length=40, blank=True)
    membership_fee = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)

    def __str__(self) -> str:
        return self.name


def of_shown_club(club: str = "club") -> models.Q:
    """Rows that pages show: those of the server's first club, and of before it has a name. `club` is the way from a row
    to its club, as in `event__club`."""
    return models.Q((club, None), (f"{club}__in", Club.objects.order_by("pk").values("pk")[:1]), _connector=models.Q.OR)


class Emblem(models.Model):
    """The club's picture for the head of its paper, in grey; apart from the club, which every page reads. A picture is
    decoded where it is given and drawn anew as a small PNG, so that nothing of somebody's file reaches the renderer;
    SVG is refused."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="emblem")
    png = models.BinaryField()
    width = models.PositiveSmallIntegerField(help_text=_("In pixels."))
    height = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return str(self.club)


def join_note(name: str, note: str) -> str:
    """As in "Ann Smith (Pond Street)". Every page and paper that tells people of one name apart does it like this."""
    return f"{name} ({note})" if note else name


class Player(models.Model):
    """Somebody the club knows by name; added once, entered in many events. `note` tells people of one name apart: a
    nickname, a street, a number. An evening shows it only where two of one name are entered (`Entry.name`).

    The door needs the name alone; the rest is the secretary's. `contact` is for the desk and is printed nowhere.
    `shown_to` is who may see them outside the hall: nobody unless they agreed. Of somebody who is forgotten the row
    stays, for the results, without anything that says who it was."""

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=80)
    note = models.CharField(max_length=40, blank=True)
    nickname = models.CharField(max_length=40, blank=True)
    contact = models.CharField(max_length=200, blank=True)
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
        """Tells them from everybody the club knows: for a choice among all of them."""
        return join_note(self.name, self.note)


class ClubRules(models.Model):
    """Rules of the house that a club has given a name, to choose them again: what it plays otherwise than the document
    of one rule set has it, as `Event.house_rules`. An evening copies them; a later change touches none."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rules")
    rule_set = models.CharField(max_length=30)
    name = models.CharField(max_length=60)
    choices = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint("club", "rule_set", Lower("name"), name="one_set_of_rules_a_name")]

    def __str__(self) -> str:
        return self.name
