"""A league: teams that meet over a season, with results of evenings that were not run here."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.club import Account, Club


class League(models.Model):
    """A season of one league or division. Its fields say how a table is made from its results."""

    class Order(models.TextChoices):
        LEAGUE = "league", _("League points, then bullseyes won")
        BULLSEYES = "bullseyes", _("Bullseyes won, without league points")

    class Bye(models.TextChoices):
        NOTHING = "nothing", _("Nothing")
        WIN = "win", _("A match won, otherwise the average of the team’s other matches")
        OWN_AVERAGE = "own_average", _("The average of the team’s other matches")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leagues")
    name = models.CharField(max_length=80)
    season = models.CharField(max_length=40)
    win = models.PositiveSmallIntegerField(default=2)
    draw = models.PositiveSmallIntegerField(default=1)
    loss = models.PositiveSmallIntegerField(default=0)
    order = models.CharField(max_length=12, choices=Order.choices, default=Order.LEAGUE)
    bye = models.CharField(max_length=12, choices=Bye.choices, default=Bye.NOTHING)
    race_to = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Bullseyes that win a match, where it is a race.")
    )
    meetings = models.PositiveSmallIntegerField(
        default=1, help_text=_("How often any two teams meet; 0 if that is not fixed.")
    )
    shown = models.BooleanField(default=False)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["club", "name", "season"], name="one_league_a_season")]

    def __str__(self) -> str:
        return f"{self.name} {self.season}"


class LeagueTeam(models.Model):
    """A team of a league. `key` is equal for names that differ only by case, spaces or accents, which mean the same
    team. `home` is where it plays the matches in which it is named first; empty if it has no such place."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=80)
    key = models.CharField(max_length=400)
    home = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["league", "key"], name="one_team_a_name")]

    def __str__(self) -> str:
        return self.name


class LeagueResult(models.Model):
    """One version of a team match. Without `other` it is a bye; without games a fixture that is still to be played;
    without hang jacks nobody counted them. `day` is None until the date is set, an empty `venue` means the home of
    `team`, and `postponed_from` is the first day of a postponed match. A version that no longer counts says since when,
    by whom and why; `replaced_by` is the one in its place, None if the result was removed."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="results")
    round = models.PositiveSmallIntegerField()
    team = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="+")
    games = models.PositiveSmallIntegerField(null=True, blank=True)
    hang_jacks = models.PositiveSmallIntegerField(null=True, blank=True)
    other = models.ForeignKey(LeagueTeam, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    other_games = models.PositiveSmallIntegerField(null=True, blank=True)
    other_hang_jacks = models.PositiveSmallIntegerField(null=True, blank=True)
    day = models.DateField(null=True, blank=True)
    starts = models.TimeField(null=True, blank=True)
    ends = models.TimeField(null=True, blank=True)
    venue = models.CharField(max_length=120, blank=True)
    postponed_from = models.DateField(null=True, blank=True)
    imported_at = models.DateTimeField()
    imported_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")
    superseded_at = models.DateTimeField(null=True, blank=True)
    superseded_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(max_length=300, blank=True)
    replaced_by = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="replaces")

    class Meta:
        ordering = ["round", "pk"]

    @property
    def is_fixture(self) -> bool:
        """Whether two teams still have to play it."""
        return self.other_id is not None and self.games is None

    @property
    def has_hang_jacks(self) -> bool:
        """Whether they were counted, for one team at least."""
        return (self.hang_jacks, self.other_hang_jacks) != (None, None)

    @property
    def place(self) -> str:
        """Where it is played; "" if unknown."""
        return self.venue or ("" if self.other_id is None else self.team.home)


class LeaguePenalty(models.Model):
    """League points, bullseyes or both that a team loses as a penalty. A penalty that was taken back says since when,
    by whom and why. It is never corrected, but taken back with a reason and given again: penalties are argued about
    later, and every version has to be there."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="penalties")
    team = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="penalties")
    points = models.PositiveSmallIntegerField(default=0)
    bullseyes = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=300)
    given_at = models.DateTimeField()
    given_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")
    superseded_at = models.DateTimeField(null=True, blank=True)
    superseded_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    why_superseded = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
