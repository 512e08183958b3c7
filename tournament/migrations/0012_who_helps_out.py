from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0011_waves_of_a_stage")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="helps_out",
            field=models.BooleanField(default=False),
        ),
    ]
