from typing import Any

from django.db import migrations, models

import tournament.models.league

HEAD_TO_HEAD = ["head_to_head", "games_between"]


def list_head_to_head(apps: Any, schema_editor: Any) -> None:
    """Head to head was an order of its own and is the first tie-break now."""
    leagues = apps.get_model("tournament", "League").objects.using(schema_editor.connection.alias)
    for league in leagues.filter(order="head_to_head"):
        league.order, league.tie_breaks = "league", HEAD_TO_HEAD + league.tie_breaks
        league.save(update_fields=["order", "tie_breaks"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0014_requests_to_postpone")]

    operations = [
        migrations.AddField(
            model_name="league",
            name="tie_breaks",
            field=models.JSONField(blank=True, default=tournament.models.league.usual_tie_breaks),
        ),
        migrations.AddField(
            model_name="league",
            name="counts",
            field=models.CharField(
                choices=[("bullseyes", "Bullseyes"), ("games", "Games"), ("legs", "Legs"), ("points", "Card points")],
                default="bullseyes",
                max_length=12,
            ),
        ),
        migrations.RunPython(list_head_to_head, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="league",
            name="order",
            field=models.CharField(
                choices=[("league", "League points"), ("bullseyes", "Games won, without league points")],
                default="league",
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="race_to",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="Games that win a match, where it is a race.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="walk_over",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="Games of a walk-over; if empty those of a race, or else none.", null=True
            ),
        ),
    ]
