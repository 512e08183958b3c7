from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0027_sheets_missing_or_left_empty")]

    operations = [
        migrations.AddField(
            model_name="hand",
            name="chosen_by",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
