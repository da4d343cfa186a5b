import Glibc
import Hardware
import LinuxHardware
import TestSupport
import Testing

extension LinuxContractTests {
  private static let tone = AudioStream(sound: "tone", volume: 50, setsMixer: true)

  @Test(arguments: ["Loopback", "Dummy", "plughw:CARD=Loopback,DEV=0"])
  func aSoundCardIsAnAudioOutput(card: String) throws {
    try AudioOutputContract.verify(ALSAOutput(ALSACard(card: card)))
  }

  @Test(arguments: [("Dummy", 37), ("plughw:CARD=Dummy,DEV=0", 100)])
  func aSoundCardHasAMixer(card: String, level: Int) throws {
    let card = ALSACard(card: card, level: level)
    try AudioOutputContract.verifyMixer(
      ALSAOutput(card), level: level, mixer: { try ALSAMixer.level(of: card)?.percent },
      turn: {
        try #require(try Program("amixer", "-q", "-M", "-D", "hw:Dummy", "sset", "Master", "\($0)%").wait() == 0)
      })
  }

  @Test func cardsAreListedByTheirIDsAndOneWithoutAMixerHasNoMixerVolume() throws {
    #expect(ALSACard.all.map(\.id) == ["Loopback", "Dummy"])
    #expect(ALSACard.all.first?.name == "Loopback")
    let output = ALSAOutput(ALSACard(card: "Loopback"))
    let format = try output.open(Self.tone)
    output.close()
    #expect(format.mixerVolume == nil)
    #expect(format.problem == nil)
  }

  @Test func eachChannelIsPutBackToItsOwnLevel() throws {
    let shown = "amixer -D hw:Dummy sget Master"
    #expect(try Program("amixer", "-q", "-D", "hw:Dummy", "sset", "Master", "30%,70%").wait() == 0)
    #expect(try Program("sh", "-c", "\(shown) >/tmp/mixer; grep '\\[30%\\]' /tmp/mixer | grep Left").wait() == 0)
    let isAsBefore = "\(shown) | cmp -s - /tmp/mixer"
    let output = ALSAOutput(ALSACard(card: "Dummy"))
    _ = try output.open(Self.tone)
    #expect(try Program("sh", "-c", isAsBefore).wait() == 1)
    output.close()
    #expect(try Program("sh", "-c", isAsBefore).wait() == 0)
  }

  @Test func whatIsPlayedIsHeardOnBothChannels() throws {
    let output = ALSAOutput(ALSACard(card: "Loopback"))
    let rate = try output.open(Self.tone).rate
    let recorder = try LoopbackRecorder(rate: rate)
    // Made beforehand, because the machine may be slow, and in whole periods.
    let chunk = (0..<rate / 50).map { 0.5 * sin(2 * .pi * 450 * Float($0) / Float(rate)) }
    var heard: [Float] = []
    for _ in 0..<75 {
      _ = try output.play(chunk)
      heard += try recorder.read()
    }
    output.close()
    let left = stride(from: 0, to: heard.count - 1, by: 2).map { heard[$0] }
    let right = stride(from: 1, to: heard.count, by: 2).map { heard[$0] }
    #expect(left == right)
    let begin = try #require(left.firstIndex { abs($0) > 0.01 })
    let middle = Array(left[begin...].prefix(rate))
    try #require(middle.count == rate, "more than a second of it was recorded")
    #expect(abs(amplitude(of: 450, in: middle, rate: rate) - 0.5) < 0.01)
    #expect(amplitude(of: 900, in: middle, rate: rate) < 0.01)
  }

  @Test func aCardThatAnotherProgramPlaysOnIsBusyUntilItEnds() throws {
    let device = "hw:CARD=Loopback,DEV=0,SUBDEV=0"
    let output = ALSAOutput(ALSACard(card: device))
    let other = try Program("aplay", "-q", "-D", device, "-f", "S16_LE", "-r", "48000", "-c", "2", "/dev/zero")
    let status = "/proc/asound/Loopback/pcm0p/sub0/status"
    let search = "for i in $(seq 200); do grep -q RUNNING \(status) && exit 0; sleep 0.1; done; exit 1"
    #expect(try Program("sh", "-c", search).wait() == 0)
    #expect(throws: HardwareError(.speaker, "opening \(device)", code: EBUSY)) { try output.open(Self.tone) }
    other.end()
    #expect(try output.open(Self.tone).rate == 48_000)
    output.close()
  }

  @Test(arguments: [0, 37, 100])
  func openingSetsTheMixer(level: Int) throws {
    let card = ALSACard(card: "Dummy", level: level)
    #expect(try Program("amixer", "-q", "-D", "hw:Dummy", "sset", "Master", "12%").wait() == 0)
    let output = ALSAOutput(card)
    #expect(try ALSAMixer.level(of: card)?.percent != level, "creating it touches nothing")
    _ = try output.open(Self.tone)
    defer { output.close() }
    let found = try ALSAMixer.level(of: card)
    #expect(found?.percent == level && found?.isMuted == false && found?.element == "Master")
    let search = "amixer -D hw:Dummy -M sget Master | grep -q 'Front Right: .*\\[\(level)%\\]'"
    #expect(try Program("sh", "-c", search).wait() == 0)
  }

  @Test func anElementThatTheCardDoesNotHaveIsToldBesideThoseItHas() throws {
    let output = ALSAOutput(ALSACard(card: "Dummy", mixer: "Subwoofer"))
    let error = try output.open(Self.tone).problem
    output.close()
    #expect(error?.code == ENOENT)
    #expect(error?.operation.contains("Subwoofer (hw:CARD=Dummy has Master") == true)
    #expect(try ALSAMixer.level(of: ALSACard(card: "Dummy", mixer: "CD"))?.element == "CD")
  }

  @Test func aStreamThatRanDryGoesOnWithItsCount() throws {
    let output = ALSAOutput(ALSACard(card: "Loopback"))
    let rate = try output.open(Self.tone).rate
    let silence = [Float](repeating: 0, count: rate / 50)
    var played = 0
    for _ in 1...3 {
      let before = played
      for _ in 1...25 {
        let now = try output.play(silence)
        #expect(now >= played)
        played = now
      }
      #expect(played > before)
      usleep(400_000)
    }
    output.close()
  }

  @Test func aCardThatConsumesNothingDoesNotAdvance() throws {
    try VirtualBoard.stopLoopback(true)
    defer { #expect(throws: Never.self) { try VirtualBoard.stopLoopback(false) } }
    let output = ALSAOutput(ALSACard(card: "Loopback"))
    let rate = try output.open(Self.tone).rate
    let silence = [Float](repeating: 0, count: rate / 50)
    let start = SuspendingClock.now
    for _ in 1...12 { #expect(try output.play(silence) == 0) }
    #expect(SuspendingClock.now - start > .milliseconds(500), "it waits before it gives samples up")
    #expect(SuspendingClock.now - start < .seconds(12), "no call waits for longer than a second")
    let end = SuspendingClock.now
    output.close()
    // The driver promises 60 ms; the rest allows for a slow guest.
    #expect(SuspendingClock.now - end < .milliseconds(500), "a fade that nobody hears is not waited for")
  }

  @Test func aCardThatIsPulledOutIsToldAndPlaysAgainWhenItIsBack() throws {
    let driver = "/sys/bus/platform/drivers/snd_aloop"
    let output = ALSAOutput(ALSACard(card: "Loopback"))
    let silence = [Float](repeating: 0, count: 960)
    _ = try output.open(Self.tone)
    for _ in 1...20 { _ = try output.play(silence) }
    // The unbind returns only when the card is closed.
    let removal = try Program("sh", "-c", "echo snd_aloop.0 >\(driver)/unbind")
    let error = try failure { _ = try output.play(silence) }
    #expect(error.code == ENODEV)
    output.close()
    #expect(removal.wait() == 0)
    let absence = #expect(throws: HardwareError.self) { try output.open(Self.tone) }
    #expect(absence?.operation == "opening hw:CARD=Loopback (there is no such card; there are: Dummy)")
    #expect(try Program("sh", "-c", "echo snd_aloop.0 >\(driver)/bind").wait() == 0)
    #expect(try output.open(Self.tone).rate == 48_000)
    var played = 0
    for _ in 1...50 { played = try output.play(silence) }
    #expect(played > 0)
    output.close()
  }

  /// Returns the error of an action that is repeated for up to 20 s.
  private func failure(of action: () throws -> Void) throws -> HardwareError {
    let deadline = SuspendingClock.now + .seconds(20)
    while SuspendingClock.now < deadline {
      do { try action() } catch let error as HardwareError { return error }
      usleep(20_000)
    }
    throw CancellationError()
  }
}
