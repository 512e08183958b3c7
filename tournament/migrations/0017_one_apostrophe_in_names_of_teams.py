from typing import Any

from django.db import migrations

APOSTROPHES = str.maketrans(dict.fromkeys("\u2019\u2018\u02bc\u00b4`", "'"))


def write_one_apostrophe(apps: Any, schema_editor: Any) -> None:
    """Names that differ only by the kind of apostrophe are one name now. Where a league has two such teams already,
    both stay as they are."""
    teams = apps.get_model("tournament", "LeagueTeam").objects.using(schema_editor.connection.alias)
    for team in teams.all():
        key = team.key.translate(APOSTROPHES)
        if key != team.key and not teams.filter(league=team.league_id, key=key).exists():
            team.key = key
            team.save(update_fields=["key"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0016_hosts_of_clubs")]

    operations = [migrations.RunPython(write_one_apostrophe, migrations.RunPython.noop)]
