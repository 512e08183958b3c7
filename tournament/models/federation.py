"""What clubs of one server have in common, each by the word of both: a federation, and somebody whom two clubs know.
Nothing else leads to two clubs."""

from django.db import models

from tournament.models.club import Club, Player


class Federation(models.Model):
    """Clubs of one server whose leagues are read on one page. `club` runs it, is in it, and invites the others."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="federation")
    name = models.CharField(max_length=120)

    def __str__(self) -> str:
        return self.name


class FederationMember(models.Model):
    """A club that a federation has invited, and in it from `accepted_at` on. Either side ends it by deleting this."""

    federation = models.ForeignKey(Federation, on_delete=models.CASCADE, related_name="members")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    invited_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["federation", "club"], name="one_membership_a_club")]

    def __str__(self) -> str:
        return f"{self.federation}: {self.club}"


class PersonLink(models.Model):
    """Says that `person` of one club and `other` of another are the same. The first club's word is the `code`, which it
    gives to the second; the second's is to enter it for somebody of its own. Either ends it by deleting this."""

    person = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="links_offered")
    code = models.CharField(max_length=20, unique=True)
    offered_at = models.DateTimeField()
    other = models.ForeignKey(Player, null=True, on_delete=models.CASCADE, related_name="links_taken")
    taken_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.person} – {self.other}"
