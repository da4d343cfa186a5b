"""The pictures of board/wiring: displays, buzzer modules, legs of transistors, and a bed shaker."""

import wiring_breadboard
from wiring_symbols import INK, ROLES, Picture

# Modules: title, words above, what is written on it, the header's pin for each pin of the module, words below.
DISPLAYS = [
    ("HT16K33, four pins", ["digits of 0.56 inch:", "red; others may be dim"], "7:30",
     [("VCC", 1, "3v3"), ("SDA", 3, "sda"), ("SCL", 5, "scl"), ("GND", 9, "gnd")],
     ["VCC never to 5 V: it pulls", "SDA and SCL up to VCC.",
      "A fifth pin VHi to pin 2,", "5 V; of another name: stop."]),
    ("HT16K33 with IO or Vi2c", ["its fifth pin has that name;", "1.2 inch, only with IO"], "7:30",
     [("+", 2, "5v"), ("IO", 1, "3v3"), ("D", 3, "sda"), ("C", 5, "scl"), ("–", 9, "gnd")],
     ["IO never to 5 V: it pulls", "D and C up to IO. This is",
      "not for a fifth pin VHi, nor", "for one of another name."]),
    ("TM1637, four pins", ["in place of an HT16K33;", "red is bright enough"], "7:30",
     [("VCC", 1, "3v3"), ("CLK", 16, "scl"), ("DIO", 18, "sda"), ("GND", 9, "gnd")],
     ["VCC never to 5 V: it pulls", "CLK and DIO up to VCC."]),
]
BUZZERS = [
    ("1. Which kind is it?", ["Off, wire it so, on: if it", "sounds, it may be active-low."], "((•))",
     [("VCC", 1, "3v3"), ("GND", 25, "gnd"), ("I/O", 39, "gnd")],
     ["Silent? Off, I/O to pin 17,", "on: if it sounds, it may be", "active-high. Both need one",
      "more test, with these wires:", "see 2, 3 and the page."]),
    ("2. Active-low", ["sounds while I/O is low:", "only at 3.3 V, on GPIO 6"], "((•))",
     [("VCC", 17, "3v3"), ("GND", 25, "gnd"), ("I/O", 31, "buzzer")],
     ["Test, I/O at pin 39: as loud", "with GND off? Then it is a", "bare buzzer.",
      "In the board file: line: 6,", "activeLow: true, \"pull-up\".", "At 5 V it never stops."]),
    ("3. Active-high", ["sounds while I/O is high;", "louder at 5 V"], "((•))",
     [("VCC", 4, "5v"), ("GND", 25, "gnd"), ("I/O", 11, "buzzer")],
     ["Test, I/O at pin 17, VCC at 1:", "sounds with VCC off? Then it", "is a bare buzzer.",
      "The board file as it comes:", "line: 17, activeLow: false,", "bias: \"pull-down\"."]),
]
# Package, names, legs from left to right as the face with the print is seen, what it bears here.
LEGS = [
    ("TO-92", ["BC337"], "CBE", "up to 0.1 A"), ("TO-92", ["PN2222A"], "EBC", "up to 0.1 A"),
    ("TO-92", ["P2N2222A"], "CBE", "up to 0.1 A"), ("TO-92", ["TN0702"], "SGD", "up to 0.2 A"),
    ("TO-220", ["IRF3708"], "GDS", "up to 1 A, 12 V"), ("TO-220", ["TIP120"], "BCE", "up to 1 A, 12 V"),
    ("TO-220", ["IRLB8721"], "GDS", "no: made for 4.5 V"), ("SOT-23", ["AO3400A", "IRLML6344"], "GSD", "on an adapter"),
]
LEG_ROLES = {"B": "buzzer", "G": "buzzer", "C": "load", "D": "load", "E": "gnd", "S": "gnd"}


def modules(title, hint, panels, height):
    picture = Picture()
    picture.text(20, 34, title, 22, bold=True)
    picture.text(20, 58, hint, 15, color="#495057")
    for index, (name, above, print_on_it, pins, below) in enumerate(panels):
        x, rows = 14 + index * 294, 176
        picture.box(x, 74, 284, height - 88)
        picture.text(x + 14, 100, name, 17, bold=True)
        picture.lines(x + 14, 124, above, 15)
        picture.box(x + 14, rows - 18, 112, 36 * len(pins), "#212529", radius=6)
        picture.add(f'<text x="{x + 44}" y="{rows + 18 * len(pins) - 28}" font-size="17" text-anchor="middle" '
                    f'fill="#ff8787" font-weight="bold">{print_on_it}</text>')
        for line, (pin_of_module, pin, role) in enumerate(pins):
            y = rows + 36 * line
            picture.wire(role, (x + 126, y), (x + 160, y), width=4)
            picture.text(x + 120, y + 5, pin_of_module, 15, "end", "#ffffff", True)
            picture.pin(x + 162, y, pin, role, False)
        picture.lines(x + 14, height - 14 - 20 * len(below), below, 15)
    return picture.svg(900, height)


def leg(picture, x, y, name):
    color = ROLES[LEG_ROLES[name]][0]
    picture.add(f'<circle cx="{x}" cy="{y}" r="13" fill="{color}"/>')
    picture.text(x, y + 6, name, 16, "middle", "#ffffff", True)


def draw_package(picture, x, y, package, names, legs):
    """Its middle is at x; the body begins at y."""
    if package == "SOT-23":
        places = [(x - 36, y + 112, y + 80), (x + 36, y + 112, y + 80), (x, y - 4, y + 24)]
    else:
        places = [(x + 36 * place, y + 140, y + 84) for place in (-1, 0, 1)]
    for (leg_x, end, start), name in zip(places, legs):
        picture.path(f"M{leg_x} {start} L{leg_x} {end}", width=6)
        leg(picture, leg_x, end, name)
    if package == "TO-220":
        picture.box(x - 50, y - 18, 100, 44, "#ced4da", radius=3)
        picture.add(f'<circle cx="{x}" cy="{y + 2}" r="9" fill="#fcfcf9" stroke="{INK}" stroke-width="2"/>')
    body = {"TO-92": (50, 6, 80), "TO-220": (54, 20, 66), "SOT-23": (56, 24, 58)}[package]
    picture.box(x - body[0], y + body[1], 2 * body[0], body[2], "#343a40", radius=14 if package == "TO-92" else 4)
    for line, name in enumerate(names):
        picture.text(x, y + 56 + 18 * line - 7 * (len(names) - 1), name, 15, "middle", "#ffffff", True)


def legs_picture():
    picture = Picture()
    picture.text(20, 34, "Which leg is which", 22, bold=True)
    hint = "Look at the face with the print, legs down (of a TO-92 that is the flat side; of the SOT-23 the top)."
    picture.text(20, 58, hint, 15, color="#495057")
    for index, (package, names, legs, bears) in enumerate(LEGS):
        x, y = 120 + index % 4 * 220, 90 + index // 4 * 236
        draw_package(picture, x, y, package, names, legs)
        wrong = bears.startswith("no")
        color = ROLES["5v"][0] if wrong else "#495057"
        picture.text(x, y + 178, f"{package}, {bears}", 15, "middle", color, wrong)
        if package == "TO-92":
            picture.text(x, y + 196, "motor: other holes", 15, "middle", INK, True)
        if wrong:
            picture.add(f'<path d="M{x - 60} {y - 20} L{x + 60} {y + 120} M{x + 60} {y - 20} L{x - 60} {y + 120}" '
                        f'fill="none" stroke="{color}" stroke-width="5"/>')
    for x, name, says in ((34, "B", "B, G: through the resistor to the GPIO"),
                          (396, "C", "C, D: to the buzzer or the motor"), (702, "E", "E, S: to ground")):
        leg(picture, x, 534, name)
        picture.text(x + 20, 539, says, 15)
    return picture.svg(900, 562)


def bed_shaker():
    picture = Picture()
    x, top, gate, ground = 540, 130, 310, 410
    picture.text(20, 34, "A bed shaker of 12 V with its own supply", 22, bold=True)
    picture.wire("motor", (140, gate), (x - 40, gate), width=4)
    picture.wire("gnd", (140, ground), (x, ground), (x, gate + 40), width=4)
    picture.wire("gnd", (x, ground), (800, ground), (800, 320), width=4)
    picture.wire("12v", (x, 160), (x, top), (800, top), (800, 230), width=4)
    picture.wire("load", (x, 240), (x, gate - 40))
    picture.wire("12v", (630, top), (630, 194))
    picture.wire("load", (630, 194), (630, 256), (x, 256))
    picture.wire("gnd", (360, gate), (360, ground), width=3)
    picture.add(f'<circle cx="{x}" cy="200" r="40" fill="#e5dbff" stroke="{INK}" stroke-width="2"/>')
    picture.text(x, 210, "M", 28, "middle", bold=True)
    picture.lines(x - 56, 190, ["bed shaker,", "12 V"], 15, "end")
    picture.diode(630, 194, up=True)
    picture.lines(652, 178, ["flyback diode", "1N5819, bar", "to +12 V"], 15)
    picture.mosfet(x, gate)
    picture.lines(x + 34, gate - 8, ["MOSFET IRF3708", "(or a TIP120 with", "1 kΩ, not 220 Ω)"], 15)
    picture.resistor(250, gate, "220 Ω")
    picture.resistor(360, 360, "10 kΩ", vertical=True)
    picture.box(714, 230, 172, 90, "#f8e5d2")
    picture.lines(800, 258, ["supply of its own", "12 V, 1 A,", "fuse 1 A"], 15, "middle", bold_first=True)
    picture.text(786, 224, "+", 18, "end", bold=True)
    picture.text(786, 342, "–", 18, "end", bold=True)
    for role, dot_x, dot_y in (("12v", 630, top), ("motor", 360, gate), ("gnd", 360, ground), ("gnd", x, ground),
                               ("load", x, 256)):
        picture.dot(role, dot_x, dot_y)
    for pin, y, role in ((32, gate, "motor"), (34, ground, "gnd")):
        picture.pin(128, y, pin, role, True)
    picture.lines(20, 66, [
        "Of the Raspberry Pi only these two pins: 32 switches it,", "34 joins the grounds. +12 V touches nothing else:",
        "one touch of a pin destroys the computer."], 15)
    return picture.svg(900, 450)


def pictures():
    """By the name of its file in board/wiring."""
    return {
        "displays.svg": modules(
            "Three kinds of display", "Go by the printed names: their order differs. Right: the pin of the header, by its number.",
            DISPLAYS, 466),
        "buzzer-modules.svg": modules(
            "Buzzer modules with three pins",
            "Go by the printed names: their order differs. Off: the plug of the Raspberry Pi is pulled.", BUZZERS, 434),
        "legs.svg": legs_picture(), "breadboard.svg": wiring_breadboard.breadboard(),
        "bed-shaker.svg": bed_shaker(),
    }


def disagreements(page):
    """What the page says otherwise than the tables above, and what they themselves put wrong."""
    words = page.read_text(encoding="utf-8")
    yield from wiring_breadboard.disagreements(words)
    for title, _, _, pins, _ in DISPLAYS + BUZZERS[1:]:
        for name, pin, _ in pins:
            if f"| {title} | {name} | {pin} |" not in words:
                yield f"wiring/README.md has no row: {title}, {name}, pin {pin}"
