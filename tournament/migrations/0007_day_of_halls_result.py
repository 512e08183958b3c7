from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0006_points_off_or_added")]

    operations = [
        migrations.AddField(
            model_name="leaguereport",
            name="played_on",
            field=models.DateField(blank=True, null=True),
        ),
    ]
