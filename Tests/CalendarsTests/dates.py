"""Compares the days of calendars: FILE.days, ours, with what libical and PyPI's icalendar and recurring-ical-events say.

dates.py PROGRAM FROM TO FOLDER    PROGRAM: dates.c, compiled. FROM and TO as 20261125, both included.
"""

import collections
import datetime
import pathlib
import re
import subprocess
import sys

import icalendar
import recurring_ical_events


def days_of_pypi(path, first, last):
    calendar = icalendar.Calendar.from_ical(path.read_bytes())
    days = set()
    for event in recurring_ical_events.of(calendar).between(first, last + datetime.timedelta(days=1)):
        start = event["DTSTART"].dt
        end = event["DTEND"].dt if "DTEND" in event else start
        if event.get("STATUS") == "CANCELLED" or is_left_out(event):
            continue
        if isinstance(start, datetime.datetime):
            # One with a time of day is no holiday, unless it fills its days.
            minutes = start.hour * 60 + start.minute, end.hour * 60 + end.minute
            if start.tzinfo or minutes[0] > 1 or minutes[1] not in (0, 1439) or end == start:
                continue
            start, end = start.date(), end.date() + datetime.timedelta(days=1 if minutes[1] else 0)
        end = max(end, start + datetime.timedelta(days=1))
        for day in range((end - start).days):
            date = start + datetime.timedelta(days=day)
            if first <= date <= last:
                days.add(f"{date} {event.get('SUMMARY')}")
    return days


def is_left_out(event):
    """Whether it is no public holiday of the whole country; RandomCalendar knows these words alone."""
    word = str(event.get("DESCRIPTION", "")).split("\n")[0]
    return word not in ("", "Public holiday", "Gesetzlicher Feiertag", "Jour férié", "祝日")


def lines(path):
    return set(path.read_text().splitlines())


# What others are known to get wrong, by who does: why, and the rules of which that is so. In each case the third agrees with us.
KNOWN = {
    "libical": [
        ("of a year's months only some are looked at", r"FREQ=YEARLY(?!.*BYMONTH=)(?=.*BYMONTHDAY=)(?=.*BYDAY=)"),
        ("days from the end of a month are left out", r"FREQ=DAILY(?=.*BYMONTHDAY=[^;]*-)"),
        ("weeks at the turn of a year are miscounted", r"FREQ=YEARLY(?=.*BYWEEKNO=[^;]*(-|\b1\b|52|53))"),
        ("weeks that do not begin on Monday are miscounted", r"FREQ=WEEKLY(?=.*INTERVAL=)(?=.*WKST=[^M])"),
    ],
    "icalendar": [
        # dateutil looks at the days of a calendar year, and leaves out those that the first week has in the year before.
        ("a week of two years is cut in two", r"FREQ=YEARLY(?=.*INTERVAL=[2-9])(?=.*BYWEEKNO=)"),
    ],
}


def rules_by_name(path):
    """The rules of each event, and those of its series, by its name, which no other event has."""
    text = re.sub(r"\r?\n[ \t]", "", path.read_bytes().decode()).replace("\r", "")
    rules, names = {}, {}
    for event in re.findall(r"^BEGIN:VEVENT\n(.*?)^END:VEVENT$", text, re.M | re.S):
        uid = re.search(r"^UID:(.*)$", event, re.M).group(1)
        rules.setdefault(uid, []).extend(re.findall(r"^RRULE:(.*)$", event, re.M))
        names[re.sub(r"\\(.)", r"\1", re.search(r"^SUMMARY:(.*)$", event, re.M).group(1))] = uid
    return {name: rules[uid] for name, uid in names.items()}


def reason(name, rules):
    return next((why for why, rule in KNOWN[name] for one in rules if re.search(rule, one)), None)


def rings_are_read(folder):
    """Whether icalendar reads the rings that we have written as they were."""
    calendar = icalendar.Calendar.from_ical((folder / "rings").read_bytes())
    read = [
        f"{event['UID']}\t{int(event['DTSTART'].dt.timestamp())}\t{event['SUMMARY']}".replace("\n", "|")
        for event in calendar.walk("VEVENT")
    ]
    expected = (folder / "rings.expected").read_text().splitlines()
    print(f"{len(read)} rings are read as they were written: {read == expected}")
    return read == expected and len(read) > 100


def main():
    program, words, folder = sys.argv[1], sys.argv[2:4], pathlib.Path(sys.argv[4])
    first, last = (datetime.datetime.strptime(word, "%Y%m%d").date() for word in words)
    calendars = sorted(folder.glob("*.ics"))
    for start in range(0, len(calendars), 500):
        subprocess.run([program, *words, *calendars[start : start + 500]], check=True)
    known, unknown, days = collections.Counter(), 0, 0
    for path in calendars:
        ours = lines(path.with_suffix(".days"))
        days += len(ours)
        theirs = {"libical": lines(path.with_suffix(".libical")), "icalendar": days_of_pypi(path, first, last)}
        rules = rules_by_name(path)
        for one, other in ("libical", "icalendar"), ("icalendar", "libical"):
            differing = ours ^ theirs[one]
            for name in sorted({line[11:] for line in differing}):
                lines_of_it = {line for line in differing if line[11:] == name}
                why = reason(one, rules[name])
                if why and not lines_of_it & (ours ^ theirs[other]):
                    known[f"{one}: {why}"] += 1
                    continue
                unknown += 1
                if unknown <= 20:
                    print(f"\n{path.name}: {one} differs in `{name}`: {sorted(lines_of_it & ours)[:6]} is only ours,")
                    print(f"{sorted(lines_of_it - ours)[:6]} only theirs, of {rules[name]}")
    for why, count in sorted(known.items()):
        print(f"differs, as is known, in {count} events: {why}")
    print(f"{len(calendars)} calendars with {days} days: {unknown} differences that are not known")
    # A folder that was not filled shows nothing.
    sys.exit(0 if rings_are_read(folder) and unknown == 0 and days > 10 * len(calendars) > 0 else 1)


main()
