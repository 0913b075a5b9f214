"""The battery: what every game must pass. `print(check(GAME))` runs all of it; `CHECKS` has each check by its name."""

from moot.battery.report import CHECKS, Failure, Report, Result, check
from moot.battery.walks import Plan

__all__ = ["CHECKS", "Failure", "Plan", "Report", "Result", "check"]
