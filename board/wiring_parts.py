"""The pictures of board/wiring: displays, buzzer modules, legs of transistors, a breadboard and a bed shaker."""

from wiring_symbols import INK, ROLES, Picture

# Modules: title, words above, what is written on it, the header's pin for each pin of the module, words below.
DISPLAYS = [
    ("HT16K33, four pins", ["digits of 0.56 inch, red,", "yellow or green"], "7:30",
     [("VCC", 1, "3v3"), ("SDA", 3, "sda"), ("SCL", 5, "scl"), ("GND", 9, "gnd")],
     ["VCC never to 5 V: it pulls", "SDA and SCL up to VCC."]),
    ("HT16K33, five pins", ["digits of 1.2 inch: dark", "at 3.3 V"], "7:30",
     [("+", 2, "5v"), ("IO", 1, "3v3"), ("D", 3, "sda"), ("C", 5, "scl"), ("–", 9, "gnd")],
     ["IO never to 5 V: it pulls", "D and C up to IO."]),
    ("TM1637, four pins", ["in place of an HT16K33;", "red is bright enough"], "7:30",
     [("VCC", 1, "3v3"), ("CLK", 16, "scl"), ("DIO", 18, "sda"), ("GND", 9, "gnd")],
     ["VCC never to 5 V: it pulls", "CLK and DIO up to VCC."]),
]
BUZZERS = [
    ("1. Which kind is it?", ["Off, wire it so, on: if it", "sounds, it is active-low."], "((•))",
     [("VCC", 1, "3v3"), ("GND", 25, "gnd"), ("I/O", 39, "gnd")],
     ["Silent? Off, I/O to 17, on:", "sounds: active-high. It still", "sounds without VCC: it is",
      "a bare buzzer (breadboard)."]),
    ("2. Active-low", ["sounds while I/O is low:", "only at 3.3 V, on GPIO 6"], "((•))",
     [("VCC", 17, "3v3"), ("GND", 25, "gnd"), ("I/O", 31, "buzzer")],
     ["In the board file: line: 6,", "activeLow: true,", "bias: \"pull-up\".", "At 5 V it never stops."]),
    ("3. Active-high", ["sounds while I/O is high;", "louder at 5 V"], "((•))",
     [("VCC", 2, "5v"), ("GND", 25, "gnd"), ("I/O", 11, "buzzer")],
     ["The board file as it comes:", "line: 17,", "activeLow: false,", "bias: \"pull-down\"."]),
]
# Package, names, legs from left to right as the face with the print is seen, what it bears here.
LEGS = [
    ("TO-92", ["BC337"], "CBE", "motor: 0.1 A"), ("TO-92", ["PN2222A"], "EBC", "motor: 0.1 A"),
    ("TO-92", ["P2N2222A"], "CBE", "motor: 0.1 A"), ("TO-92", ["TN0702"], "SGD", "motor: 0.2 A"),
    ("TO-220", ["IRF3708"], "GDS", "up to 1 A, 12 V"), ("TO-220", ["TIP120"], "BCE", "up to 1 A, 12 V"),
    ("TO-220", ["IRLB8721"], "GDS", "made for 4.5 V"), ("SOT-23", ["AO3400A", "IRLML6344"], "GSD", "on an adapter"),
]
LEG_ROLES = {"B": "buzzer", "G": "buzzer", "C": "motor", "D": "motor", "E": "gnd", "S": "gnd"}
# What goes into which hole of the breadboard: part, how it is drawn, holes, of a diode the one with the bar first.
BREADBOARD = [
    ("Red wire", "5v", "pin 2", "+"), ("Black wire", "gnd", "pin 25", "–"), ("Black wire", "gnd", "pin 34", "–"),
    ("Buzzer, its + first", "buzzer", "2c", "5c"), ("Red wire", "5v", "2a", "+"),
    ("Diode 1N4148", "1N4148", "2e", "5e"), ("Gray wire", "usb", "5a", "8a"),
    ("BC337, flat side toward row f: C, B, E", "npn", "8c", "9c", "10c"), ("Resistor 10 kΩ", "10 kΩ", "9a", "–"),
    ("Black wire", "gnd", "10a", "–"), ("Resistor 1 kΩ", "1 kΩ", "9d", "14d"),
    ("Blue wire", "buzzer wire", "pin 11", "14e"),
    ("IRF3708, print toward row f: G, D, S", "mosfet", "20c", "21c", "22c"), ("Resistor 10 kΩ", "10 kΩ", "20a", "–"),
    ("Black wire", "gnd", "22a", "–"), ("Resistor 220 Ω", "220 Ω", "16d", "20d"),
    ("Purple wire", "motor wire", "pin 32", "16e"), ("Diode 1N5819", "1N5819", "26d", "21d"),
    ("Motor, its + first", "motor", "26e", "21e"), ("Red wire", "5v", "26a", "+"),
    ("Capacitor 100 nF", "100 nF", "+", "–"), ("Capacitor 100 µF, its stripe last", "100 µF", "+", "–"),
]


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
        x, y = 120 + index % 4 * 220, 90 + index // 4 * 218
        draw_package(picture, x, y, package, names, legs)
        picture.text(x, y + 178, f"{package}, {bears}", 15, "middle", color="#495057")
    for x, name, says in ((34, "B", "B, G: through the resistor to the GPIO"),
                          (396, "C", "C, D: to the buzzer or the motor"), (702, "E", "E, S: to ground")):
        leg(picture, x, 516, name)
        picture.text(x + 20, 521, says, 15)
    return picture.svg(900, 544)


def column(hole):
    return 196 + 24 * int(hole[:-1])


def place(hole):
    return column(hole), 164 + 24 * "abcde".index(hole[-1])


RAILS = {"+": 98, "–": 122}


def draw_board(picture):
    picture.box(196, 84, 698, 330, "#f1f3f5", "#adb5bd")
    for sign, y in RAILS.items():
        picture.wire("5v" if sign == "+" else "gnd", (206, y - 11), (878, y - 11), width=1.5)
    rows = list(RAILS.values()) + [164 + 24 * row + 20 * (row > 4) for row in range(10)]
    for y in rows:
        for number in range(1, 29):
            picture.add(f'<circle cx="{196 + 24 * number}" cy="{y}" r="3.5" fill="#868e96"/>')
    for row, y in zip("abcdefghij", rows[2:]):
        picture.text(206, y + 5, row, 13, "middle", "#495057")
    for number in (1, 5, 10, 15, 20, 25):
        picture.text(196 + 24 * number, 287, str(number), 13, "middle", "#495057")
    for sign, y in RAILS.items():
        picture.text(882, y + 5, sign, 16, "middle", bold=True)


def draw_hole_to_hole(picture, how, holes, pins):
    """One line of BREADBOARD."""
    role = how.replace(" wire", "")
    if holes[0].startswith("pin "):
        pin, (start, bend) = int(holes[0][4:]), pins[holes[0]]
        ends = place(holes[1]) if holes[1] not in RAILS else (220, RAILS[holes[1]])
        picture.wire(role, (140, start), (bend, start), (bend, ends[1]), ends, width=4)
        picture.pin(128, start, pin, role, True)
    elif how in ("5v", "gnd", "usb"):
        end = (column(holes[0]), RAILS[holes[1]]) if holes[1] in RAILS else place(holes[1])
        picture.wire(how, place(holes[0]), end, width=5)
    elif how in ("10 kΩ", "1 kΩ", "220 Ω"):
        x, y = place(holes[0])
        if holes[1] in RAILS:
            picture.path(f"M{x} {y} L{x} {RAILS[holes[1]]}")
            picture.box(x - 7, RAILS[holes[1]] + 9, 14, 24, "#e9d8a6", radius=3)
            picture.text(x - 12, RAILS[holes[1]] + 26, how, 14, "end")
        else:
            end = column(holes[1])
            picture.path(f"M{x} {y} L{end} {y}")
            picture.box((x + end) / 2 - 24, y - 8, 48, 16, "#e9d8a6", radius=3)
            picture.text((x + end) / 2 + 2, y - 14, how, 14, "middle")
    elif how.startswith("1N"):
        (bar, y), end = place(holes[0]), column(holes[1])
        toward = 1 if end > bar else -1
        picture.path(f"M{bar} {y} L{end} {y}")
        picture.box((bar + end) / 2 - 22, y - 7, 44, 14, "#495057", radius=2)
        picture.add(f'<rect x="{(bar + end) / 2 - 15 * toward - 3}" y="{y - 7}" width="6" height="14" fill="#f8f9fa"/>')
        picture.text((bar + end) / 2, y + 23, how, 14, "middle")
    elif how in ("100 nF", "100 µF"):
        x, radius, color = (760, 13, "#ffa94d") if how == "100 nF" else (856, 21, "#4263eb")
        picture.path(f"M{x - 12} {RAILS['+']} L{x - 8} 66 M{x + 12} {RAILS['–']} L{x + 8} 66")
        picture.add(f'<circle cx="{x}" cy="60" r="{radius}" fill="{color}" stroke="{INK}" stroke-width="2"/>')
        picture.text(x - 26, 58, how, 14, "end")
        if how == "100 µF":
            picture.add(f'<path d="M{x + 8} 41 A21 21 0 0 1 {x + 8} 79 Z" fill="#dee2e6"/>')
            picture.text(x + 13, 65, "–", 15, "middle", bold=True)
    else:
        draw_device(picture, how, [place(hole) for hole in holes])


def draw_device(picture, how, ends):
    (x, y), (other_x, _) = ends[0], ends[-1]
    middle = (x + other_x) / 2
    if how == "buzzer":
        picture.add(f'<circle cx="{middle}" cy="{y}" r="41" fill="#343a40"/>')
        picture.text(x + 1, y + 6, "+", 18, "middle", "#ffffff", True)
        picture.text(middle + 6, y + 5, "buzzer", 14, "middle", "#ffffff")
    elif how == "motor":
        center = 470
        picture.wire("5v", (x, y), (x, center), (middle + 30, center), width=4)
        picture.wire("usb", (other_x, y), (other_x, center), (middle - 30, center), width=4)
        picture.add(f'<circle cx="{middle}" cy="{center}" r="36" fill="#e5dbff" stroke="{INK}" stroke-width="2"/>')
        picture.text(middle, center + 9, "M", 26, "middle", bold=True)
    elif how == "npn":
        picture.add(f'<path d="M{x - 12} {y + 12} A36 36 0 0 1 {other_x + 12} {y + 12} Z" fill="#343a40"/>')
        for (leg_x, leg_y), name in zip(ends, "CBE"):
            picture.text(leg_x, leg_y + 8, name, 15, "middle", "#ffffff", True)
    else:
        picture.box(x - 16, y - 24, other_x - x + 32, 14, "#ced4da", radius=2)
        picture.box(x - 16, y - 12, other_x - x + 32, 25, "#343a40", radius=3)
        for (leg_x, leg_y), name in zip(ends, "GDS"):
            picture.text(leg_x, leg_y + 6, name, 15, "middle", "#ffffff", True)


def breadboard():
    picture = Picture()
    picture.text(20, 34, "Buzzer and motor on a breadboard", 22, bold=True)
    draw_board(picture)
    # By pin: at which height it is drawn, and where its wire bends.
    pins = {"pin 2": (98, 180), "pin 25": (132, 180), "pin 34": (166, 180), "pin 11": (320, column("14e")),
            "pin 32": (368, column("16e"))}
    for _, how, *holes in BREADBOARD:
        draw_hole_to_hole(picture, how, holes, pins)
    picture.lines(20, 446, [
        "The five holes of a column (a-e) are joined; so is each long row, + and –.",
        "Transistor the other way round (PN2222A: E, B, C)? Then the flat",
        "side to the top. Motor: at most 0.3 A; a coin motor for 3 V: 27 Ω,", "0.5 W in place of the red wire at 26a."], 15)
    return picture.svg(900, 530)


def bed_shaker():
    picture = Picture()
    x, top, gate, ground = 540, 130, 310, 410
    picture.text(20, 34, "A bed shaker of 12 V with its own supply", 22, bold=True)
    picture.wire("motor", (140, gate), (x - 40, gate), width=4)
    picture.wire("gnd", (140, ground), (x, ground), (x, gate + 40), width=4)
    picture.wire("gnd", (x, ground), (800, ground), (800, 320), width=4)
    picture.wire("12v", (x, 160), (x, top), (800, top), (800, 230), width=4)
    picture.path(f"M{x} 240 L{x} {gate - 40} M630 {top} L630 256 L{x} 256")
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
                               ("ink", x, 256)):
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
            "Three kinds of display", "Left: the pins of the module. Right: the pin of the header, by its number.",
            DISPLAYS, 412),
        "buzzer-modules.svg": modules(
            "Buzzer modules with three pins", "Off means: the plug of the Raspberry Pi is pulled.", BUZZERS, 390),
        "legs.svg": legs_picture(), "breadboard.svg": breadboard(), "bed-shaker.svg": bed_shaker(),
    }


def disagreements(page):
    """What the page says otherwise than the tables above, and what they themselves put wrong."""
    words = page.read_text(encoding="utf-8")
    holes = [hole for _, _, *holes in BREADBOARD for hole in holes if hole not in RAILS]
    if len(set(holes)) != len(holes):
        yield "two parts are in one hole of the breadboard"
    for part, _, *holes in BREADBOARD:
        if f"| {part} | {' | '.join(holes[:2])} |" not in words and f"| {part} | {', '.join(holes)} |" not in words:
            yield f"wiring/README.md has no row: {part}, {', '.join(holes)}"
    for title, _, _, pins, _ in DISPLAYS + BUZZERS[1:]:
        for name, pin, _ in pins:
            if f"| {title} | {name} | {pin} |" not in words:
                yield f"wiring/README.md has no row: {title}, {name}, pin {pin}"
