"""What sides received less what they paid, and how often they were set back."""

from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from scoring import Seating, read_hand, rules_from_dict
from tournament.formats.match_length import Length, series


def count_settlements(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Of matches whose hands are all in, where the rules of their evening settle up or have an auction."""

    def all_of(name: str) -> Any:
        return apps.get_model("tournament", name).objects.using(schema_editor.connection.alias)

    for event in all_of("Event").filter(rules__isnull=False):
        rules = rules_from_dict(event.rules)
        if rules.settle_up is None and rules.auction is None:
            continue
        length = Length(event.length_kind, event.length_number, event.unfinished)
        for match in all_of("Match").filter(table__stage__event=event, hands_finished_at__isnull=False):
            sides: dict[str, Any] = {}
            players: dict[int, int] = {}
            for side in match.sides.all():
                seated = dict(side.players.values_list("seat", "entry"))
                players |= seated
                key = f"side-{side.number}" if len(seated) > 1 else str(*seated.values())
                sides[key] = (side, tuple(str(seated[seat]) for seat in sorted(seated)))
            order = tuple(str(players[seat]) for seat in sorted(players))
            seating = Seating(order, {key: names for key, (_side, names) in sides.items()})
            hands = all_of("Hand").filter(match=match.pk, superseded_at=None).order_by("number")
            told = [(hand.game, read_hand(hand.facts, seating)) for hand in hands]
            played = series(rules, length, told, sides=seating.side_names, stopped=True, counted_before=len(told))
            for key, (side, _names) in sides.items():
                side.settlement = None if rules.settle_up is None else played.balance[key]
                side.set_backs = None if rules.auction is None else played.set_backs[key]
                side.save(update_fields=["settlement", "set_backs"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0012_leagues")]

    operations = [
        migrations.AddField(
            model_name="side",
            name="settlement",
            field=models.SmallIntegerField(blank=True, help_text="What it received, less what it paid.", null=True),
        ),
        migrations.AddField(
            model_name="side", name="set_backs", field=models.PositiveSmallIntegerField(blank=True, null=True)
        ),
        migrations.RunPython(count_settlements, migrations.RunPython.noop),
    ]
