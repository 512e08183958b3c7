from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0023_codes_and_visits_of_each_club")]

    operations = [
        migrations.AddField(
            model_name="visitingmatch",
            name="cup_teams",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="visitingmatch",
            name="eligibility",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="visitingmatch",
            name="allowed",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
