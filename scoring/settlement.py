"""What the losers pay the winner at the end of a game, in rule sets that settle up."""

from collections.abc import Iterable, Mapping

from scoring.hand import Award
from scoring.rules import SettleUp


def settlement_of(
    settle_up: SettleUp,
    score: Mapping[str, int],
    winner: str,
    set_backs: Mapping[str, int],
    last_hand: Iterable[Award] = (),
) -> dict[str, int]:
    """Returns each loser's payment for the final score. `set_backs` are those before the last hand; those of the last
    hand are added."""
    owed = {}
    for side, points in score.items():
        if side == winner:
            continue
        due = settle_up.owed if points >= 1 else settle_up.owed_at_zero
        if settle_up.set_backs:
            due += set_backs.get(side, 0)
            due += sum(1 for award in last_hand if award.side == side and award.kind == "set_back")
        owed[side] = due * settle_up.stake
    return owed
