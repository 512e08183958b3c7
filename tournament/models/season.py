"""A club's seasons, the series that rank people over their evenings, and the result of each evening."""

from uuid import uuid4

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.club import Club
from tournament.models.event import Event


class Season(models.Model):
    """A name, dates and a set of evenings: those between the dates, except as `choices` says: uid of an evening, as
    text -> whether it counts."""

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=80)
    first_day = models.DateField()
    last_day = models.DateField()
    choices = models.JSONField(default=dict, blank=True)
    shown = models.BooleanField(default=False)

    class Meta:
        ordering = ["-last_day", "-pk"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_season_a_name")]

    def __str__(self) -> str:
        return self.name


class Series(models.Model):
    """Evenings of a season that count together. `rule` is as `seasons.rule` writes it."""

    class Ranks(models.TextChoices):
        PLAYERS = "players", _("People, each by themselves")
        PAIRS = "pairs", _("Pairs, at evenings of pairs or teams")
        TEAMS = "teams", _("Teams, by their name")

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="series")
    name = models.CharField(max_length=80)
    ranks = models.CharField(max_length=8, choices=Ranks.choices, default=Ranks.PLAYERS)
    rule = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["season", "name"], name="one_series_a_name")]

    def __str__(self) -> str:
        return self.name


class EveningResult(models.Model):
    """The result of an evening at this revision, for seasons, records and ratings. It is derived, and derived again if
    the evening has changed since it ended. `lines` are its tables, `records` the matches of each line, `played` its
    matches as they were played, all as `seasons.evening` writes them; `hands` is the summary of its hands
    (`seasons.hands`), `club_records` what the evening has of the club's records (`seasons.club_records`). `arithmetic`
    is the version of the code that wrote them, and `mark` identifies their source: `seasons.queries.results.marks_of`.

    `ratings` are those that the evening changed, as they were after it (`seasons.ratings`). They depend on all evenings
    before it too, so they hold only for the club's history that `rated_history` identifies; "" means not rated."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="result")
    revision = models.PositiveIntegerField()
    arithmetic = models.PositiveSmallIntegerField()
    mark = models.CharField(max_length=64)
    lines = models.JSONField()
    records = models.JSONField()
    played = models.JSONField()
    hands = models.JSONField(default=dict)
    club_records = models.JSONField(default=list)
    ratings = models.JSONField(default=list)
    rated_history = models.CharField(max_length=64, default="", blank=True)


class RatingRules(models.Model):
    """Whether the club rates its people and shows ratings to everybody, and after how many matches it shows one. No row
    means no ratings."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="rating_rules")
    is_on = models.BooleanField(default=False)
    shown = models.BooleanField(default=False)
    fewest_matches = models.PositiveSmallIntegerField(default=20)
