"""A league in the demonstration: five made-up teams in the middle of a season, one meeting of it not in yet, and a
penalty."""

from datetime import datetime

from tournament.league_csv import read
from tournament.models import Account, League
from tournament.services.league_penalties import give_penalty
from tournament.services.leagues import import_results, open_league, show_league

RESULTS = """round,team_a,bullseyes_a,hang_jacks_a,team_b,bullseyes_b,hang_jacks_b,start,end
1,The Jack and Knave,18,9,Oare Creek,12,7,19:30,22:20
1,Davington Diamonds,18,8,The Anchor,17,11,19:30,23:05
1,Hernhill,,,bye,,,,
2,Oare Creek,18,10,Hernhill,4,3,19:30,21:40
2,The Jack and Knave,10,5,Davington Diamonds,18,6,19:45,22:10
2,The Anchor,,,bye,,,,
3,The Anchor,15,5,The Jack and Knave,18,6,19:30,22:35
3,Davington Diamonds,,,Hernhill,,,19:30,
3,Oare Creek,,,bye,,,,
"""


def bring_in_demo_league(*, by: Account | None, now: datetime) -> League:
    """Shown to everybody. The club is there already."""
    values = {"name": "Swale All Fours League", "season": str(now.year), "bye": League.Bye.WIN, "race_to": 18}
    league = open_league(values, by=by, now=now)
    import_results(league, read(RESULTS).lines, by=by, now=now)
    late = league.teams.get(name="The Anchor")
    give_penalty(late, points=1, reason="The result card came two weeks late.", by=by, now=now)
    show_league(league, shown=True, by=by, now=now)
    return league
