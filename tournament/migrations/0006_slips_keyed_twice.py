"""A match whose paper was keyed twice, and equal."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0005_games_on_paper")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="checked_at",
            field=models.DateTimeField(blank=True, help_text="Its paper was keyed twice, and equal.", null=True),
        ),
    ]
