"""A match is between sides of players: whoever was its entry a and its entry b are its sides 1 and 2 from now on."""

from collections.abc import Callable
from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TURNS_OF_FIVE = 5


def carry_over(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    def all_of(name: str) -> Any:
        return apps.get_model("tournament", name).objects.using(schema_editor.connection.alias)

    all_of("Table").filter(size=5).update(turns=TURNS_OF_FIVE)
    carry_matches(all_of)
    carry_sheets_and_rulings(all_of)
    if schema_editor.connection.vendor == "postgresql":
        # What was written in this transaction has to be checked before its tables change again.
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute("SET CONSTRAINTS ALL DEFERRED")


def carry_matches(all_of: Callable[[str], Any]) -> None:
    sides, players = all_of("Side"), all_of("SidePlayer")
    for number, letter in ((1, "a"), (2, "b")):
        sides.bulk_create(
            sides.model(
                match=match,
                number=number,
                points=getattr(match, f"points_{letter}"),
                all_fours=getattr(match, f"all_fours_{letter}"),
                jacks_turned=getattr(match, f"jacks_turned_{letter}"),
            )
            for match in all_of("Match").order_by("pk")
        )
        players.bulk_create(
            players.model(side=side, entry_id=getattr(side.match, f"entry_{letter}_id"), seat=number)
            for side in all_of("Side").filter(number=number).select_related("match").order_by("pk")
        )


def carry_sheets_and_rulings(all_of: Callable[[str], Any]) -> None:
    played = all_of("SidePlayer").values_list("side__match", "entry", "side")
    sides = {(match, entry): side for match, entry, side in played}
    for line in all_of("SheetLine"):
        line.side_id = sides[line.match_id, line.entry_id]
        line.save(update_fields=["side"])
    for ruling in all_of("Ruling"):
        ruling.points = [ruling.points_a, ruling.points_b]
        ruling.save(update_fields=["points"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0003_tables_of_every_game")]

    operations = [
        migrations.CreateModel(
            name="Side",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(help_text="In the match, from 1.")),
                ("points", models.SmallIntegerField(blank=True, null=True)),
                ("games", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("all_fours", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("jacks_turned", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sides", to="tournament.match"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("match", "number"), name="one_side_a_number")],
            },
        ),
        migrations.CreateModel(
            name="SidePlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="played_in", to="tournament.entry"
                    ),
                ),
                (
                    "side",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="players", to="tournament.side"
                    ),
                ),
            ],
            options={
                "ordering": ["seat"],
                "constraints": [
                    models.UniqueConstraint(fields=("side", "entry"), name="a_player_is_once_on_a_side")
                ],
            },
        ),
        migrations.AddField("table", "turns", models.PositiveSmallIntegerField(default=3), preserve_default=False),
        migrations.AddField(
            "sheetline",
            "side",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sheet_lines",
                to="tournament.side",
            ),
        ),
        migrations.AddField(
            "ruling",
            "points",
            models.JSONField(default=list, help_text="Of each side, in order."),
            preserve_default=False,
        ),
        migrations.RunPython(carry_over, elidable=True),
        migrations.RemoveConstraint("match", "a_match_is_drawn_once"),
        migrations.RemoveConstraint("sheetline", "one_line_that_counts"),
        migrations.RemoveField("sheetline", "match"),
        migrations.RemoveField("sheetline", "entry"),
        migrations.AlterField(
            "sheetline",
            "side",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="sheet_lines", to="tournament.side"
            ),
        ),
        migrations.AddConstraint(
            "sheetline",
            models.UniqueConstraint(
                condition=models.Q(("superseded_at", None)), fields=("side",), name="one_line_that_counts"
            ),
        ),
        *[
            migrations.RemoveField("match", f"{tally}_{letter}")
            for tally in ("entry", "points", "all_fours", "jacks_turned")
            for letter in "ab"
        ],
        migrations.RemoveField("ruling", "points_a"),
        migrations.RemoveField("ruling", "points_b"),
    ]
