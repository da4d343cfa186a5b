import Faces
import Glibc
import Hardware

@testable import AlarmClock

enum Shapes {
  static let four = DisplayShape.fourDigits
  static let letters = DisplayShape.fourLetters
  static let six = DisplayShape(digits: 6, colons: [2, 4], dots: [1, 2, 3, 4, 5, 6])
  /// A TM1637 with a colon only.
  static let bare = DisplayShape(digits: 4, colons: [2], dots: [])
  /// A display whose second dot serves as its colon.
  static let dotted = DisplayShape(digits: 4, colons: [], dots: Set(1...4))
  static let sixWithoutColon = DisplayShape(digits: 6, colons: [], dots: [1, 2, 3, 4, 5, 6])
  static let eight = DisplayShape(digits: 8, colons: [2, 6], dots: Set(1...8))
  static let sixLetters = DisplayShape(.fourteen, digits: 6, colons: [], dots: Set(1...6))
  static let eightLetters = DisplayShape(.fourteen, digits: 8, colons: [], dots: Set(1...8))
  static let all = [four, letters, six, bare, dotted, sixWithoutColon, eight, sixLetters, eightLetters]
}

enum Zones {
  static func rules(_ name: String) throws -> ZoneRules {
    let file = fopen("/usr/share/zoneinfo/\(name)", "rb")
    guard let file else { throw ZoneError(name: name, reason: "there is none") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = fread(&bytes, 1, bytes.count, file)
    return try ZoneRules(name: name, tzif: Array(bytes[..<count]))
  }

  /// Returns a zone without clock changes.
  static func fixed(hours: Int) throws -> ZoneRules { try fixed(minutes: hours * 60) }

  static func fixed(minutes: Int) throws -> ZoneRules {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let digits = (two(abs(minutes) / 60), two(abs(minutes) % 60))
    let name = "<\(minutes < 0 ? "-" : "+")\(digits.0)\(digits.1)>\(minutes < 0 ? "" : "-")\(digits.0):\(digits.1)"
    func header(_ types: UInt8, _ letters: UInt8) -> [UInt8] {
      Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15 + 16) + [0, 0, 0, types, 0, 0, 0, letters]
    }
    let empty = header(1, 1) + [0, 0, 0, 0, 0, 0, 0]
    let offset = withUnsafeBytes(of: Int32(minutes * 60).bigEndian) { Array($0) }
    let data = header(1, 4) + offset + [0, 0] + Array("FIX\0".utf8)
    return try ZoneRules(name: "fixed\(minutes)", tzif: empty + data + Array("\n\(name)\n".utf8))
  }
}

/// Returns a scene on a display with settings as people type them.
func scene(
  _ shape: DisplayShape = .fourDigits, _ typed: [SettingKey: String] = [:], change: (inout FaceScene) -> Void = { _ in }
) throws -> FaceScene {
  var settings = Settings()
  for (key, value) in typed { try settings.set(key, to: value, knownSounds: []) }
  var scene = FaceScene(shape: shape, settings: settings)
  change(&scene)
  return scene
}

/// Returns a moment of Sunday 2026-11-22 in UTC.
func at(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> Instant {
  Instant(seconds: 1_795_305_600 + Int64(hour * 3600 + minute * 60 + second))
}
