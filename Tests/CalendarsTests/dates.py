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


def days_of_pypi(text, first, last):
    calendar = icalendar.Calendar.from_ical(text)
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


# What others are known to get wrong, by who does: why, and the rules of which that is so. In each case the third agrees with us,
# or a plain count of weeks where both are known to be wrong.
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
        # dateutil takes the days of this year for the weeks of the year before, which then has 53 instead of 52, or 52 instead of 53.
        ("the last week of the year before is misnumbered", r"FREQ=YEARLY(?=.*BYWEEKNO=([^;]*,)?5[23]\b)"),
    ],
}


def unfolded(path):
    return re.sub(r"\r?\n[ \t]", "", path.read_bytes().decode()).replace("\r", "")


def rules_by_name(text):
    """The rules of each event, and those of its series, by its name, which no other event has."""
    rules, names = {}, {}
    for event in re.findall(r"^BEGIN:VEVENT\n(.*?)^END:VEVENT$", text, re.M | re.S):
        uid = re.search(r"^UID:(.*)$", event, re.M).group(1)
        rules.setdefault(uid, []).extend(re.findall(r"^RRULE:(.*)$", event, re.M))
        names[re.sub(r"\\(.)", r"\1", re.search(r"^SUMMARY:(.*)$", event, re.M).group(1))] = uid
    return {name: rules[uid] for name, uid in names.items()}


def reason(name, rules):
    return next((why for why, rule in KNOWN[name] for one in rules if re.search(rule, one)), None)


def weeks_counted(text, last):
    """The calendar with a date for each day of a rule of weeks, counted as RFC 5545 says: the first week has four days of its year."""

    def dates(match):
        stamp, time, rule = match.group(2, 3, 5)
        parts = dict(part.split("=") for part in rule.split(";"))
        if not {"FREQ=YEARLY", "BYWEEKNO", "BYDAY"} <= {f"FREQ={parts['FREQ']}", *parts}:
            return match.group()
        names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        wanted, weekdays = {int(n) for n in parts["BYWEEKNO"].split(",")}, {names.index(n) for n in parts["BYDAY"].split(",")}
        start = datetime.datetime.strptime(stamp, "%Y%m%d").date()
        end = min(last, datetime.datetime.strptime(parts.get("UNTIL", "99991231")[:8], "%Y%m%d").date())

        def new_year(year):
            fourth = datetime.date(year, 1, 4)
            return fourth - datetime.timedelta((fourth.weekday() - names.index(parts.get("WKST", "MO"))) % 7)

        found = []
        for year in range(start.year, end.year + 2, int(parts.get("INTERVAL", 1))):
            length = (new_year(year + 1) - new_year(year)).days
            for day in range(length):
                date, week = new_year(year) + datetime.timedelta(day), day // 7 + 1
                if date.weekday() in weekdays and wanted & {week, week - length // 7 - 1} and start <= date <= end:
                    found.append(f"{date:%Y%m%d}{time}")
        found = found[: int(parts.get("COUNT", len(found)))]
        return f"{match.group(1)}{stamp}{time}{match.group(4)}RDATE{match.group(1)[7:]}{','.join(found)}"

    start_and_rule = r"(DTSTART[^\n]*:)(\d{8})(T\d{6}Z?|)(\n(?:(?!BEGIN|END)[^\n]*\n)*?)RRULE:([^\n]*)"
    return re.sub(start_and_rule, dates, text)


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
        theirs = {"libical": lines(path.with_suffix(".libical")), "icalendar": days_of_pypi(path.read_bytes(), first, last)}
        rules = rules_by_name(unfolded(path))
        for one, other in ("libical", "icalendar"), ("icalendar", "libical"):
            differing = ours ^ theirs[one]
            for name in sorted({line[11:] for line in differing}):
                lines_of_it = {line for line in differing if line[11:] == name}
                why = reason(one, rules[name])
                is_ours = not lines_of_it & (ours ^ theirs[other])
                if why and not is_ours and reason(other, rules[name]):
                    counted = days_of_pypi(weeks_counted(unfolded(path), last), first, last)
                    is_ours = {line for line in ours ^ counted if line[11:] == name} == set()
                if why and is_ours:
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
