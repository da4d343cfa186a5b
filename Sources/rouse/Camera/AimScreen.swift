import Control
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
    let help = hasKeys ? "q ends this; r begins the best anew." : "Ctrl-C ends this."
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
        ?? cut("    advice: \(light == .fine ? "none, nothing is in the way" : light.hint)"),
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
