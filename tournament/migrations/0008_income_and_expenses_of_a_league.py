from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone


def take_over_lines(apps: Any, schema_editor: Any) -> None:
    """Gives each line the league of its team, and the day on which it was entered."""
    lines = apps.get_model("tournament", "LeagueMoney").objects.using(schema_editor.connection.alias)
    for line in lines.select_related("team"):
        line.league_id, line.day = line.team.league_id, timezone.localdate(line.at)
        line.save(update_fields=["league", "day"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0007_penalties_by_name")]

    operations = [
        migrations.AddField(
            "leaguemoney",
            "league",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="money",
                to="tournament.league",
            ),
        ),
        migrations.AddField("leaguemoney", "day", models.DateField(null=True)),
        migrations.AddField("leaguemoney", "note", models.CharField(blank=True, max_length=300)),
        migrations.RunPython(take_over_lines, migrations.RunPython.noop),
        migrations.AlterField(
            "leaguemoney",
            "league",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="money", to="tournament.league"
            ),
        ),
        migrations.AlterField("leaguemoney", "day", models.DateField()),
        migrations.AlterField(
            "leaguemoney",
            "team",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="money",
                to="tournament.leagueteam",
            ),
        ),
        migrations.AlterField(
            "leaguemoney",
            "kind",
            models.CharField(
                choices=[
                    ("paid", "A team paid"),
                    ("fine", "Fine of a team"),
                    ("in", "Other income"),
                    ("out", "Expense"),
                ],
                max_length=4,
            ),
        ),
    ]
