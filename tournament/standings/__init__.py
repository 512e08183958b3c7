"""Who stands where, and why: records of what entries scored, the criteria that tell them apart, and the ranking."""

from .criteria import CRITERIA, CUT_ORDER, Criterion
from .ranking import Placing, level_groups, rank, ties_across
from .records import HourRecord, Record, printed

__all__ = [
    "CRITERIA",
    "CUT_ORDER",
    "Criterion",
    "HourRecord",
    "Placing",
    "Record",
    "level_groups",
    "printed",
    "rank",
    "ties_across",
]
