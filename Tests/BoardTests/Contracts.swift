import Glibc
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

enum AudioOutputContract {
  static func verify(_ output: any AudioOutput) throws {
    #expect(throws: HardwareError.self) { try output.play([0, 0]) }
    for _ in 1...2 {
      let rate = try output.open(AudioStream(sound: "tone", volume: 50, setsMixer: true)).rate
      #expect((8_000...192_000).contains(rate))
      try playOneSecond(output, rate: rate)
    }
    let rate = try output.open(AudioStream(sound: "bell", volume: 10, setsMixer: true)).rate
    #expect(try output.play([Float](repeating: 0, count: rate / 50)) <= rate / 50)
    try output.close()
    try output.close()
    #expect(throws: HardwareError.self) { try output.play([0, 0]) }
  }

  /// The contract of devices with a mixer in front.
  ///
  /// - Parameters:
  ///   - level: The level that an opening sets, in percent.
  ///   - mixer: Reads the mixer, as a person does.
  ///   - turn: Sets the mixer, as a person does.
  static func verifyMixer(
    _ output: any AudioOutput, level: Int, mixer: () throws -> Int?, turn: (Int) throws -> Void
  ) throws {
    let alarm = AudioStream(sound: "tone", volume: 50, setsMixer: true)
    let preview = AudioStream(sound: "tone", volume: 50, setsMixer: false)
    try turn(20)
    // The mixer sets the nearest level that it has.
    let found = try #require(try mixer())
    #expect(abs(found - 20) <= 2)
    #expect(try output.open(preview).mixerVolume == found)
    try output.close()
    #expect(try mixer() == found, "one that only reads leaves it alone")
    for _ in 1...2 {
      #expect(try output.open(alarm).mixerVolume == level)
      #expect(try mixer() == level)
    }
    #expect(try output.open(preview).mixerVolume == found, "a reopening ends what went before")
    #expect(try output.open(alarm).mixerVolume == level)
    try output.close()
    #expect(try mixer() == found, "what was found is put back, not what the opening before had set")
    _ = try output.open(alarm)
    try turn(60)
    let turned = try mixer()
    try output.close()
    #expect(try mixer() == turned, "what people set meanwhile stays")
    try output.close()
    #expect(try mixer() == turned)
    // A mixer that is turned down while an alarm plays is reported, and the next opening sets it again.
    for (stream, isTold) in [(alarm, true), (preview, false)] {
      let rate = try output.open(stream).rate
      try turn(level / 3)
      var error: HardwareError?
      do throws(HardwareError) {
        for _ in 0..<100 { _ = try output.play([Float](repeating: 0, count: rate / 50)) }
      } catch let thrown {
        error = thrown
      }
      #expect(error?.isTurnedDown ?? false == isTold, "\(String(describing: error))")
      #expect(try output.open(alarm).mixerVolume == level)
      try output.close()
    }
    try turn(100)
  }

  private static func playOneSecond(_ output: any AudioOutput, rate: Int) throws {
    let chunk = [Float](repeating: 0, count: rate / 50)
    var queued = 0
    var played = 0
    for _ in 0..<50 {
      let now = try output.play(chunk)
      queued += chunk.count
      #expect((played...queued).contains(now))
      played = now
    }
    #expect(played > 0, "a device that plays advances its count within a second")
  }
}

enum CameraContract {
  static func verify(_ camera: any Camera) throws {
    #expect(throws: HardwareError.self) { try camera.frame() }
    for _ in 1...2 {
      try camera.open()
      try camera.open()
      for _ in 1...3 {
        let frame = try camera.frame()
        #expect((frame.width, frame.height) == (GrayFrame.cameraWidth, GrayFrame.cameraHeight))
      }
      camera.close()
      camera.close()
      #expect(throws: HardwareError.self) { try camera.frame() }
    }
  }
}

enum LightSensorContract {
  /// - Parameters:
  ///   - levels: Lux.
  ///   - tolerance: The relative error that is allowed.
  static func verify(
    _ sensor: any LightSensor, levels: [Double], tolerance: Double = 0, set: (Double) throws -> Void
  ) throws {
    for lux in levels {
      try set(lux)
      // Reading does not change the value.
      for _ in 1...2 {
        let said = try sensor.illuminance()
        #expect(said >= 0 && abs(said - lux) <= lux * tolerance, "\(said) lux for \(lux)")
      }
    }
  }
}

enum RoomSensorContract {
  /// - Parameter degrees: Degrees Celsius.
  static func verify(
    _ sensor: any RoomSensor, degrees: [Double], hasHumidity: Bool, set: (Double) throws -> Void
  ) throws {
    for temperature in degrees {
      try set(temperature)
      let said = try sensor.climate()
      #expect(said.temperature == temperature)
      #expect((said.humidity != nil) == hasHumidity)
      #expect(said.humidity.map { (0...100).contains($0) } ?? true)
    }
  }
}

enum PowerMonitorContract {
  static func verify(_ monitor: any PowerMonitor, set: (_ isLow: Bool) throws -> Void) throws {
    for isLow in [false, true, true, false] {
      try set(isLow)
      #expect(try monitor.strain().isPowerLow == isLow)
    }
    let before = ContinuousClock.now
    try monitor.waitForChange(atMost: .zero)
    monitor.wake()
    try monitor.waitForChange(atMost: .seconds(3600))
    // A change before the wait is not missed.
    #expect(try !monitor.strain().isPowerLow)
    try set(true)
    try monitor.waitForChange(atMost: .seconds(3600))
    #expect(ContinuousClock.now - before < .seconds(1800))
    #expect(try monitor.strain().isPowerLow)
    try set(false)
  }
}

enum ButtonContract {
  static func verify(_ button: any Button, press: (_ isPressed: Bool) throws -> Void) throws {
    func pressOnce() throws {
      try press(true)
      try press(false)
    }
    #expect(try !button.waitForPress(), "nobody waits for a button that is not listened to")
    for _ in 1...2 {
      try pressOnce()
      try button.open()
      try button.open()
      try pressOnce()
      #expect(try button.waitForPress())
      try pressOnce()
      try pressOnce()
      #expect(try button.waitForPress())
      #expect(try button.waitForPress())
      button.close()
      button.close()
      #expect(try !button.waitForPress(), "what went before is not told")
    }
  }
}
