"""Examples of what model.py says, computed by hand: the arithmetic stands beside each. The week is that from Monday, the 16th
of November 2026, to Sunday, the 22nd, in Berlin, unless an example says otherwise."""

from datetime import datetime
from zoneinfo import ZoneInfo

from model import History

SECOND = 1_000_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
BERLIN = "Europe/Berlin"


def at(text, zone=BERLIN):
    """"16 06:30" is that of November 2026; "2026-03-29 06:30" is any."""
    text = text if text[4:5] == "-" else f"2026-11-{text}"
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()) * SECOND


def ring(due, after=60 * SECOND, outcome="dismissed", late=0, **more):
    """One that sounds and ends these nanoseconds after it was due."""
    due = due if isinstance(due, int) else at(due)
    told = {"alarm": "a", "due": due, "began": None if late is None else due + late,
            "ended": None if after is None else due + after, "outcome": outcome,
            "snoozes": 0, "wrong": 0, "unread": 0, "checks": 0, "failed": 0, "trusted": True}
    assert set(more) <= set(told)
    return {**told, **more}


def happening(kind, began, ended=None):
    began = began if isinstance(began, int) else at(began)
    return {"kind": kind, "began": began, "ended": began if ended is None else ended}


def of(*rings, happenings=(), cards=(), first="2026-11-16", last="2026-11-22", zone=BERLIN, today="2026-11-30", problem=False):
    return History({"zone": zone, "now": at("30 12:00"), "today": today, "first": first, "last": last, "problem": problem,
                    "cards": list(cards), "rings": list(rings), "happenings": list(happenings)}).measures()


CASES = []


def example(case):
    CASES.append(case)
    return case


@example
def nothing_is_nothing():
    said = of()
    yield said["lateness"], None
    yield said["toCard"], None
    yield said["trend"], None
    yield len(said["scores"]), 7
    yield said["scores"]["2026-11-22"], {"waking": None, "rhythm": None, "readiness": None, "overall": None}


@example
def times_are_whole_milliseconds():
    # 1.9, 0 (0.5 s too early) and 2.9 ms: 1 + 0 + 2 = 3, ÷ 3 = 1; the one in the middle of 0, 1, 2 is 1.
    said = of(ring("16 06:30", 1_900_000, late=1_900_000), ring("17 06:30", 500_000, late=-SECOND // 2),
              ring("18 06:30", 2_900_000, late=2_900_000), ring("18 07:30", 15 * MINUTE, "missed", late=None))
    yield said["lateness"], {"count": 3, "least": 0, "most": 2, "mean": 1, "median": 1}
    # 1, 0 and 2 ms too.
    yield said["toCard"], {"count": 3, "least": 0, "most": 2, "mean": 1, "median": 1}
    # Of 1 and 2: 1.5, rounded down.
    yield of(ring("16 06:30", 1_900_000), ring("17 06:30", 2_000_000))["toCard"]["median"], 1


@example
def some_rings_are_left_out():
    said = of(ring("16 06:30", None, None), ring("17 06:30", trusted=False, snoozes=5), ring("18 06:30", snoozes=2, unread=1999),
              ring("19 06:30", 0, "skipped", late=None), ring("20 06:30", outcome="missed", wrong=1, unread=1),
              ring("20 07:30", 0, "missed_unrung", late=None, checks=3, failed=1), ring("15 23:59"), ring("23 00:00"))
    yield said["untrusted"], 1
    yield [said[what] for what in ("dismissed", "missed", "missedUnrung", "skipped")], [1, 1, 1, 1]
    # 1.999 + 0.001 s.
    yield [said[what] for what in ("snoozes", "wrong", "unread", "checks", "failed")], [2, 1, 2, 3, 1]
    # The 18th and the 20th: that of the 16th has not ended, the 17th's is untrusted, the 19th's skipped.
    yield said["days"], 2


@example
def waking_is_the_mean_of_marks():
    # 60 s: 100. 480 s: 100 × 420 ÷ 840 = 50. 900 s: 0. A miss: 0. 150 ÷ 4 = 37.5: 38.
    said = of(ring("16 06:30"), ring("17 06:30", 480 * SECOND), ring("18 06:30", 900 * SECOND), ring("18 09:00", outcome="missed"))
    yield said["scores"]["2026-11-18"]["waking"], 38
    yield said["scores"]["2026-11-17"]["waking"], None
    # 895.8 s: 100 × 4.2 ÷ 840 = 0.5: 1. A millisecond later: 0. 61 s: 100 × 839 ÷ 840 = 99.9: 100. 101 ÷ 3 = 33.7.
    said = of(ring("16 06:30", 895_800_999_999), ring("17 06:30", 895_801_000_000), ring("18 06:30", 61 * SECOND))
    yield said["scores"]["2026-11-18"]["waking"], 34


@example
def a_score_sees_seven_days():
    # The 10th to the 16th are seven days, the 11th to the 17th have two days with a ring.
    said = of(ring("10 06:30"), ring("12 06:30"), ring("16 06:30"))
    yield said["scores"]["2026-11-16"]["waking"], 100
    yield said["scores"]["2026-11-17"]["waking"], None
    yield said["days"], 1


@example
def rhythm_goes_around_the_clock():
    # 23:50, 0:10 and 0:30: from 0:10 it is 20 + 0 + 20 = 40. 100 × (270 − 40) ÷ 270 = 85.2.
    said = of(ring("16 23:40", 10 * MINUTE), ring("17 23:40", 30 * MINUTE), ring("18 23:40", 50 * MINUTE))
    yield said["scores"]["2026-11-18"]["rhythm"], 85
    # 0:00, 8:00 and 16:00: 0 + 480 + 480 from any of them: less than nothing.
    said = of(ring("16 00:00", 0), ring("17 08:00", 0), ring("18 16:00", 0))
    yield said["scores"]["2026-11-18"]["rhythm"], 0
    # Each a day's earliest end, though of the later ring: 7:00, 7:00, 7:27, s = 27. 100 × 243 ÷ 270 = 90. A miss has no wake time.
    said = of(ring("16 06:30", 90 * MINUTE), ring("16 06:40", 20 * MINUTE), ring("17 07:00", 59 * SECOND), ring("18 07:00", 27 * MINUTE),
              ring("18 05:00", outcome="missed"))
    yield said["scores"]["2026-11-18"]["rhythm"], 90
    # Three days, one of them without a wake time.
    said = of(ring("16 06:30"), ring("17 06:30"), ring("18 06:30", outcome="missed"))
    yield said["scores"]["2026-11-18"]["rhythm"], None


@example
def readiness_has_four_parts():
    rings = [ring("16 06:30"), ring("17 06:30"), ring("18 06:30"), ring("17 08:00", trusted=False)]
    cards = [{"created": at("18 23:59"), "enrolled": True, "ends": True}, {"created": at("01 00:00"), "enrolled": True, "ends": True},
             {"created": at("01 00:00"), "enrolled": False, "ends": True}, {"created": at("01 00:00"), "enrolled": True, "ends": False}]
    tests = [happening("bedtime_passed", "15 22:00"), happening("bedtime_failed", "16 22:00"), happening("bedtime_passed", "17 06:31")]
    # Tested: the 16th and the 18th (by the last one, 24 hours less a minute before), 50 ÷ 3 = 16.7: 17.
    # Trusted: 75 ÷ 4 = 18.75: 19. Spare card: 25. Devices: 25.
    said = of(*rings, cards=cards, happenings=tests)
    yield said["scores"]["2026-11-18"]["readiness"], 17 + 19 + 25 + 25
    # One card was made after the end of the day.
    later = [{**cards[0], "created": at("19 00:00")}, *cards[1:]]
    yield of(*rings, cards=later, happenings=tests)["scores"]["2026-11-18"]["readiness"], 17 + 19 + 0 + 25
    # A problem now, of that day alone.
    said = of(*rings, cards=cards, happenings=tests, today="2026-11-18", problem=True)
    yield said["scores"]["2026-11-18"]["readiness"], 17 + 19 + 25 + 0
    yield said["scores"]["2026-11-19"]["readiness"], 17 + 19 + 25 + 25
    # Waking 100, rhythm 100, readiness 86: 286 ÷ 3 = 95.3.
    yield of(*rings, cards=cards, happenings=tests)["scores"]["2026-11-18"]["overall"], 95


@example
def a_bedtime_test_counts_for_a_day():
    rings = [ring("16 06:30"), ring("17 06:30"), ring("18 06:30"), ring("20 06:30"), ring("20 08:30")]
    tests = [happening("bedtime_passed", "15 06:29"), happening("bedtime_passed", "16 06:30"), happening("bedtime_passed", "16 06:31"),
             happening("bedtime_passed", at("19 06:29"), at("19 06:30") - SECOND), happening("bedtime_passed", "20 07:00")]
    # The first is 24 hours and a minute old. The second ended when the 16th's ring was due, and 24 hours before the 17th's. The
    # fourth is a second too old for the 20th, the last comes after its first ring. 25 × 2 ÷ 4 = 12.5: 13.
    said = of(*rings, happenings=tests)
    yield said["scores"]["2026-11-20"]["readiness"], 13 + 25 + 0 + 25
    yield [said["bedtimeTests"], said["bedtimePassed"]], [4, 4]


@example
def forced_quits_belong_to_rings():
    # The stop lies in the first ring, and touches the second's due time; the two of the camera are in the third; a skipped
    # ring has none; the power came back a moment before the second.
    rings = [ring("16 06:30", 10 * MINUTE), ring("16 06:40"), ring("17 06:30"), ring("18 06:30", 0, "skipped"), ring("19 06:30")]
    said = of(*rings, happenings=[
        happening("service_stopped", "16 06:35", at("16 06:40")), happening("power_gone", at("16 06:40") - 2, at("16 06:40") - 1),
        happening("no_camera", "17 06:30"), happening("no_camera", "17 06:31", at("17 06:40")),
        happening("service_died", "18 06:30"), happening("service_died", at("19 06:31") + 1), happening("noise", "15 23:59"),
        happening("noise", "22 23:59", at("23 02:00")), happening("timer", "16 06:30")])
    yield said["quits"], {"service_stopped": 2, "service_died": 0, "power_gone": 1, "no_camera": 2}
    yield [said["quitRings"], said["noises"], said["timers"]], [3, 1, 1]
    # Devices: 25 × (4 − 3) ÷ 4 = 6.25. Trusted: 25.
    yield said["scores"]["2026-11-19"]["readiness"], 0 + 25 + 0 + 6


@example
def a_trend_leaves_the_middle_out():
    # 10, 20, 30 | 40 | 70, 50, 60: 20 and 60 s. Of six: 10, 20, 30 | 40, 50, 60; of five there is none.
    seconds = [10, 20, 30, 40, 70, 50, 60]
    yield of(*[ring(f"{16 + day} 06:30", value * SECOND) for day, value in enumerate(seconds)])["trend"], [20_000, 60_000]
    rings = [ring(f"{21 - day} 06:30", (60 - 10 * day) * SECOND) for day in range(6)]  # In no order of time.
    yield of(*rings)["trend"], [20_000, 50_000]
    yield of(*rings[1:])["trend"], None


@example
def an_outlier_is_further_than_three_deviations():
    # Nine of 60 s and one of 600: mean 114, variance (9 × 54² + 486²) ÷ 10 = 26,244 = 162²; 486 = 3 × 162: no further.
    rings = [ring(at("16 06:30") + index * HOUR) for index in range(9)]
    far = ring("18 06:30", 600 * SECOND)
    yield of(*rings, far)["outliers"], []
    # With ten: 11 × 5,400² = 320,760,000 > 9 × (10 × 540² + 5,400²) = 288,684,000.
    yield of(far, *rings, ring("20 06:30"))["outliers"], [at("18 06:30")]


@example
def days_are_local():
    # In Berlin summer time begins on the 29th of March: 7:00 is 6 hours after midnight, and 7:00 by the clock.
    days = ["2026-03-27", "2026-03-28", "2026-03-29"]
    said = of(*[ring(at(f"{day} 07:00"), 0) for day in days], first=days[0], last=days[2])
    yield said["scores"]["2026-03-29"]["rhythm"], 100
    # A test 23.5 hours by the clock before is one of 22.5 hours; one of 24.5 by the clock is one of 23.5. 25 × 1 ÷ 3 = 8.3.
    for clock in ("07:30", "06:30"):
        said = of(*[ring(at(f"{day} 07:00"), 0) for day in days], first=days[0], last=days[2],
                  happenings=[happening("bedtime_passed", f"2026-03-28 {clock}")])
        # That of 6:30 on the 28th is also within 24 hours of the 28th's 7:00: 25 × 2 ÷ 3 = 16.7.
        yield said["scores"]["2026-03-29"]["readiness"], {"07:30": 8, "06:30": 17}[clock] + 25 + 0 + 25
    # 22:30 in Berlin is the next day's 10:30 in Auckland (13 hours).
    said = of(ring("15 22:30"), first="2026-11-16", last="2026-11-16", zone="Pacific/Auckland")
    yield said["days"], 1


def check():
    """How many examples differ; 1 where any does."""
    failed = 0
    for case in CASES:
        pairs = list(case())
        wrong = [pair for pair in pairs if pair[0] != pair[1]]
        failed += bool(wrong)
        print(("FAILED: " if wrong else "ok: ") + case.__name__.replace("_", " "))
        for said, expected in wrong:
            print(f"  it says {said}, and not {expected}")
    print(f"{len(CASES) - failed} passed, {failed} failed")
    return 1 if failed else 0
