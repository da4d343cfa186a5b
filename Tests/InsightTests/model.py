#!/usr/bin/env python3
"""A plain model of Sources/Insight/Insight.docc/Measures.md, to compare Insight with. It is slow, and says what the text says.

    model.py < HISTORIES > MEASURES     a history a line, as JSON; the measures of it a line, as JSON
    model.py --check                    examples that were computed by hand (examples.py)

A history is {"zone", "now", "today", "first", "last", "problem", "cards", "rings", "happenings"}. Times are nanoseconds since
1970, days are "YYYY-MM-DD".
"""

import json
import sys
from datetime import date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

SECOND = 1_000_000_000
MILLISECOND = 1_000_000
HOURS_24 = 24 * 3600 * SECOND
MINUTES_OF_A_DAY = 1440
QUITS = ("service_stopped", "service_died", "power_gone", "no_camera")
RUNG = ("dismissed", "missed", "missed_unrung")
DAYS_OF_A_SCORE = 7
DAYS_NEEDED = 3


def rounded(a, b):
    """a ÷ b, rounded half up."""
    return (2 * a + b) // (2 * b)


def median(values):
    """In whole milliseconds, rounded down."""
    values = sorted(values)
    middle = len(values) // 2
    return values[middle] if len(values) % 2 == 1 else (values[middle - 1] + values[middle]) // 2


def summary(values):
    """Of whole milliseconds; none of no value."""
    if not values:
        return None
    return {"count": len(values), "least": min(values), "most": max(values), "mean": sum(values) // len(values),
            "median": median(values)}


class Ring:
    """One that has ended."""

    def __init__(self, told, history):
        self.due, self.began, self.ended = told["due"], told["began"], told["ended"]
        self.alarm, self.outcome, self.is_trusted = told["alarm"], told["outcome"], told["trusted"]
        self.told = told
        self.day = history.local(self.due).date()
        self.has_rung = self.outcome in RUNG  # Or should have.
        self.quits = [] if self.outcome == "skipped" else [
            happening["kind"] for happening in history.happenings
            if happening["kind"] in QUITS and happening["ended"] >= self.due and happening["began"] <= self.ended]

    def lateness(self):
        """Whole milliseconds from due to the first sound."""
        return max(0, self.began - self.due) // MILLISECOND

    def to_card(self):
        """Whole milliseconds from due to the card."""
        return max(0, self.ended - self.due) // MILLISECOND

    def marks(self):
        if self.outcome != "dismissed" or self.to_card() >= 900_000:
            return 0
        if self.to_card() <= 60_000:
            return 100
        return rounded(100 * (900_000 - self.to_card()), 840_000)


class History:
    def __init__(self, told):
        self.zone = ZoneInfo(told["zone"])
        self.happenings, self.cards = told["happenings"], told["cards"]
        self.first, self.last = date.fromisoformat(told["first"]), date.fromisoformat(told["last"])
        self.today, self.has_problem = date.fromisoformat(told["today"]), told["problem"]
        rings = [Ring(ring, self) for ring in told["rings"] if ring["outcome"] is not None and ring["ended"] is not None]
        rings.sort(key=lambda ring: (ring.due, ring.alarm))
        self.counted = [ring for ring in rings if ring.is_trusted]
        self.untrusted = [ring for ring in rings if not ring.is_trusted]

    def local(self, nanoseconds):
        return datetime.fromtimestamp(nanoseconds // SECOND, self.zone)

    def in_range(self, rings, first, last):
        return [ring for ring in rings if first <= ring.day <= last]

    # Measures of a range

    def measures(self):
        rings = self.in_range(self.counted, self.first, self.last)
        cards = [ring for ring in rings if ring.outcome == "dismissed"]
        outcomes = [ring.outcome for ring in rings]
        happenings = [happening["kind"] for happening in self.happenings
                      if self.first <= self.local(happening["began"]).date() <= self.last]
        total = {what: sum(ring.told[what] for ring in rings) for what in ("snoozes", "wrong", "unread", "checks", "failed")}
        return {
            "untrusted": len(self.in_range(self.untrusted, self.first, self.last)),
            "days": len({ring.day for ring in rings if ring.has_rung}),
            "lateness": summary([ring.lateness() for ring in rings if ring.began is not None]),
            "toCard": summary([ring.to_card() for ring in cards]),
            **total,
            "unread": total["unread"] // 1000,
            "dismissed": outcomes.count("dismissed"),
            "missed": outcomes.count("missed"),
            "missedUnrung": outcomes.count("missed_unrung"),
            "skipped": outcomes.count("skipped"),
            "quits": {kind: sum(ring.quits.count(kind) for ring in rings) for kind in QUITS},
            "quitRings": sum(bool(ring.quits) for ring in rings),
            "bedtimeTests": happenings.count("bedtime_passed") + happenings.count("bedtime_failed"),
            "bedtimePassed": happenings.count("bedtime_passed"),
            "noises": happenings.count("noise"),
            "timers": happenings.count("timer"),
            "scores": self.scores(),
            "trend": trend([ring.to_card() for ring in cards]),
            "outliers": [cards[index].due for index in outliers([ring.to_card() for ring in cards])],
        }

    # Scores

    def scores(self):
        days = [self.first + timedelta(index) for index in range((self.last - self.first).days + 1)]
        return {day.isoformat(): self.scores_of(day) for day in days}

    def scores_of(self, day):
        first = day - timedelta(DAYS_OF_A_SCORE - 1)
        rings = [ring for ring in self.in_range(self.counted, first, day) if ring.has_rung]
        untrusted = self.in_range(self.untrusted, first, day)
        is_enough = len({ring.day for ring in rings}) >= DAYS_NEEDED
        scores = {
            "waking": rounded(sum(ring.marks() for ring in rings), len(rings)) if is_enough else None,
            "rhythm": self.rhythm(rings),
            "readiness": self.readiness(day, rings, untrusted) if is_enough else None,
        }
        there = [score for score in scores.values() if score is not None]
        return {**scores, "overall": rounded(sum(there), len(there)) if there else None}

    def rhythm(self, rings):
        ends = {}  # By day, the earliest.
        for ring in rings:
            if ring.outcome == "dismissed":
                ends[ring.day] = min(ring.ended, ends.get(ring.day, ring.ended))
        if len(ends) < DAYS_NEEDED:
            return None
        wakes = [self.local(end).hour * 60 + self.local(end).minute for end in ends.values()]
        # What the usual wake time, the minute with the least sum of distances, leaves.
        least = min(map(sum, zip(*map(distances, wakes))))
        return max(0, rounded(100 * (90 * len(wakes) - least), 90 * len(wakes)))

    def readiness(self, day, rings, untrusted):
        firsts = {}  # The due time of a day's first ring.
        for ring in rings:
            firsts[ring.day] = min(ring.due, firsts.get(ring.day, ring.due))
        passed = [happening["ended"] for happening in self.happenings if happening["kind"] == "bedtime_passed"]
        tested = sum(any(due - HOURS_24 <= end <= due for end in passed) for due in firsts.values())
        spare = sum(card["enrolled"] and card["ends"] and self.local(card["created"]).date() <= day for card in self.cards)
        quiet = sum(not ring.quits for ring in rings)
        return sum([
            rounded(25 * tested, len(firsts)),
            rounded(25 * len(rings), len(rings) + len(untrusted)),
            25 if spare >= 2 else 0,
            0 if day == self.today and self.has_problem else rounded(25 * quiet, len(rings)),
        ])


@lru_cache(maxsize=None)
def distances(minute):
    """From each minute of the day, the shorter way around the clock."""
    apart = [abs(minute - other) for other in range(MINUTES_OF_A_DAY)]
    return [min(way, MINUTES_OF_A_DAY - way) for way in apart]


# Comparing

def trend(values):
    """Of values in the order in which their rings were due: the median of the first half, that of the second."""
    if len(values) < 6:
        return None
    half = len(values) // 2
    return [median(values[:half]), median(values[-half:])]


def outliers(values):
    """The indices of those further than three standard deviations from the mean."""
    count, total = len(values), sum(values)
    if count < 10:
        return []
    # (x − S/n)² > 9 × Σ(y − S/n)²/n, times n³: whole numbers on both sides.
    spread = sum((count * value - total) ** 2 for value in values)
    return [index for index, value in enumerate(values) if (count * value - total) ** 2 * count > 9 * spread]


def main(arguments):
    if arguments == ["--check"]:
        from examples import check  # Beside this file; it imports this one.
        return check()
    if arguments:
        print(__doc__, file=sys.stderr)
        return 64
    for line in sys.stdin:
        print(json.dumps(History(json.loads(line)).measures()), flush=True)
    return 0


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.exit(main(sys.argv[1:]))
