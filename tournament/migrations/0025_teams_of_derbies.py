"""The table of the teams of derbies gets a model of its own, so that exports have its rows. The table stays as it is."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0024_who_may_play_in_another_hall")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="DerbyTeam",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "derby",
                            models.ForeignKey(
                                db_column="leaguederby_id",
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournament.leaguederby",
                            ),
                        ),
                        (
                            "team",
                            models.ForeignKey(
                                db_column="leagueteam_id",
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournament.leagueteam",
                            ),
                        ),
                    ],
                    options={"db_table": "tournament_leaguederby_teams", "unique_together": {("derby", "team")}},
                ),
                migrations.AlterField(
                    model_name="leaguederby",
                    name="teams",
                    field=models.ManyToManyField(
                        related_name="derbies", through="tournament.DerbyTeam", to="tournament.leagueteam"
                    ),
                ),
            ]
        )
    ]
