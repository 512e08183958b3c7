"""An evening, who is entered in it, and who sits where in each stage."""

from datetime import date as date_
from datetime import datetime, timedelta
from typing import ClassVar
from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.formats.formats import FORMATS, Format
from tournament.formats.hall import BellOfHall
from tournament.models.club import Account, Club, Player, join_note
from tournament.models.reader import READER, names_in


class Enters(models.TextChoices):
    """Who enters an evening, meets in its matches and is ranked."""

    PLAYERS = "players", _("Singles")
    PAIRS = "pairs", _("Pairs who stay together")
    TEAMS = "teams", _("Teams of several pairs")


class EventsInUse(models.Manager["Event"]):
    """All evenings except those in the bin."""

    def get_queryset(self) -> models.QuerySet["Event"]:
        return super().get_queryset().filter(binned_at=None)


class SignUpState(models.TextChoices):
    """Whether people may sign up by themselves before the day."""

    UNUSED = "unused", _("Not used")
    OPEN = "open", _("Open")
    CLOSED = "closed", _("Closed")


class Event(models.Model):
    """One evening. It has its own copy of its rules from the moment play starts (`rules`).

    `plan` is how players move: [key of a movement, rounds, how many enter] for each part of the evening. An empty plan
    means the format's; 0 rounds means as many as the movement plays with those who come; 0 to enter means all.
    `criteria` are keys of ranking.CRITERIA in the club's own order; empty means the format's. `credits` say what an
    unplayed match counts, by the kinds of `ranking.credits`. `breaks` are [number of a stage, minutes]: a longer break
    after it instead of the change-over. A round that `starts_itself` waits while `held_at` is set; `held_for` adds up
    such waits until it begins. `muted_at` is set while no device of the hall should ring. `price` is what a player
    pays; None if no money is taken. `binned_at` is set while the evening is in the bin; `objects` leaves it out then,
    so that no page can forget to.
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
    has_check_box = models.BooleanField(
        default=True, help_text=_("Whether each line of a score sheet asks what the opponent won, too.")
    )
    table_size = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("Where the game leaves a choice."))
    hall_tables = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("How many the hall has; none: always enough.")
    )
    length_kind = models.CharField(max_length=10, default="timed", help_text=_("What ends a match: games.LENGTHS."))
    length_number = models.PositiveSmallIntegerField(default=1)
    grace_minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Before the rule for late sides applies; none: no timer.")
    )
    late_points = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Proposed for the side that came; none: a walk-over.")
    )
    unfinished = models.CharField(max_length=10, default="nobody")
    undecided = models.CharField(
        max_length=10, default="most", help_text=_("Who wins a team match short of its games.")
    )
    counts_games_in_play = models.BooleanField(default=False, help_text=_("Once a team match is decided."))
    games_a_table = models.JSONField(
        default=list, blank=True, help_text=_("At each table of a team match; none: all tables play the same.")
    )
    enters = models.CharField(max_length=10, choices=Enters.choices, default=Enters.PLAYERS)
    pairs_a_team = models.PositiveSmallIntegerField(default=2, help_text=_("That play at once, each at a table."))
    singles_a_team = models.PositiveSmallIntegerField(
        default=0, help_text=_("That play at once besides its pairs, each at a table.")
    )
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
    prize_money = models.JSONField(default=dict, blank=True, help_text=_("event.prize_table.PrizeTable.as_json."))
    price = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)
    standings_shown = models.BooleanField(default=False)
    sign_up = models.CharField(max_length=6, choices=SignUpState.choices, default=SignUpState.UNUSED)
    begins_at = models.TimeField(null=True, blank=True, help_text=_("As people who sign up read it."))
    venue = models.CharField(max_length=120, blank=True)
    to_bring = models.CharField(max_length=200, blank=True)
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
        """The evening's format, which says how it differs from other kinds of evening."""
        return FORMATS[self.format]

    def name_stage(self, number: int) -> str:
        """Returns the name of a stage within a sentence, as in "hour 2"; pages, paper and the log have this one."""
        return self.kind.name_stage(number, self.plan)

    def say_of_stage(self, number: int) -> str:
        """Returns the words after the name of a page: " of hour 2", or " of half 2"; "" if there is only one."""
        return gettext(" of %(hour)s") % {"hour": self.name_stage(number)} if self.kind.has_several_stages else ""

    @property
    def has_sign_up(self) -> bool:
        """Returns whether sign-up was ever opened or anybody was signed up."""
        return self.sign_up != SignUpState.UNUSED

    def takes_sign_ups(self, today: date_) -> bool:
        """Returns whether people may sign up by themselves: sign-up closes by itself when the evening's day is over."""
        return self.sign_up == SignUpState.OPEN and self.locked_at is None and self.date >= today

    @property
    def has_ended_early(self) -> bool:
        """Whether no more rounds will come although the plan may have had more."""
        return self.kind.is_planned and self.locked_at is not None

    def has_gone_on_since(self, at: datetime) -> bool:
        """Returns whether seats were released or a round was started since. One query."""
        return self.stages.filter(Q(released_at__gt=at) | Q(rounds__started_at__gt=at)).exists()

    @property
    def has_bell(self) -> bool:
        """Whether a bell ends the matches of all tables at once."""
        return self.length_kind == "timed"

    @property
    def bell_of_hall(self) -> BellOfHall:
        """Whom a bell rings for if the hall has fewer tables than a round."""
        if not self.has_bell:
            return "none"
        return "for all" if self.kind.turns_per_seating > 1 else "for a wave"

    @property
    def has_waves(self) -> bool:
        return self.hall_tables is not None and self.bell_of_hall == "for a wave"

    def turn_length(self, turns: int) -> timedelta:
        """Returns how long each turn lasts at a table with this many turns: an equal part of the hour."""
        return timedelta(seconds=self.hour_seconds // turns)


class Team(models.Model):
    """Players entered together: a pair, or a team of several pairs. A pair without a name gets its players' names."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=80, blank=True)
    lined_up_at = models.DateTimeField(null=True, blank=True, help_text=_("When it last gave its line-up."))

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        """The name that pages show; "" if it has none, or one that reveals somebody who is hidden from the reader."""
        names = names_in(self.event_id)
        if names is None:
            return self.name
        return names.name_of_team(self.name, self.entries.values_list("player", flat=True))


class Entry(models.Model):
    """A player entered in an event. `here` is whether the door marked them as here; `left_at` is set when somebody goes
    home early. `namesake_note` is the player's note if somebody else with that name is entered too, else empty; it is
    derived by `tournament.door.services.entries.tell_namesakes_apart`.

    `team` is their pair or team, if such enter. `stays_at` is the table that they cannot move from; `comes_from` is
    their club or society: its members are kept apart in the first round. `helps_out` is set if they would take turns
    with a guest who has no partner. `is_stand_in` is set for the place beside such a guest that somebody else takes in
    each round: it plays, but it is nobody, so it does not count among those here. `due` is what they pay, if that is
    not the price of the evening.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries")
    stays_at = models.PositiveSmallIntegerField(null=True, blank=True)
    comes_from = models.CharField(max_length=80, blank=True)
    helps_out = models.BooleanField(default=False)
    is_stand_in = models.BooleanField(default=False)
    namesake_note = models.CharField(max_length=40, blank=True)
    here = models.BooleanField(default=True)
    left_at = models.DateTimeField(null=True, blank=True)
    due = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)
    line_up = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Place in the line-up of their team, from 1; none for a reserve.")
    )

    class Meta:
        ordering = ["player__name", "namesake_note"]
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="a_player_enters_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name that every page and paper of this evening shows the present reader (`models.reader`)."""
        return entry_name(self.event_id, self.player_id, self.player.name, self.namesake_note)


def entry_names(entries: models.QuerySet[Entry]) -> dict[int, str]:
    """Returns entry -> `Entry.name`, in order. One query."""
    names = entries.values_list("pk", "event", "player", "player__name", "namesake_note")
    return {pk: entry_name(event, person, name, note) for pk, event, person, name, note in names}


def entry_name(event: int, person: int, name: str, note: str) -> str:
    """Returns `Entry.name` of an entry that was read as values."""
    names = None if READER.get() is None else names_in(event)
    if names is not None:
        return names.name_of(person)
    return join_note(name, note) if note else name


class Apart(models.Model):
    """Two players who do not want to meet, such as a couple."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="kept_apart")
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")


class Stage(models.Model):
    """Rounds drawn together: one hour of a Kent evening, or one round if people move after each. It is a draft until
    the director releases it.

    `order` is the starting order of the movement, at its first stage, and `second_cup` that of those who play a second
    knock-out beside the first; `out` are those here who no longer play, because they were knocked out or did not go
    through; `why` says why each entry sits where it does: [code, params] by its key. All use the numbers of
    `tournament.event.queries.competitors`. `wave` is which of its tables play now, in a hall with fewer
    (`tournament.formats.hall`).
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    seed = models.BigIntegerField(null=True, blank=True, help_text=_("Of a random draw; none when drawn by rank."))
    order = models.JSONField(default=list, blank=True)
    second_cup = models.JSONField(default=list, blank=True)
    out = models.JSONField(default=list, blank=True)
    why = models.JSONField(default=dict, blank=True)
    moved_by_hand = models.BooleanField(default=False)
    prefer_five = models.BooleanField(default=False)
    drawn_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True, blank=True)
    wave = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_stage_a_number")]

    def __str__(self) -> str:
        return f"{self.event}, {self.number}"


class Table(models.Model):
    """A table of a stage. `size` is how many places it has, `turns` how many rounds it plays, which is also how often
    its bell rings: 3 at a Kent evening, and 5 at a table of five."""

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
    """Who sits at a place of a table, from which to which of its turns (both included).

    A seat that a leaver gives up may have a second entry for the remaining turns. A turn within these bounds without a
    match is a sit-out and gets credit; a turn outside them was missed and gets none.
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
    """Somebody for whom a stage has no table: they rest, because the number is odd, or have a bye. The credit counts
    once the round is over, so that nobody leads by a round that the others are still playing."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rests")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="rests")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "entry"], name="one_rest_a_stage")]


class Cut(models.Model):
    """A cut of the cards that broke a tie in the standings after `stage`; an entry's latest cut counts."""

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
    """A play-off between competitors who were tied in the standings after `stage`. `order` is the result, the best
    first: those at each place, by the numbers of `tournament.event.queries.competitors`. A competitor's latest play-off
    counts, until it is undone."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="play_offs")
    order = models.JSONField()
    kept_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")
    kept_at = models.DateTimeField()
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
