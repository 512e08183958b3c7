import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0013_games_in_play_of_a_league")]

    operations = [
        migrations.CreateModel(
            name="PostponementRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField()),
                ("day", models.DateField(blank=True, null=True)),
                ("reason", models.CharField(max_length=300)),
                ("asked_at", models.DateTimeField()),
                ("agreed_at", models.DateTimeField(blank=True, null=True)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                ("is_declined", models.BooleanField(default=False)),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournament.leagueteam"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournament.leagueteam"
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
    ]
