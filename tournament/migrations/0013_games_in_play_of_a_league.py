from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0012_who_helps_out")]

    operations = [
        migrations.AddField(
            model_name="league",
            name="counts_games_in_play",
            field=models.BooleanField(default=False, help_text="Once a match that is a race is decided."),
        ),
    ]
