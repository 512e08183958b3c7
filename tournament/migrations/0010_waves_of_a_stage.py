from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0009_day_of_halls_result")]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="wave",
            field=models.PositiveSmallIntegerField(default=1),
        ),
    ]
