from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0026_people_of_one_name")]

    operations = [
        migrations.AddField(
            model_name="hand",
            name="chosen_by",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
