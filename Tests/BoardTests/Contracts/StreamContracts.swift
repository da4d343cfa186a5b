import Hardware
import Testing

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
