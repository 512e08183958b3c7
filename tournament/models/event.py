"""An evening, who is entered in it, and who sits where in each stage."""

from datetime import timedelta
from typing import ClassVar
from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.formats.formats import FORMATS, Format
from tournament.models.club import Account, Club, Player, join_note


class Enters(models.TextChoices):
    """Who enters an evening, and so who meets whom and stands in the standings."""

    PLAYERS = "players", _("Singles")
    PAIRS = "pairs", _("Pairs who stay together")
    TEAMS = "teams", _("Teams of several pairs")


class EventsInUse(models.Manager["Event"]):
    """All evenings but those in the bin."""

    def get_queryset(self) -> models.QuerySet["Event"]:
        return super().get_queryset().filter(binned_at=None)


class SignUpState(models.TextChoices):
    """Whether people may sign up before the day by themselves."""

    UNUSED = "unused", _("Not used")
    OPEN = "open", _("Open")
    CLOSED = "closed", _("Closed")


class Event(models.Model):
    """One evening. It keeps its own copy of its rules from the moment play starts (`rules`).

    `plan` is how they move: [key of a movement, rounds] for each part of the evening, and how many enter a later part
    where not all do; empty as its format has it, and no rounds (0) as many as the movement plays with those who come.
    `criteria` are keys of ranking.CRITERIA in the club's own order; empty as the format has them. `credits` say what
    counts for a match that is not played, by the kinds of `ranking.credits`. `breaks` are [number of a stage, minutes]:
    a longer rest after it instead of the change-over. A round that `starts_itself` waits while `held_at` is set;
    `held_for` adds up such waits until it begins. `muted_at` is set while no device of the hall is to ring. `price` is
    what a player pays; None where no money is taken. `binned_at` is set while the evening is in the bin: `objects` does
    not know it then, so that no page can forget to leave it out.
    """

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    name = models.CharField(max_length=120)
    date = models.DateField()
    format = models.CharField(max_length=30, default="kent-1674")
    house_rules = models.JSONField(default=dict, blank=True)
    rules = models.JSONField(null=True, blank=True)
    hour_seconds = models.PositiveIntegerField(default=3600)
    warning_seconds = models.PositiveIntegerField(default=120)
    bell_rule = models.CharField(max_length=20, default="finish")
    adjust_sit_outs = models.BooleanField(default=True)
    threes = models.CharField(max_length=10, default="bottom")
    final_order = models.CharField(max_length=20, default="totals")
    empty_means_none = models.BooleanField(
        default=True, help_text=_("All Fours and Jacks turned, left empty on a score sheet.")
    )
    table_size = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("Where the game leaves a choice."))
    length_kind = models.CharField(max_length=10, default="timed", help_text=_("What ends a match: games.LENGTHS."))
    length_number = models.PositiveSmallIntegerField(default=1)
    unfinished = models.CharField(max_length=10, default="nobody")
    enters = models.CharField(max_length=10, choices=Enters.choices, default=Enters.PLAYERS)
    pairs_a_team = models.PositiveSmallIntegerField(default=2, help_text=_("That play at once, each at a table."))
    plan = models.JSONField(default=list, blank=True)
    criteria = models.JSONField(default=list, blank=True)
    credits = models.JSONField(default=dict, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    change_seconds = models.PositiveIntegerField(default=300, help_text=_("Between one round and the next."))
    breaks = models.JSONField(default=list, blank=True)
    starts_itself = models.BooleanField(default=False)
    held_at = models.DateTimeField(null=True, blank=True)
    held_for = models.DurationField(default=timedelta)
    bell_sound = models.CharField(max_length=10, default="bell")
    bell_volume = models.PositiveSmallIntegerField(default=80, help_text=_("Of a hundred."))
    muted_at = models.DateTimeField(null=True, blank=True)
    agreement = models.BooleanField(default=True)
    claim_until = models.CharField(max_length=12, default="next_hand")
    codes_change = models.BooleanField(default=False)
    price = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)
    standings_shown = models.BooleanField(default=False)
    sign_up = models.CharField(max_length=6, choices=SignUpState.choices, default=SignUpState.UNUSED)
    sign_up_places = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("Players; none: any number."))
    locked_at = models.DateTimeField(null=True, blank=True)
    binned_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)

    objects: ClassVar[EventsInUse] = EventsInUse()
    with_binned: ClassVar[models.Manager["Event"]] = models.Manager()

    class Meta:
        ordering = ["-date", "-pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def kind(self) -> Format:
        """The value of its format, which says what differs from other kinds of evening."""
        return FORMATS[self.format]

    @property
    def takes_sign_ups(self) -> bool:
        """Whether people may sign up by themselves now."""
        return self.sign_up == SignUpState.OPEN

    @property
    def has_ended_early(self) -> bool:
        """Whether what is out is all that there will be, though the plan may have had more rounds."""
        return self.kind.is_planned and self.locked_at is not None

    def turn_length(self, turns: int) -> timedelta:
        """How long each turn lasts at a table of so many: an even part of the hour."""
        return timedelta(seconds=self.hour_seconds // turns)


class Team(models.Model):
    """Players entered together: a pair, or a team of several pairs. A pair without a name is called by its players'."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player entered in an event. `here` is what the door ticked; `left_at` is set when somebody goes home early.
    `namesake_note` is the player's note where somebody else of that name is entered too, and empty elsewhere: it is
    derived, by `tournament.door.services.entries.tell_namesakes_apart`.

    `team` is their pair or team, where such enter. `stays_at` is the table that they cannot move from; `comes_from`
    their club or society: mates are kept apart in the first round. `due` is what they pay, where that is not the price
    of the evening."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries")
    stays_at = models.PositiveSmallIntegerField(null=True, blank=True)
    comes_from = models.CharField(max_length=80, blank=True)
    namesake_note = models.CharField(max_length=40, blank=True)
    here = models.BooleanField(default=True)
    left_at = models.DateTimeField(null=True, blank=True)
    due = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)

    class Meta:
        ordering = ["player__name", "namesake_note"]
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="a_player_enters_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """As every page and paper of this evening shows it."""
        return join_note(self.player.name, self.namesake_note) if self.namesake_note else self.player.name


def entry_names(entries: models.QuerySet[Entry]) -> dict[int, str]:
    """Entry -> `Entry.name`, in order. One query."""
    found = entries.values_list("pk", "player__name", "namesake_note")
    return {pk: join_note(name, note) for pk, name, note in found}


class Apart(models.Model):
    """Two who do not want to meet: husband and wife."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="kept_apart")
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")


class Stage(models.Model):
    """Rounds drawn together: one hour of a Kent evening, one round where people move after each. A draft until the
    director releases it.

    `order` is whom the movement started from, at its first stage; `out` are those here who do not play any more,
    knocked out or not gone on; `why` tells of each entry why it sits where it does: [code, params] by its key. All
    are by the numbers of `tournament.event.queries.competitors`.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    seed = models.BigIntegerField(null=True, blank=True, help_text=_("Of a random draw; none when drawn by rank."))
    order = models.JSONField(default=list, blank=True)
    out = models.JSONField(default=list, blank=True)
    why = models.JSONField(default=dict, blank=True)
    moved_by_hand = models.BooleanField(default=False)
    prefer_five = models.BooleanField(default=False)
    drawn_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_stage_a_number")]

    def __str__(self) -> str:
        return f"{self.event}, {self.number}"


class Table(models.Model):
    """A table of a stage. `size` is how many places it has, `turns` how many rounds it plays, which are those of its
    bell: at a Kent evening 3, and 5 at a table of five."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    size = models.PositiveSmallIntegerField()
    turns = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="one_table_a_number")]

    def __str__(self) -> str:
        return str(self.number)


class Seat(models.Model):
    """Who sits at a place of a table, for which of its turns (both counted in).

    A seat that a leaver gives up may have a second entry for the turns that are left. A turn inside these bounds
    without a match is a sit-out, with its credit; a turn outside them is a turn missed, without.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="seats")
    from_turn = models.PositiveSmallIntegerField(default=1)
    until_turn = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position", "from_turn"]
        constraints = [
            models.UniqueConstraint(fields=["table", "position", "from_turn"], name="one_entry_a_seat"),
            models.UniqueConstraint(fields=["table", "entry"], name="an_entry_has_one_seat"),
        ]


class Rest(models.Model):
    """Somebody for whom a stage has no table: they rest, because the number is odd, or with a bye. Its credit
    counts once the round is over, so that nobody leads by a round that the others are still playing."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rests")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="rests")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "entry"], name="one_rest_a_stage")]


class Cut(models.Model):
    """A cut of the cards that settled a tie in the standings after `stage`; the latest of an entry counts."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="cuts")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="cuts")
    cards = models.JSONField(help_text=_("Ranks in the order cut; more than one where equal ranks were cut again."))
    cut_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL)
    cut_at = models.DateTimeField()
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "entry"], condition=Q(superseded_at=None), name="one_cut_that_counts"
            )
        ]


class PlayOff(models.Model):
    """A play-off between some who were level in the standings after `stage`. `order` is how it ended, the best first:
    those of each place, by the numbers of `tournament.event.queries.competitors`. The latest of anybody counts, until
    it is taken back."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="play_offs")
    order = models.JSONField()
    kept_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")
    kept_at = models.DateTimeField()
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
