import Glibc

/// Colour for terminals. It never carries meaning alone: the words say the same.
struct Style {
  let isColoured: Bool
  /// What introduces a control sequence.
  var escape = "\u{1B}"

  /// Colour only on a terminal that has it, and not against NO_COLOR (no-color.org: set and not empty).
  static let output = Style(
    isColoured: Terminal.isOutput && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb",
    escape: Output.own("\u{1B}"))

  func red(_ text: String) -> String { wrap(text, "1;31") }
  func yellow(_ text: String) -> String { wrap(text, "1;33") }
  func green(_ text: String) -> String { wrap(text, "32") }
  func underlined(_ text: String) -> String { wrap(text, "4") }

  /// Select Graphic Rendition (ECMA-48, 8.3.117).
  private func wrap(_ text: String, _ parameters: String) -> String {
    isColoured ? "\(escape)[\(parameters)m\(text)\(escape)[0m" : text
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
