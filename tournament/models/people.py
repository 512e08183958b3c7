"""What the secretary records about people besides `club.Player`: membership fees, and merges of duplicates."""

from uuid import uuid4

from django.db import models

from tournament.models.club import Account, Club, Player, join_note


class MembershipFee(models.Model):
    """A fee that somebody paid for their membership until `paid_until`; `before` is the date until which they had paid
    before. With `takes_back` it is the same amount below zero, as for a payment at the door. Rows are only ever
    added, but for those of an import that is undone."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="fees")
    amount = models.DecimalField(max_digits=7, decimal_places=2)
    paid_at = models.DateTimeField()
    paid_until = models.DateField()
    before = models.DateField(null=True, blank=True)
    taken_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")
    takes_back = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="taken_back_by"
    )

    class Meta:
        ordering = ["pk"]


class PersonMerge(models.Model):
    """Two persons who turned out to be one. `kept` has everything now; `gone` is the other's row as it was, by field,
    and `moved` are the ids of their rows, by model. `dropped` are empty entries in evenings where both were on the
    list. `undone_at` is set once the merge was undone."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="merges")
    kept = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    gone_uid = models.UUIDField(default=uuid4, editable=False)
    gone = models.JSONField()
    moved = models.JSONField()
    dropped = models.JSONField(default=list)
    merged_at = models.DateTimeField()
    merged_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    @property
    def gone_name(self) -> str:
        return join_note(self.gone["name"], self.gone["note"])


class PeopleImport(models.Model):
    """The last import of a list of people, until it is undone or another one follows it. `brought` are the uids of the
    people who came with it; `changed` has, by uid, each field that it changed of somebody else, as [before, after] in
    the form of `foundation.model_rows.to_plain`; `fees` are the ids of the membership fees that it recorded."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="people_import")
    imported_at = models.DateTimeField()
    brought = models.JSONField()
    changed = models.JSONField()
    fees = models.JSONField(default=list)


class DifferentPeople(models.Model):
    """Two people with similar names who are not the same person: the secretary has said so and is not asked again."""

    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
