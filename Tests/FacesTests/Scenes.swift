import Faces
import Hardware
import TestSupport

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

extension DisplayShape {
  func draws(_ character: Character) -> Bool {
    switch segments {
    case .seven: SegmentFont.sevenSegments(for: character) != nil
    case .fourteen: AlphanumericFont.fourteenSegments(for: character) != nil
    }
  }
}

enum Zones {
  static func rules(_ name: String) throws -> ZoneRules {
    try ZoneRules(name: name, tzif: Files.bytes("/usr/share/zoneinfo/\(name)"))
  }

  /// Returns a zone without clock changes.
  static func fixed(minutes: Int) throws -> ZoneRules {
    var zone = MadeUpZone()
    (zone.types, zone.names, zone.footer) = ([(Int32(minutes * 60), 0, 0)], "FIX\0", "\n\n")
    return try ZoneRules(name: "fixed\(minutes)", tzif: zone.bytes)
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
