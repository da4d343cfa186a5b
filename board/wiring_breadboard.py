"""The breadboard of board/wiring: its picture, and what would be wrong in it."""

from wiring_symbols import INK, Picture

# What goes into which hole: part, how it is drawn, for what, holes; of a diode the hole of the bar first.
BREADBOARD = [
    ("Red wire", "5v", "both", "pin 4", "+"), ("Black wire", "gnd", "buzzer", "pin 25", "–"),
    ("Black wire", "gnd", "motor", "pin 34", "–"), ("Buzzer, its + first", "buzzer", "buzzer", "2c", "5c"),
    ("Red wire", "5v", "buzzer", "2a", "+"), ("Diode 1N4148", "1N4148", "buzzer", "2e", "5e"),
    ("Gray wire", "load", "buzzer", "5a", "8a"),
    ("BC337, flat side toward row f: C, B, E", "npn", "buzzer", "8c", "9c", "10c"),
    ("Resistor 10 kΩ", "10 kΩ", "buzzer", "9a", "–"), ("Black wire", "gnd", "buzzer", "10a", "–"),
    ("Resistor 1 kΩ", "1 kΩ", "buzzer", "9d", "14d"), ("Blue wire", "buzzer wire", "buzzer", "pin 11", "14e"),
    ("IRF3708, print toward row f: G, D, S", "mosfet", "motor", "20c", "21c", "22c"),
    ("Resistor 10 kΩ", "10 kΩ", "motor", "20a", "–"), ("Black wire", "gnd", "motor", "22a", "–"),
    ("Resistor 220 Ω", "220 Ω", "motor", "16d", "20d"), ("Purple wire", "motor wire", "motor", "pin 32", "16e"),
    ("Diode 1N5819", "1N5819", "motor", "26d", "21d"), ("Motor, its + first", "motor", "motor", "26e", "21e"),
    ("Red wire", "5v", "motor", "26a", "+"), ("Capacitor 100 nF", "100 nF", "motor", "+", "–"),
    ("Capacitor 100 µF, its stripe last", "100 µF", "motor", "+", "–"),
]
# What stands differently where a BC337 drives the motor. It is not drawn.
MOTOR_BY_BC337 = [
    ("BC337, flat side toward row f: C, B, E", "npn", "motor", "20c", "21c", "22c"),
    ("Resistor 10 kΩ", "10 kΩ", "motor", "21a", "–"), ("Resistor 470 Ω", "470 Ω", "motor", "16d", "21d"),
    ("Diode 1N5819", "1N5819", "motor", "26e", "20e"), ("Motor, its + first", "motor", "motor", "26b", "20a"),
]
# These stay as they are then.
UNCHANGED = ("Black wire", "Purple wire", "Red wire", "Capacitor 100 nF", "Capacitor 100 µF, its stripe last")


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
    elif how in ("5v", "gnd", "load"):
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
        picture.wire("load", (other_x, y), (other_x, center), (middle - 30, center), width=4)
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
    pins = {"pin 4": (98, 180), "pin 25": (132, 180), "pin 34": (166, 180), "pin 11": (320, column("14e")),
            "pin 32": (368, column("16e"))}
    for _, how, _, *holes in BREADBOARD:
        draw_hole_to_hole(picture, how, holes, pins)
    picture.lines(20, 436, [
        "The five holes of a column (a-e) are joined; so is each long row, + and –.",
        "20-22: MOSFET (G, D, S) only; BC337 and TN0702 have other holes: see the page.",
        "Transistor with E, B, C (PN2222A)? Then the flat side to the top.",
        "Motor: at most 0.3 A, its wires soldered to stiff pins.", "A motor for 3 V: first read \"The motor\", below."], 15)
    return picture.svg(900, 530)


def mistakes(parts):
    """Two parts in one hole, and bare legs that cross within a row."""
    holes = [hole for _, _, _, *holes in parts for hole in holes if hole not in RAILS]
    if len(set(holes)) != len(holes):
        yield "two parts are in one hole of the breadboard"
    spans = sorted((ends[0][-1], *sorted(int(hole[:-1]) for hole in ends), part) for part, _, _, *ends in parts
                   if part.startswith(("Resistor", "Diode")) and ends[1] not in RAILS)
    for (row, _, end, part), (next_row, start, _, other) in zip(spans, spans[1:]):
        if row == next_row and start < end:
            yield f"{part} and {other} cross in row {row} of the breadboard"


def disagreements(words):
    """What the page says otherwise than the tables above, and what they themselves put wrong."""
    by_bc337 = [row for row in BREADBOARD if row[2] != "motor" or row[0] in UNCHANGED] + MOTOR_BY_BC337
    yield from mistakes(BREADBOARD)
    yield from mistakes(by_bc337)
    for part, _, purpose, *holes in BREADBOARD + MOTOR_BY_BC337:
        cells = holes if len(holes) == 2 else [", ".join(holes), ""]
        if f"| {part} | {' | '.join(cells)} | {purpose} |".replace("|  |", "| |") not in words:
            yield f"wiring/README.md has no row: {part}, {', '.join(holes)}, {purpose}"
