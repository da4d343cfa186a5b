"""What wiring pictures are made of: wires, boxes and the symbols of parts, as SVG."""

# Colour, and what the legend calls it (None: not in the legend).
ROLES = {
    "5v": ("#d62828", "+5 V"), "3v3": ("#ef7d00", "+3.3 V"), "gnd": ("#343a40", "ground"),
    "motor": ("#7b2cbf", "motor"), "buzzer": ("#1c6dd0", "buzzer"), "lamp": ("#b08900", "lamp"),
    "button": ("#087f5b", "button"), "sda": ("#2b8a3e", "I2C data"), "scl": ("#0b7285", "I2C clock"),
    "i2s": ("#c2255c", "I2S sound"), "usb": ("#868e96", None), "load": ("#868e96", "switched –"),
    "free": ("#e9ecef", None), "ink": ("#212529", None), "12v": ("#8d5524", None),
}
INK = "#212529"
GPIO_OF_PIN = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25, 23: 11,
    24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}
SUPPLY_OF_PIN = {1: "3v3", 17: "3v3", 2: "5v", 4: "5v"}


def pin_label(pin):
    if pin in GPIO_OF_PIN:
        return f"GPIO {GPIO_OF_PIN[pin]}"
    return ROLES[SUPPLY_OF_PIN.get(pin, "gnd")][1].replace("ground", "GND")


class Picture:
    """SVG elements in the order in which they are painted."""

    def __init__(self):
        self.parts = []

    def add(self, element):
        self.parts.append(element)

    def text(self, x, y, words, size=14, anchor="start", color=INK, bold=False):
        words = words.replace("&", "&amp;").replace("<", "&lt;")
        weight = ' font-weight="bold"' if bold else ""
        self.add(f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{color}"{weight}>{words}</text>')

    def lines(self, x, y, rows, size=13, anchor="start", color=INK, bold_first=False):
        for index, row in enumerate(rows):
            self.text(x, y + index * (size + 5), row, size, anchor, color, bold_first and index == 0)

    def wire(self, role, *points, width=3):
        self.add(f'<polyline points="{" ".join(f"{x},{y}" for x, y in points)}" fill="none" '
                 f'stroke="{ROLES[role][0]}" stroke-width="{width}" stroke-linejoin="round"/>')

    def dot(self, role, x, y):
        self.add(f'<circle cx="{x}" cy="{y}" r="5" fill="{ROLES[role][0]}"/>')

    def path(self, data, fill="none", width=2.5):
        self.add(f'<path d="{data}" fill="{fill}" stroke="{INK}" stroke-width="{width}" stroke-linejoin="round"/>')

    def box(self, x, y, width, height, fill="#ffffff", stroke=INK, radius=8):
        self.add(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" fill="{fill}" '
                 f'stroke="{stroke}" stroke-width="2"/>')

    def pin(self, x, y, pin, role, left):
        """A pin of the header with its number and, on the outside, its name in the color of its role."""
        color, ink = ROLES[role][0], "#868e96" if role == "free" else "#ffffff"
        name_x = x - 112 if left else x + 18
        self.add(f'<rect x="{name_x}" y="{y - 12}" width="94" height="24" rx="5" fill="{color}"/>')
        self.text(name_x + 47, y + 5, pin_label(pin), 14, "middle", ink, role != "free")
        self.add(f'<circle cx="{x}" cy="{y}" r="13" fill="#fff3bf" stroke="#b08900" stroke-width="1.5"/>')
        self.text(x, y + 5, str(pin), 13, "middle")

    def svg(self, width, height):
        """The whole picture on a light ground of its own, as pages may be dark."""
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
                f'height="{height}" font-family="DejaVu Sans, Verdana, sans-serif">\n'
                f'<rect width="{width}" height="{height}" fill="#fcfcf9"/>\n' + "\n".join(self.parts) + "\n</svg>\n")

    def resistor(self, x, y, label, vertical=False):
        """The middle is at x, y; it is 50 long. The label stands above, or to the right."""
        width, height = (16, 50) if vertical else (50, 16)
        self.box(x - width / 2, y - height / 2, width, height, radius=2)
        if vertical:
            self.text(x + 15, y + 5, label, 15)
        else:
            self.text(x, y - 14, label, 15, "middle")

    def capacitor(self, x, y, label):
        """Hangs from x, y down to a ground of its own, 62 below. The label stands to the right."""
        self.path(f"M{x} {y} l0 22 m-14 0 l28 0 m0 8 l-28 0 m14 0 l0 22 m-14 0 l28 0 m-6 5 l-16 0 m5 5 l6 0")
        self.text(x + 20, y + 32, label, 15)
        if label == "100 µF":
            self.text(x - 20, y + 23, "+", 17, "middle", bold=True)
            self.lines(x + 20, y + 51, ["stripe to", "ground"], 13)

    def diode(self, x, y, up, fill="#ffffff"):
        """Vertical, its middle at x, y; the bar is the cathode."""
        tip, base = (y - 12, y + 12) if up else (y + 12, y - 12)
        self.path(f"M{x - 13} {base} L{x + 13} {base} L{x} {tip} Z", fill)
        self.path(f"M{x - 13} {tip} L{x + 13} {tip}", width=4)

    def npn(self, x, y, side):
        """Collector and emitter stand at x; the base is 40 to the side (1: right, -1: left)."""
        self.add(f'<circle cx="{x + 12 * side}" cy="{y}" r="30" fill="#ffffff" stroke="{INK}" stroke-width="2"/>')
        bar = x + 18 * side
        self.path(f"M{x + 40 * side} {y} L{bar} {y} M{x} {y - 40} L{x} {y - 18} L{bar} {y - 6} "
                  f"M{bar} {y + 6} L{x} {y + 18} L{x} {y + 40}")
        self.path(f"M{bar} {y - 15} L{bar} {y + 15}", width=5)
        self.path(f"M{x} {y + 18} L{x + 11 * side} {y + 18} L{x + 6 * side} {y + 9} Z", INK, 1)

    def mosfet(self, x, y):
        """N-channel; drain (above) and source stand at x, the gate 40 to the left."""
        self.add(f'<circle cx="{x - 12}" cy="{y}" r="32" fill="#ffffff" stroke="{INK}" stroke-width="2"/>')
        self.path(f"M{x - 40} {y} L{x - 26} {y} M{x - 26} {y - 16} L{x - 26} {y + 16} M{x} {y - 40} L{x} {y - 13} "
                  f"L{x - 18} {y - 13} M{x} {y + 40} L{x} {y + 13} L{x - 18} {y + 13} M{x} {y + 13} L{x} {y} L{x - 18} {y}")
        for part in (-13, 0, 13):
            self.path(f"M{x - 18} {y + part - 5} L{x - 18} {y + part + 5}", width=4)
        self.path(f"M{x - 17} {y} L{x - 8} {y - 5} L{x - 8} {y + 5} Z", INK, 1)
