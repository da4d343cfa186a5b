import Hardware
import Testing

/// What every playback device does.
enum AudioOutputContract {
  static func verify(_ output: any AudioOutput) throws {
    #expect(throws: HardwareError.self) { try output.play([0, 0]) }
    for _ in 1...2 {
      let rate = try output.open(AudioStream(sound: "tone", volume: 50, setsMixer: true)).rate
      #expect((8_000...192_000).contains(rate))
      try playOneSecond(output, rate: rate)
    }
    // Opening again without closing starts a new stream.
    let rate = try output.open(AudioStream(sound: "bell", volume: 10, setsMixer: true)).rate
    #expect(try output.play([Float](repeating: 0, count: rate / 50)) <= rate / 50)
    try output.close()
    try output.close()
    #expect(throws: HardwareError.self) { try output.play([0, 0]) }
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

/// What every camera does.
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
