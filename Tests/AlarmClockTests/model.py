#!/usr/bin/env python3
"""A plain model of when alarms that repeat come due, on Python's zoneinfo, to compare `Recurrence` with.

    model.py < QUESTIONS > ANSWERS      a question a line, as JSON; its answers a line
    model.py --check                    examples that were worked out by hand

A question is {"zone", "rule", "exceptions", "first", "last", "after"}. The rule has a "kind":
    weeks   "weekdays" (0 is Monday), "every" N weeks, "time"
    months  "days": a list of [nth, weekday], nth being 1 to 4, or -1 for the last; "time"
    cycle   "times": one for each day, or null
each with "from" and "until" (dates; until is excluded; null: no bound). Exceptions are {date: another time}. The dates from
"first" to "last" are looked at. For each second of "after" (since 1970) the answer names what is due next: the key, which is the
local date and time, and the second, as "2026-03-29T02:30=1774746000"; "-" where there is none.
"""

import json
import sys
from bisect import bisect_left
from datetime import date, datetime, timedelta, timezone
from functools import lru_cache
from zoneinfo import ZoneInfo

UTC = timezone.utc
DAY = timedelta(days=1)


def monday(day):
    return day - timedelta(days=day.weekday())


def times(rule, day):
    """The time of an alarm on a date; None: it is not due then."""
    first, until = (date.fromisoformat(rule[key]) if rule[key] else None for key in ("from", "until"))
    if first and day < first or until and day >= until:
        return None
    if rule["kind"] == "weeks":
        if day.weekday() not in rule["weekdays"]:
            return None
        weeks = (monday(day) - monday(first)).days // 7 if first else 0
        return rule["time"] if weeks % rule["every"] == 0 else None
    if rule["kind"] == "months":
        is_last = (day + 7 * DAY).month != day.month
        found = [day.weekday() == weekday and (is_last if nth == -1 else (day.day - 1) // 7 + 1 == nth)
                 for nth, weekday in rule["days"]]
        return rule["time"] if any(found) else None
    return rule["times"][(day - first).days % len(rule["times"])]


def local(zone, second):
    """The wall clock's date and time, without a zone."""
    return datetime.fromtimestamp(second, UTC).astimezone(zone).replace(tzinfo=None)


@lru_cache(maxsize=None)
def resolved(name, day, time):
    """The second at which the wall clock first shows a time; one that it never shows is due when it is first past it. None where
    it passes over the whole date: what is due then would ring together with what is due the day after."""
    zone = ZoneInfo(name)
    wanted = datetime.fromisoformat(f"{day}T{time}")
    second = int(wanted.replace(tzinfo=zone, fold=0).timestamp())
    if local(zone, second) == wanted:
        return second
    low, high = second - 30 * 3600, second + 30 * 3600
    while high - low > 1:
        middle = (low + high) // 2
        if local(zone, middle) < wanted:
            low = middle
        else:
            high = middle
    if local(zone, low).date() < day < local(zone, high).date():
        return None
    return high


def answers(question):
    rule, exceptions = question["rule"], question["exceptions"]
    zone = ZoneInfo(question["zone"])
    days = []
    day, last = date.fromisoformat(question["first"]), date.fromisoformat(question["last"])
    while day <= last:
        time = times(rule, day)
        if time is not None and day.isoformat() in exceptions:
            time = exceptions[day.isoformat()]
        if time is not None:
            days.append((day, time))
        day += DAY
    for after in question["after"]:
        here = local(zone, after).date()
        for day, time in days[bisect_left(days, (here - 2 * DAY, "")):]:
            second = resolved(question["zone"], day, time)
            if second is not None and second > after:
                yield f"{day}T{time}={second}"
                break
        else:
            yield "-"


def second(text):
    return int(datetime.fromisoformat(text).timestamp())


EXAMPLES = [
    # Every second Monday, over the end of a year.
    ("Europe/Berlin", {"kind": "weeks", "weekdays": [0], "every": 2, "time": "07:30", "from": "2026-11-30", "until": None}, {},
     "2026-12-14T07:30:00+01:00", "2026-12-28T07:30", "2026-12-28T07:30:00+01:00"),
    # The week counts from its Monday: the Friday of the week after the first is not one.
    ("Europe/Berlin", {"kind": "weeks", "weekdays": [0, 4], "every": 2, "time": "07:30", "from": "2026-12-02", "until": None}, {},
     "2026-12-01T00:00:00+01:00", "2026-12-04T07:30", "2026-12-04T07:30:00+01:00"),
    ("Europe/Berlin", {"kind": "weeks", "weekdays": [0, 4], "every": 2, "time": "07:30", "from": "2026-12-02", "until": None}, {},
     "2026-12-04T07:30:00+01:00", "2026-12-14T07:30", "2026-12-14T07:30:00+01:00"),
    # An hour that is left out.
    ("Europe/Berlin", {"kind": "months", "days": [[-1, 6]], "time": "02:30", "from": None, "until": None}, {},
     "2026-03-01T00:00:00+01:00", "2026-03-29T02:30", "2026-03-29T03:00:00+02:00"),
    # An hour that comes twice.
    ("Europe/Berlin", {"kind": "months", "days": [[-1, 6]], "time": "02:30", "from": None, "until": None}, {},
     "2026-10-01T00:00:00+02:00", "2026-10-25T02:30", "2026-10-25T02:30:00+02:00"),
    # A day that is left out.
    ("Pacific/Apia", {"kind": "months", "days": [[-1, 4]], "time": "07:30", "from": None, "until": None}, {},
     "2011-12-01T00:00:00-10:00", "2012-01-27T07:30", "2012-01-27T07:30:00+14:00"),
    # Shifts, one of them moved.
    ("Asia/Tokyo", {"kind": "cycle", "times": ["05:30", "13:30", None], "from": "2026-12-01", "until": "2026-12-09"},
     {"2026-12-02": "15:00"}, "2026-12-01T05:30:00+09:00", "2026-12-02T15:00", "2026-12-02T15:00:00+09:00"),
    ("Asia/Tokyo", {"kind": "cycle", "times": ["05:30", "13:30", None], "from": "2026-12-01", "until": "2026-12-09"},
     {"2026-12-02": "15:00"}, "2026-12-02T15:00:00+09:00", "2026-12-04T05:30", "2026-12-04T05:30:00+09:00"),
    ("Asia/Tokyo", {"kind": "cycle", "times": ["05:30", "13:30", None], "from": "2026-12-01", "until": "2026-12-09"}, {},
     "2026-12-08T13:30:00+09:00", None, None),
]


def check():
    for zone, rule, exceptions, after, key, due in EXAMPLES:
        question = {"zone": zone, "rule": rule, "exceptions": exceptions, "after": [second(after)],
                    "first": after[:10], "last": (date.fromisoformat(after[:10]) + 400 * DAY).isoformat()}
        expected = f"{key}={second(due)}" if key else "-"
        found = list(answers(question))
        if found != [expected]:
            sys.exit(f"model.py: {rule} after {after} in {zone}: {found}, not {expected}")


if sys.argv[1:] == ["--check"]:
    check()
else:
    for line in sys.stdin:
        print(" ".join(answers(json.loads(line))))
