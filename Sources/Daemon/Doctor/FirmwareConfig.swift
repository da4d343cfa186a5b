import Boards
import Control

/// A Raspberry Pi's config.txt, as far as it holds for one model. It is read, and never written.
struct FirmwareConfig: Sendable {
  /// Without comments, in the order of the file.
  let lines: [String]

  /// - Parameter sections: those that hold, beside `all`, as `pi4`.
  init(_ text: String, sections: [String]) {
    var holds = true
    var lines: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      guard let first = words.first else { continue }
      if first.hasPrefix("["), first.hasSuffix("]") {
        holds = (["all"] + sections).contains(first.dropFirst().dropLast().lowercased())
      } else if holds {
        lines.append(words.joined())
      }
    }
    self.lines = lines
  }

  func has(_ line: PiBoard.Line) -> Bool { lines.contains(line.rawValue) }

  /// The arguments of each line that loads it.
  func overlays(_ name: String) -> [[Substring]] {
    lines.compactMap { line in
      guard line.hasPrefix("dtoverlay=") else { return nil }
      let words = line.dropFirst(10).split(separator: ",")
      return words.first == name[...] ? Array(words.dropFirst()) : nil
    }
  }

  /// The lines that put PWM on pins; of several, one alone counts.
  var pwmLines: [String] { lines.filter { $0.hasPrefix("dtoverlay=pwm,") || $0 == "dtoverlay=pwm" || $0.isPWMOfTwo } }

  /// Whether GPIO 18 and 19 are those of I2S sound.
  var hasI2S: Bool {
    lines.contains("dtparam=i2s=on")
      || lines.contains { line in Self.i2sOverlays.contains { line.hasPrefix("dtoverlay=\($0)") } }
  }

  private static let i2sOverlays = [
    "max98357a", "hifiberry-", "iqaudio-", "i2s-", "googlevoicehat", "allo-", "justboom-",
  ]
}

extension String {
  fileprivate var isPWMOfTwo: Bool { self == "dtoverlay=pwm-2chan" || hasPrefix("dtoverlay=pwm-2chan,") }
}
