"""Play over days: which hours count, when a bot takes over, and how much time is left, in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import msgspec

from moot.engine import OptionError

HOUR, DAY = 3600, 86_400
WEEK = tuple(range(7))  # Monday is 0
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MOST_LEFT = 48  # hours; of more the days are said


class Hours(msgspec.Struct, frozen=True, omit_defaults=True):
    """The hours that count at a table: of which zone, from which to which, and on which weekdays."""

    zone: str = "UTC"
    first: int = 0
    last: int = 24
    weekdays: tuple[int, ...] = WEEK

    @property
    def a_day(self) -> int:
        """The seconds that count of a whole day."""
        return (self.last - self.first) * HOUR

    def counted_on(self, day: date) -> tuple[float, float]:
        """From when to when time counts on a day, in seconds since 1970."""
        zone = zone_of(self.zone)
        midnight = datetime.combine(day, time())
        begin, end = (midnight + timedelta(hours=hour) for hour in (self.first, self.last))
        return begin.replace(tzinfo=zone).timestamp(), end.replace(tzinfo=zone).timestamp()


@lru_cache(10_000)
def deadline(since: float, idle: float, hours: Hours | None = None) -> float:
    """When the time is over of somebody who is awaited since then: after so many seconds, or of days only the hours that count.
    A day is over when as many of its hours have passed as count of a day.
    """
    if hours is None:
        return since + idle
    left, day = idle / DAY * hours.a_day, datetime.fromtimestamp(since, zone_of(hours.zone)).date()
    while True:
        begin, end = hours.counted_on(day)
        begin = max(begin, since)
        if day.weekday() in hours.weekdays and end > begin:
            if left <= end - begin:
                return begin + left
            left -= end - begin
        day += timedelta(days=1)


@lru_cache(1_000)
def zone_of(name: str) -> tzinfo:
    """A time zone; one that this machine has not heard of counts as UTC."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


@cache
def zones() -> frozenset[str]:
    """The names of all time zones."""
    return frozenset(available_timezones())


def read_zone(text: str) -> str:
    """A time zone as it was sent."""
    name = text.strip() or "UTC"
    if name not in zones():
        raise OptionError(
            f"There is no time zone {name[:40]!r}. It is named like Europe/Berlin or America/New_York.", "zone"
        )
    return name


def read_hour(text: str, usual: int) -> int:
    """An hour of the day as it was sent, from 0 to 24."""
    if not text:
        return usual
    if not text.isdecimal() or len(text) > 2 or int(text) > 24:
        raise OptionError(f"An hour of the day is a number from 0 to 24, not {text[:20]!r}.", "from")
    return int(text)


def read_hours(fields: Mapping[str, str]) -> Hours:
    """Which hours count, as a form or a program writes it: `zone`, `from`, `to`, and `weekday.N` for those that count (0 is
    Monday). If none is named, all do; but not in a form, which says by `weekdays` that they were there to be ticked.
    """
    first, last = read_hour(fields.get("from", ""), 0), read_hour(fields.get("to", ""), 24)
    if first >= last:
        raise OptionError(f"The hours that count begin before they end: not from {first} to {last}.", "from")
    chosen = tuple(day for day in WEEK if fields.get(f"weekday.{day}", "") not in ("", "0"))
    if fields.get("weekdays") and not chosen:
        raise OptionError("Tick the weekdays on which time counts: one at least.", "weekdays")
    return Hours(read_zone(fields.get("zone", "")), first, last, chosen or WEEK)


def time_left(seconds: float) -> str:
    """How much time is left, in words that stay right for a while: "2 days left"."""
    hours = int(seconds // HOUR)
    if hours >= MOST_LEFT:
        return f"{hours // 24} days left"
    if hours >= 1:
        return f"{hours} hour{'s' * (hours > 1)} left"
    minutes = max(int(seconds // 60), 0)
    return f"{minutes} minute{'s' * (minutes != 1)} left" if minutes else "less than a minute left"
