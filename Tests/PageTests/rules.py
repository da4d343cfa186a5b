"""What a page has to hold, as groups of checks: each opens the page anew, as somebody has it who needs that."""

import re
import tempfile
from pathlib import Path

from browser import TAGS
from hands import effects, tooltips

WIDTHS = (320, 768, 1440)
SCHEMES = ("light", "dark")
# Text of pictures has so many pixels at least, at each of these widths: around those at which a page may lay it out anew.
LEAST_TEXT = 12
TEXT_WIDTHS = (320, 360, 424, 426, 480, 481, 500, 567, 569, 640, 768, 1440)
# The ways in which axe looks at a page, and in which it must not scroll sideways where it is narrow or large.
LOOKS = {
    "light": {},
    "dark": {"scheme": "dark"},
    "text of 200 %": {"text": 200},
    "a zoom of 200 %": {"width": 720, "height": 450, "scale": 2},
    "320 px": {"width": 320},
    "without script": {"has_script": False},
    "without script, dark": {"has_script": False, "scheme": "dark"},
}
NARROW = {
    "320 px": {"width": 320},
    "320 px, dark": {"width": 320, "scheme": "dark"},
    "320 px, without script": {"width": 320, "has_script": False},
    "1440 px and text of 200 %": {"text": 200},
    "a zoom of 200 %": {"width": 720, "height": 450, "scale": 2},
}
# One violation of each tag, and the rule that finds it. Presentational attributes: a policy forbids styles.
PLANTED = {
    "wcag2a": ("image-alt", "<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' width='20' height='20'>"),
    "wcag2aa": ("color-contrast", "<table><tr><td bgcolor='#ffffff'><font color='#eeeeee'>planted</font></td></tr></table>"),
    "wcag21aa": ("autocomplete-valid", "<label>Planted <input name='planted' autocomplete='planted'></label>"),
}
ELSEWHERE = "http://127.0.0.1:9/planted.png"


class Report:
    """Prints what holds and what does not."""

    def __init__(self, is_quiet=False):
        self.failures, self.passed, self.is_quiet = [], 0, is_quiet

    def check(self, what, faults):
        """`faults`: what is wrong, in words; none: it holds."""
        faults = list(faults)
        if faults:
            more = f"; and {len(faults) - 5} more" if len(faults) > 5 else ""
            self.failures.append(f"{what}: {'; '.join(faults[:5])}{more}")
        else:
            self.passed += 1
        if not self.is_quiet:
            print(f"FAILED: {self.failures[-1]}" if faults else f"ok: {what}", flush=True)


def listed(found):
    return [f"{rule['id']} ({', '.join(sorted(set(rule['tags']) & set(TAGS)))}), {rule['count']} times: {' | '.join(rule['where'])}"
            for rule in found["violations"]]


def document(browser, report, page, options):
    size = Path(page).stat().st_size
    report.check(f"it has {size / 1000:.0f} KB, less than {options.kilobytes}", ["it is larger"] * (size >= 1000 * options.kilobytes))
    browser.open(page)
    report.check("it has a language and a title", browser.ask("language"))
    report.check("its headings are in order, and one is h1", browser.ask("headings"))
    report.check("it has a strict policy (CSP), before all that it is for", browser.ask("policy"))


def accessibility(browser, report, page, options):
    for look, how in LOOKS.items():
        browser.open(page, **how)
        found = browser.violations()
        unsure = f" (it cannot judge: {', '.join(found['open'])})" if found["open"] else ""
        report.check(f"axe, {look}: no violation of {', '.join(TAGS)}{unsure}", listed(found))
        if not browser.has_script:
            report.check(f"{look}: none of its scripts has run", ["one has"] * browser.scripts_run())
    browser.open(page)
    pictures = {browser.picture()}
    browser.open(page, scheme="dark")
    report.check("dark looks other than light", ["they are the same picture"] * (browser.picture() in pictures))


def planted(browser, report, page, options):
    """That faults would be found: a violation of each tag, planted into the open page; a request, planted into a copy."""
    for look in ("light", "without script"):
        browser.open(page, **LOOKS[look])
        for _, markup in PLANTED.values():
            browser.evaluate(f"document.body.insertAdjacentHTML('beforeend', {markup!r})")
        found = [(rule["id"], tag) for rule in browser.violations()["violations"] for tag in rule["tags"]]
        for tag, (rule, _) in PLANTED.items():
            report.check(f"axe, {look}: a planted violation of {tag} is found ({rule})", ["it is not"] * ((rule, tag) not in found))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "planted.html"
        image = f'<img src="{ELSEWHERE}" alt="planted">'
        copy.write_text(Path(page).read_text(encoding="utf-8").replace("</body>", image + "</body>", 1), encoding="utf-8")
        forget(browser)
        browser.open(copy)
        asked, errors = browser.requests(), browser.errors()
        how = "the policy forbids it" if any("Content Security Policy" in error for error in errors) else "nothing forbids it"
        report.check(f"a planted request is noticed ({how})", [] if ELSEWHERE in asked else [f"these were: {asked}"])
    browser.open(page)
    if browser.ask("countScripts"):
        report.check("its scripts are noticed where they run", [] if browser.scripts_run() else ["none has run"])


def requests(browser, report, page, options):
    """While it is opened, read, and each of its buttons pressed."""
    forget(browser)
    browser.open(page)
    hints = browser.ask("hints")
    for index in range(browser.ask("countButtons")):
        browser.ask("focusButton", index)
        browser.press("Enter")
    pressed = browser.violations()
    browser.open(page, scheme="dark", has_script=False)
    report.check("it asks nobody for anything, though each button is pressed", browser.requests() + hints)
    report.check("its console tells of no error, though each button is pressed", browser.errors())
    report.check("axe, after each button was pressed: no violation", listed(pressed))


def forget(browser):
    browser.requests()
    browser.errors()


def narrow(browser, report, page, options):
    for look, how in NARROW.items():
        browser.open(page, **how)
        width = browser.ask("scrollWidth")
        report.check(f"no sideways scrolling, {look}", [f"it is {width} px wide"] * (width > browser.width))
        report.check(f"no words are cut off, {look}", browser.ask("cut"))
    small = []
    for width in TEXT_WIDTHS:
        browser.open(page, width=width)
        small += [f"{width} px: {fault}" for fault in browser.ask("smallInPictures", LEAST_TEXT)]
    report.check(f"text of pictures has {LEAST_TEXT} px or more, from {TEXT_WIDTHS[0]} px on", small)
    browser.open(page)
    usual = dict(browser.ask("fontSizes"))
    browser.open(page, text=200)
    large = dict(browser.ask("fontSizes"))
    small = [f"{name}: {size} px, and {large[name]} px" for name, size in usual.items() if name in large and large[name] < 1.9 * size]
    report.check("text grows with the size that the user has set", small)


def keyboard(browser, report, page, options):
    for width in (1440, 320):
        browser.open(page, width=width)
        count = browser.ask("holdControls")
        faults = {"reached": browser.ask("unreachable"), "named": [], "seen": []}
        browser.ask("addEnds")
        reached = walk(browser, count, faults)
        if reached != list(range(count)):
            first = next((index for index in range(count) if index >= len(reached) or reached[index] != index), count)
            wanted = browser.ask("nameOf", first) if first < count else "the end"
            faults["reached"].append(f"where {wanted} is next, Tab leads elsewhere, or nowhere")
        report.check(f"Tab reaches {count} controls in order, and leads out again, {width} px", faults["reached"])
        report.check(f"each of them has a name, {width} px", faults["named"])
        report.check(f"each of them shows its focus by an outline of 2 px or more, {width} px", faults["seen"])
        back = walk(browser, count, is_shifted=True)
        report.check(f"Shift+Tab leads back, {width} px", [] if back == list(range(count))[::-1] else [f"it leads {back}, by their numbers"])


def walk(browser, count, faults=None, is_shifted=False):
    """Presses Tab from one end of the page to the other: the numbers of the controls, as it comes to them. A trap ends it."""
    reached, kinds = [], set()
    browser.ask("focusEnd", 1 if is_shifted else 0)
    # Regions that scroll are stops too, though no controls.
    for _ in range(2 * count + 20):
        browser.press("Tab", is_shifted)
        focus = browser.ask("focused")
        if focus.get("end") == (0 if is_shifted else 1):
            return reached
        if "end" in focus:
            continue
        if focus["index"] >= 0:
            reached.append(focus["index"])
        if faults is not None:
            look_at(browser, focus, faults, kinds)
    return reached + ["a trap"]


def look_at(browser, focus, faults, kinds):
    """What a control is to people who come to it by the keyboard."""
    if focus["index"] < 0 and not focus["scrolls"]:
        faults["reached"].append(f"{focus['name']} is reached, and is no control")
    if focus["index"] >= 0 and not browser.accessible_name():
        faults["named"].append(focus["name"])
    if focus["outline"] < 2:
        faults["seen"].append(f"{focus['name']}: {focus['outline']} px")
    elif focus["kind"] not in kinds:
        # One of each kind is looked at: a computed outline may be covered.
        kinds.add(focus["kind"])
        if not changes(browser, focus["box"]):
            faults["seen"].append(f"{focus['name']}: it looks the same without the focus")


def changes(browser, box):
    """Whether what has the focus looks otherwise without it; it has it again afterwards."""
    around = {"x": max(0, box["x"] - 6), "y": max(0, box["y"] - 6), "width": box["width"] + 12, "height": box["height"] + 12}
    with_focus = browser.picture(around)
    browser.evaluate("window.__had = document.activeElement; window.__had.blur()")
    without = browser.picture(around)
    browser.evaluate("window.__had.focus({ focusVisible: true }); 0")
    return with_focus != without


def motion(browser, report, page, options):
    browser.open(page, is_reduced=True)
    report.check("nothing moves where people want less of it (prefers-reduced-motion)", browser.ask("motion"))


def without_script(browser, report, page, options):
    browser.open(page)
    usual = browser.ask("countSeen")
    browser.open(page, has_script=False)
    report.check("without script all text, tables and pictures are seen", browser.ask("unseen"))
    there = browser.ask("countSeen")
    report.check(f"without script there is no less of them ({', '.join(f'{count} {tag}' for tag, count in there.items())})",
                 [f"{there[tag]} {tag} of {count}" for tag, count in usual.items() if there[tag] < count])


def printing(browser, report, page, options):
    browser.open(page, media="print")
    # What its reader has chosen away, by `hidden`, is not printed either.
    shown = ":is(h1, h2, h3, h4, h5, h6, table, svg):not([hidden], [hidden] *)"
    report.check("its headings, tables and pictures are printed", browser.ask("unseen", shown))
    browser.open(page)
    printed = browser.printed()
    pages = len(re.findall(rb"/Type\s*/Page\b", printed))
    report.check(f"it prints, on {pages} pages", [] if printed.startswith(b"%PDF-") and pages else ["there is no page"])
    if options.screenshots is None:
        return
    folder, name = Path(options.screenshots), Path(page).stem
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.pdf").write_bytes(printed)
    for width in WIDTHS:
        for scheme in SCHEMES:
            browser.open(page, width=width, scheme=scheme)
            (folder / f"{name}-{width}-{scheme}.png").write_bytes(browser.picture())
    if not report.is_quiet:
        print(f"Pictures of it, and what is printed, are in {folder}.", flush=True)


GROUPS = (document, accessibility, planted, requests, narrow, keyboard, tooltips, effects, motion, without_script, printing)


def check_page(browser, report, page, options, groups=GROUPS):
    for group in groups:
        group(browser, report, page, options)
