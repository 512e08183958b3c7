from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0010_sent_weeks_of_a_league")]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="wave",
            field=models.PositiveSmallIntegerField(default=1),
        ),
    ]
