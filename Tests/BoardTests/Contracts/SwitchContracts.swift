import Hardware
import Testing

/// The contract of a buzzer and of a lamp.
enum SwitchContract {
  static func verify(set: (_ isOn: Bool) throws -> Void, isOn: () throws -> Bool) throws {
    // The ringer repeats commands.
    for on in [false, true, true, false, false, true, false] {
      try set(on)
      #expect(try isOn() == on)
    }
  }
}

enum VibrationMotorContract {
  /// - Parameter duty: The share of full power after the starting kick, 0…1.
  static func verify(_ motor: any VibrationMotor, duty: () throws -> Double) throws {
    var duties: [Double] = []
    for level in VibrationLevel.allCases {
      try motor.set(level: level)
      try motor.set(level: level)
      duties.append(try duty())
    }
    #expect(duties.first == 0)
    #expect(duties.allSatisfy { (0...1).contains($0) })
    #expect(zip(duties, duties.dropFirst()).allSatisfy { $0 < $1 }, "a higher level shakes more: \(duties)")
    try motor.set(level: .off)
    #expect(try duty() == 0)
  }
}

enum SegmentDisplayContract {
  /// - Parameters:
  ///   - shape: A shape with seven segments per digit.
  ///   - levels: Maps a brightness to the one that the device uses, if it has fewer levels.
  ///   - shown: Reads the segments and the brightness from the device; brightness `nil` is off.
  static func verify(
    _ display: any SegmentDisplay, shape: DisplayShape = .fourDigits, levels: (Int) -> Int = { $0 },
    shown: () throws -> (pattern: SegmentPattern, brightness: Int?)
  ) throws {
    for text in ["07:30", "12 45", "", "8:88:8", "HELP", "21.5C", "07:30:15", "22-11-26", "1.2.3.4.5.6.7.8."] {
      for brightness in [0, 15, 15, 8] {
        try display.show(DisplayFace(text: text, brightness: brightness))
        #expect(try shown().pattern == SegmentPattern(text: text, on: shape))
        #expect(try shown().brightness == levels(brightness))
      }
    }
    try display.show(DisplayFace(text: "07:30", brightness: nil))
    #expect(try shown().brightness == nil)
    try display.show(DisplayFace(text: "07:31", brightness: 1))
    #expect(try shown().pattern == SegmentPattern(text: "07:31", on: shape))
    for brightness in [-1, 16] {
      #expect(throws: HardwareError.self) { try display.show(DisplayFace(text: "", brightness: brightness)) }
    }
    #expect(try shown().pattern == SegmentPattern(text: "07:31", on: shape))
    try display.show(DisplayFace(text: "", brightness: nil))
  }
}
