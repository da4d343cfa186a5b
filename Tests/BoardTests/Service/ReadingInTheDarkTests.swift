import CardReader
import Glibc
import Testing

/// A morning in the dark, with a card that is not held still.
@Suite struct DarkSceneTests {
  static let payload = Array("https://wake.example/s/7f3c9a52-41d".utf8)

  /// The frames of the virtual board's camera can be read, but not in a single pass over one frame.
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
    try camera.show(grey: 40)
    let clock = try InstalledClock()
    try clock.add(card: "night", payload: DarkSceneTests.payload)
    var scene = try DarkScene(payload: DarkSceneTests.payload, seed: 6)
    let frames = scene.frames(8)
    try clock.ring([.soften: "on"])
    try Patience.until("the lamp in the dark") { try VirtualBoard.isLampOn }
    try Patience.until("a card counts at once") { try clock.status.rings.allSatisfy(\.readyForCards) }
    let start = VirtualBoard.now
    for index in 0..<25 {
      try camera.show(frames[index % frames.count])
      // The camera's frame interval.
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

  /// A card that is already in view, as after a test in the evening, ends nothing until it is taken away and shown
  /// again.
  @Test func aCardThatLiesThereEndsNothingUntilItWasTakenAwayAndBroughtBack() throws {
    let camera = try SimulatedCamera("--rate", "5")
    try camera.show(card: "right")
    let clock = try InstalledClock()
    try clock.ring()
    try Patience.until("the log says that it lies there") { try clock.wasLogged("card_left_in_view") }
    try Patience.until("the display says so") { try VirtualBoard.shows("OUt") }
    try Patience.until("the time takes its turn") { try VirtualBoard.showsATime }
    // A hundred more frames.
    for _ in 0..<100 {
      #expect(try clock.status.rings.map(\.lyingCards) == [["right"]])
      usleep(200_000)
    }
    #expect(try VirtualBoard.isBuzzing)
    #expect(try !clock.wasLogged("dismiss_success_qr"))
    #expect(try !clock.wasLogged("dismiss_fail_qr"))

    try camera.show(grey: 128)
    try Patience.until("it is gone") { try clock.status.rings.allSatisfy(\.lyingCards.isEmpty) }
    // A uniform gray may be a hand before the lens, so the card counts only in another place.
    sleep(11)
    try camera.show(card: "right")
    try Patience.until("it lies there") { try clock.status.rings.map(\.lyingCards) == [["right"]] }
    #expect(try VirtualBoard.isBuzzing)
    try camera.show(grey: 128)
    try Patience.until("it is gone again") { try clock.status.rings.allSatisfy(\.lyingCards.isEmpty) }
    let brought = try camera.show(card: "right", right: 60)
    let silence = try Patience.wait("silence", every: 20) { try VirtualBoard.isBuzzing ? nil : VirtualBoard.now }
    print("measured: silence \(Int((silence - brought) * 1000)) ms after the card that lay there was brought back")
    #expect(silence - brought < 3)
    try Patience.until("idle") { try clock.status.state == .idle }
    try camera.show(grey: 128)
  }

  /// A dazzling frame makes the driver set the exposure; the next opening finds the camera's own setting again.
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
