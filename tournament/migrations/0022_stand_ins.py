from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0021_adjustments_in_a_match")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="is_stand_in",
            field=models.BooleanField(default=False),
        ),
    ]
