"""What wiring pictures are made of: wires, boxes and the symbols of parts, as SVG."""

# Colour, and what the legend calls it (None: not in the legend).
ROLES = {
    "5v": ("#d62828", "+5 V"), "3v3": ("#ef7d00", "+3.3 V"), "gnd": ("#343a40", "ground"),
    "motor": ("#7b2cbf", "motor"), "buzzer": ("#1c6dd0", "buzzer"), "lamp": ("#b08900", "lamp"),
    "button": ("#087f5b", "button"), "sda": ("#2b8a3e", "I2C data"), "scl": ("#0b7285", "I2C clock"), "i2s": ("#c2255c", "I2S sound"),
    "usb": ("#868e96", "USB cable"), "free": ("#e9ecef", None), "ink": ("#212529", None),
}
INK = "#212529"


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

    def resistor(self, x, y, label, vertical=False):
        """The middle is at x, y; it is 50 long. The label stands above, or to the right."""
        width, height = (16, 50) if vertical else (50, 16)
        self.box(x - width / 2, y - height / 2, width, height, radius=2)
        if vertical:
            self.text(x + 15, y + 5, label, 13)
        else:
            self.text(x, y - 14, label, 13, "middle")

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
