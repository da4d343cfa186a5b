/// A rectangle of terminal cells. Lines consist of dots, two by four per cell (braille patterns of Unicode); signs are
/// drawn over them.
struct CellCanvas {
  let columns: Int, rows: Int
  private struct Cell {
    var dots: UInt8 = 0
    var sign: Character?
    var role: TerminalStyle.Role?
  }
  private var cells: [Cell]

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(1, columns), max(1, rows))
    cells = Array(repeating: Cell(), count: self.columns * self.rows)
  }

  /// A position as fractions of the canvas: 0, 0 is at the bottom left.
  struct Place { var x: Double, y: Double }

  private func dot(_ place: Place) -> (x: Int, y: Int) {
    let x = (min(max(place.x, 0), 1) * Double(columns * 2 - 1)).rounded()
    let y = (min(max(1 - place.y, 0), 1) * Double(rows * 4 - 1)).rounded()
    return (Int(x), Int(y))
  }

  /// Returns the column of a place, 0 at the left.
  func column(_ place: Place) -> Int { dot(place).x / 2 }

  /// Draws a straight line (Bresenham).
  mutating func line(from start: Place, to end: Place, _ role: TerminalStyle.Role) {
    var (x, y) = dot(start)
    let (lastX, lastY) = dot(end)
    let (wide, high) = (abs(lastX - x), -abs(lastY - y))
    let (right, down) = (x < lastX ? 1 : -1, y < lastY ? 1 : -1)
    var error = wide + high
    while true {
      set(x, y, role)
      if x == lastX, y == lastY { return }
      let double = 2 * error
      if double >= high {
        error += high
        x += right
      }
      if double <= wide {
        error += wide
        y += down
      }
    }
  }

  /// Bits of the dots in a cell, by row and column (Unicode, 22.9.4).
  private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

  private mutating func set(_ x: Int, _ y: Int, _ role: TerminalStyle.Role) {
    let index = y / 4 * columns + x / 2
    cells[index].dots |= Self.bits[y % 4][x % 2]
    cells[index].role = cells[index].role ?? role
  }

  mutating func sign(_ sign: Character, at place: Place, _ role: TerminalStyle.Role) {
    let (x, y) = dot(place)
    let index = y / 4 * columns + x / 2
    (cells[index].sign, cells[index].role) = (sign, role)
  }

  /// Writes words from the left end of a row, over its content.
  mutating func words(_ text: String, row: Int) {
    for (column, character) in text.prefix(columns).enumerated() {
      (cells[row * columns + column].sign, cells[row * columns + column].role) = (character, nil)
    }
  }

  /// Returns the row of a place, 0 at the top.
  func row(_ place: Place) -> Int { dot(place).y / 4 }

  func line(_ row: Int, style: TerminalStyle) -> String {
    var text = ""
    var (run, role) = ("", TerminalStyle.Role?.none)
    for cell in cells[row * columns..<(row + 1) * columns] {
      let isBlank = cell.sign == nil && cell.dots == 0
      let character: Character =
        cell.sign ?? (isBlank ? " " : Character(Unicode.Scalar(0x2800 + UInt32(cell.dots)) ?? " "))
      if !isBlank, cell.role != role {
        text += style.painted(run, role)
        (run, role) = ("", cell.role)
      }
      run.append(character)
    }
    return text + style.painted(run, role)
  }
}
