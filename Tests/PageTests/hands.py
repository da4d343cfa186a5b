"""What a page has to hold for who points at it and presses its buttons: groups of checks, as those in rules.py."""

import time

LONGEST_WAIT = 5  # Seconds, for what a page does by itself.
WHILE = 1  # For what it must not do meanwhile.


def tooltips(browser, report, page, options):
    """Words that come up beside a mark: WCAG 2.1, 1.4.13."""
    browser.open(page)
    faults = {"shown": [], "stays": [], "goes": [], "escape": [], "focus": [], "arrows": []}
    count = browser.ask("holdPictures")
    for picture in range(count):
        mark = browser.ask("mark", picture)
        if mark is not None:
            point_at(browser, mark, faults)
        browser.point(1, 1)
        until(lambda: browser.ask("tip") is None)
        go_through(browser, picture, faults)
    where = f"of {count} pictures"
    report.check(f"the words of a mark are shown where it is pointed at, {where}", faults["shown"])
    report.check(f"they stay while the mouse goes to them, and is on them, {where}", faults["stays"])
    report.check(f"they go with the mouse, {where}", faults["goes"])
    report.check(f"Escape takes them away, and nothing moves, {where}", faults["escape"])
    report.check(f"they are shown where a mark has the focus, {where}", faults["focus"])
    report.check(f"arrow keys lead from mark to mark, {where}", faults["arrows"])


def says(browser, words):
    tip = browser.ask("tip")
    return tip is not None and tip["words"] == words


def point_at(browser, mark, faults):
    browser.point(mark["x"], mark["y"])
    if not until(lambda: says(browser, mark["words"])):
        return faults["shown"].append(mark["name"])
    tip = browser.ask("tip")
    # As a hand does it, with a rest between the two.
    for step in (0.5, 1):
        browser.point(mark["x"] + (tip["x"] - mark["x"]) * step, mark["y"] + (tip["y"] - mark["y"]) * step)
        time.sleep(0.1)
    time.sleep(WHILE)
    faults["stays"] += [mark["name"]] * (not says(browser, mark["words"]))
    browser.point(1, 1)
    faults["goes"] += [mark["name"]] * (not until(lambda: browser.ask("tip") is None))
    browser.point(mark["x"], mark["y"])
    until(lambda: says(browser, mark["words"]))
    browser.press("Escape")
    faults["escape"] += [mark["name"]] * (not until(lambda: browser.ask("tip") is None))
    return None


def go_through(browser, picture, faults):
    browser.ask("focusPicture", picture)
    first = browser.ask("focusedMark", picture)
    if not until(lambda: says(browser, first["words"])):
        faults["focus"].append(str(first["words"]))
    browser.press("Escape")
    faults["escape"] += [f"{first['words']}, with the focus"] * (not until(lambda: browser.ask("tip") is None))
    if first["count"] < 2:
        return
    for key, index in (("ArrowRight", first["index"] + 1), ("ArrowLeft", first["index"])):
        browser.press(key)
        found = browser.ask("focusedMark", picture)
        is_right = found["index"] == index and until(lambda: says(browser, found["words"]))
        faults["arrows"] += [f"{key} leads from {first['words']} to {found['words']}"] * (not is_right)


def until(condition):
    """Waits for what the page does by itself; whether it has."""
    end = time.monotonic() + LONGEST_WAIT
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def effects(browser, report, page, options):
    """What buttons that stay pressed do, by either key."""
    browser.open(page)
    choices = browser.ask("holdChoices")
    days, hidden = [], []
    for key in ("Space", "Enter"):
        for index, choice in enumerate(choices):
            if choice["days"]:
                found = pressed(browser, index, key)
                is_right = found["isPressed"] and found["pressed"] == 1 and found["days"] == [choice["days"]]
                days += [f"{key}, {choice['name']}: {found}"] * (not is_right)
    # Others may be there now.
    choices = browser.ask("holdChoices")
    for index, choice in enumerate(choices):
        if choice["days"]:
            continue
        for key in ("Space", "Enter"):
            before = browser.ask("outcome", index)
            off, on = pressed(browser, index, key), pressed(browser, index, key)
            is_right = before["isPressed"] and not off["isPressed"] and off["parts"] < before["parts"] and on == before
            hidden += [f"{key}, {choice['name']}: {before}, {off}, {on}"] * (not is_right)
    count = sum(bool(choice["days"]) for choice in choices)
    report.check(f"each of {count} buttons for days shows those alone, and is pressed alone, by Space and Enter", days)
    report.check(f"each of {len(choices) - count} buttons of series hides its own, and shows it again, by Space and Enter", hidden)


def pressed(browser, index, key):
    browser.ask("focusChoice", index)
    browser.press(key)
    return browser.ask("outcome", index)
