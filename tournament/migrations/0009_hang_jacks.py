"""Hang jacks on sheets and of sides; and a sheet of games may leave their points out."""

from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def count_hang_jacks(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Of matches whose hands are all in, where the rules of their evening tell a captured Jack from one kept."""

    def all_of(name: str) -> Any:
        return apps.get_model("tournament", name).objects.using(schema_editor.connection.alias)

    for event in all_of("Event").filter(rules__isnull=False):
        points = event.rules["points"]
        if points["hang_jack"] <= points["jack"]:
            continue
        for side in all_of("Side").filter(match__table__stage__event=event, match__hands_finished_at__isnull=False):
            players = list(side.players.values_list("entry", flat=True))
            key = f"side-{side.number}" if len(players) > 1 else str(players[0])
            hands = all_of("Hand").filter(match=side.match_id, superseded_at=None)
            awards = (award for of_hand in hands.values_list("awards", flat=True) for award in of_hand["awards"])
            side.hang_jacks = sum(kind == "hang_jack" and winner == key for kind, winner, _points in awards)
            side.save(update_fields=["hang_jacks"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0008_side_of_a_hand")]

    operations = [
        migrations.AddField(
            model_name="sheetline",
            name="hang_jacks",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="side",
            name="hang_jacks",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="sheetline", name="mine", field=models.SmallIntegerField(blank=True, null=True)
        ),
        migrations.RunPython(count_hang_jacks, migrations.RunPython.noop),
    ]
