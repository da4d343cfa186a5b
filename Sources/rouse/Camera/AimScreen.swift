import Control
import Glibc
import Hardware

struct AimScreen {
  var columns: Int
  var rows: Int
  var colours: BlockPicture.Colours
  var style: Style
  var hasKeys: Bool

  /// Returns at most `rows` lines. Each is shorter than a row: a full one would wrap, or lose its last character when
  /// the rest of the row is cleared.
  ///
  /// - Parameter best: the highest sharpness so far.
  func lines(_ progress: AimProgress, best: Int) throws(ControlError) -> [String] {
    let help = hasKeys ? "q quits; r resets the best." : "Ctrl-C quits."
    guard let sight = progress.sight else {
      return [style.yellow(cut(SightText.noFrame(progress.failure))), cut(help)]
    }
    let light = Light(brightness: sight.brightness)
    let brightness = cut("brightness: \(sight.brightness) of 255, \(light.hint)")
    let sharpness = "\(sight.sharpness)".padded(to: 4, isRight: true)
    let codes = cut("      seen: \(SightText.codes(sight))")
    let advice = SightText.advice(sight)
    let isAnswered = sight.codes.contains { $0.card?.enrolled == true }
    var text = [
      light == .fine ? brightness : style.yellow(brightness),
      cut(" sharpness: \(sharpness), best \(best) [\(Self.bar(sight.sharpness, of: best))]"),
      isAnswered ? style.green(codes) : codes,
      advice.map { style.yellow(cut("    advice: \($0)")) }
        ?? cut("    advice: \(light == .fine ? "none, nothing is wrong" : light.hint)"),
      cut(help),
    ]
    if let size = SightText.size(sight) { text.insert(cut("      size: \(size)"), at: 3) }
    let frame = try GrayFrame(sight.picture)
    guard let picture = BlockPicture.fitting(frame, columns: columns - 1, rows: rows - text.count) else {
      return Array(text.prefix(rows))
    }
    return BlockPicture.lines(picture, colours).map(Output.own) + text
  }

  private static func bar(_ sharpness: Int, of best: Int) -> String {
    let length = 30
    let filled = best > 0 ? min(length, sharpness * length / best) : 0
    return String(repeating: "#", count: filled) + String(repeating: "-", count: length - filled)
  }

  private func cut(_ text: String) -> String {
    var cut = text
    while Terminal.width(cut) > columns - 1 { cut.removeLast() }
    return cut
  }
}

/// Draws a gray picture with characters for terminals.
enum BlockPicture {
  enum Colours {
    /// ASCII; each character stands for two pixels, one above the other.
    case none
    /// Half blocks in the 24 grays of the 256 colors (232…255).
    case greys
    /// Half blocks in any gray.
    case trueColour

    /// The colors of stdout's terminal. Terminals announce 24-bit color in COLORTERM.
    static var output: Self {
      guard Style.output.isColoured else { return .none }
      let said = getenv("COLORTERM").map { String(cString: $0) }
      return said == "truecolor" || said == "24bit" ? .trueColour : .greys
    }
  }

  /// Scales down to fit, keeping the aspect ratio: a row is two pixels, so that pixels are about square.
  /// Never enlarges; `nil` if nothing fits.
  static func fitting(_ frame: GrayFrame, columns: Int, rows: Int) -> GrayFrame? {
    for rows in stride(from: min(rows, frame.height / 2), to: 0, by: -1) {
      let height = 2 * rows
      let width = max(1, (height * frame.width + frame.height / 2) / frame.height)
      if width <= columns { return frame.fitted(width: width, height: height) }
    }
    return nil
  }

  static func lines(_ frame: GrayFrame, _ colours: Colours) -> [String] {
    stride(from: 0, to: frame.height, by: 2).map { row in
      let upper = frame.pixels[row * frame.width..<(row + 1) * frame.width]
      let next = min(row + 1, frame.height - 1)
      let lower = frame.pixels[next * frame.width..<(next + 1) * frame.width]
      return line(Array(zip(upper, lower)), colours)
    }
  }

  /// Black to white, for light characters on a dark background.
  private static let ramp = Array(" .:-=+*#%@")

  private static func line(_ cells: [(upper: UInt8, lower: UInt8)], _ colours: Colours) -> String {
    if colours == .none {
      return String(cells.map { ramp[(Int($0.upper) + Int($0.lower)) * ramp.count / 511] })
    }
    var text = ""
    var last = ""
    for cell in cells {
      let colour = "\u{1B}[38;\(selection(cell.upper, colours));48;\(selection(cell.lower, colours))m"
      // Repeat no color: this goes through SSH eight times a second.
      if colour != last { text += colour }
      last = colour
      text += "▀"
    }
    return text + "\u{1B}[0m"
  }

  /// Returns the parameters of Select Graphic Rendition (ECMA-48, 8.3.117). Color 232 + n of xterm is gray 8 + 10 n.
  private static func selection(_ grey: UInt8, _ colours: Colours) -> String {
    colours == .trueColour ? "2;\(grey);\(grey);\(grey)" : "5;\(232 + max(0, min(23, (Int(grey) - 3) / 10)))"
  }
}
