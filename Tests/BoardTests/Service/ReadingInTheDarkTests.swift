import CardReader
import Control
import Glibc
import Hardware
import Testing

/// Six in the morning: dark, half asleep, and a card that is not held still.
@Suite struct DarkSceneTests {
  static let payload = Array("https://wake.example/s/7f3c9a52-41d".utf8)

  /// What the virtual board shows its camera can be read, and not by looking at a single frame once.
  @Test func aCardHeldInTheDarkIsReadWithinTenFrames() throws {
    var scene = try DarkScene(payload: Self.payload, seed: 6)
    let frames = scene.frames(10)
    #expect(Set(frames).count == frames.count)
    for frame in frames { #expect((10..<50).contains(frame.meanBrightness), "\(frame.meanBrightness)") }
    let reader = try CardReader()
    let read = try frames.filter { try reader.look(at: $0).sightings.map(\.payload) == [Self.payload] }.count
    let plain = try frames.filter { try reader.read($0, with: .raw).map(\.payload) == [Self.payload] }.count
    print("figure: of ten frames of a dark, tilted card in a shaking hand \(read) are read, \(plain) by libzbar alone")
    #expect(read > 0)
    #expect(plain < 5, "it is too easy to show anything")
  }
}

extension ServiceTests {
  @Test func aDarkTiltedCardInAShakingHandStopsTheRingWithinFiveSeconds() throws {
    let camera = try SimulatedCamera("--rate", "5")
    try camera.show(grey: 18)
    let clock = try InstalledClock()
    try clock.add(card: "night", payload: DarkSceneTests.payload)
    var scene = try DarkScene(payload: DarkSceneTests.payload, seed: 6)
    let frames = scene.frames(8)
    try clock.ring([.soften: "on"])
    try Patience.until("the lamp in the dark") { try VirtualBoard.isLampOn }
    let start = VirtualBoard.now
    for index in 0..<25 {
      try camera.show(frames[index % frames.count])
      // As long as a frame of this camera lasts.
      usleep(200_000)
      if try clock.status.state == .idle { break }
    }
    try Patience.until("idle") { try clock.status.state == .idle }
    let dismissed = try #require(try clock.times(of: "dismiss_success_qr").last)
    print(
      "measured: dismissed \(Int((dismissed - start) * 1000)) ms after a dark, tilted, shaking card was first shown")
    #expect(dismissed - start < 5)
    try Patience.until("everything off") { try VirtualBoard.isInert }
  }

  /// A frame that dazzles makes the camera be told how to expose; the next opening finds it as it was.
  @Test func aCameraThatDazzlesItselfIsOverruledAndGetsItsTurnBack() throws {
    let camera = try SimulatedCamera("--rate", "10")
    try camera.show(grey: 245)
    let clock = try InstalledClock()
    try clock.ring()
    try Patience.until("a shorter exposure", every: 50) {
      camera.state.contains("\"autoExposureMode\": 1") && !camera.state.contains("\"exposureTimeAbsolute\": 250")
    }
    #expect(try VirtualBoard.isBuzzing)
    try camera.show(grey: 120)
    try Patience.until("its own control", every: 50) {
      camera.state.contains("\"autoExposureMode\": 8") && camera.state.contains("\"gain\": 16")
    }
    try clock.dismiss(camera)
  }
}
