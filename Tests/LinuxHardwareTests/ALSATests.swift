import Glibc
import Hardware
import TestSupport
import Testing

@testable import LinuxHardware

@Suite struct ALSACardTests {
  @Test(arguments: [
    ("Headphones", "hw:CARD=Headphones", "hw:CARD=Headphones"), ("1", "hw:CARD=1", "hw:CARD=1"),
    ("hw:Device,0", "hw:Device,0", "hw:CARD=Device"), ("plughw:Device", "plughw:Device", "hw:CARD=Device"),
    ("plughw:CARD=Device,DEV=1", "plughw:CARD=Device,DEV=1", "hw:CARD=Device"),
    ("iec958:AES0=4,CARD=Device", "iec958:AES0=4,CARD=Device", "hw:CARD=Device"),
    ("plug:null", "plug:null", nil), ("file:FILE=/tmp/a,FORMAT=raw", "file:FILE=/tmp/a,FORMAT=raw", nil),
    ("hw:", "hw:", nil),
  ])
  func aCardIsItsHardwareAndAPCMNameIsItself(card: String, pcm: String, control: String?) {
    #expect(ALSACard(card: card).pcmName == pcm)
    #expect(ALSACard(card: card).controlName == control)
  }

  @Test func aLevelIsOfAHundred() {
    #expect([-1, 0, 55, 100, 101].map { ALSACard(card: "x", level: $0).level } == [0, 0, 55, 100, 100])
  }

  @Test func aCardThatIsNotThereIsNamedBesideThoseThatAreAndByItsMixer() {
    let output = ALSAOutput(ALSACard(card: "NoSuchCard"))
    let error = #expect(throws: HardwareError.self) {
      try output.open(AudioStream(sound: "tone", volume: 50, setsMixer: true))
    }
    #expect(error?.device == .speaker)
    #expect(error?.code == ENODEV || error?.code == ENOENT)
    #expect(error?.operation.hasPrefix("opening hw:CARD=NoSuchCard (there is no s") == true)
    for card in ALSACard.all { #expect(error?.operation.contains(card.id) == true) }
    let ofMixer = #expect(throws: HardwareError.self) { try ALSAMixer.level(of: ALSACard(card: "NoSuchCard")) }
    #expect(ofMixer?.operation.contains("NoSuchCard") == true)
    #expect((ofMixer?.code ?? 0) > 0)
  }

  @Test func aPCMWithoutACardHasNoMixer() throws {
    #expect(try ALSAMixer.level(of: ALSACard(card: "plug:null")) == nil)
    #expect(throws: HardwareError.self) { try ALSAMixer.level(of: ALSACard(card: "plug:null", mixer: "Master")) }
  }
}

/// The search for the USB sound card in an imitation of the kernel's list of cards.
@Suite struct FoundCardTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// - Parameter devices: The PCMs: `D0p` plays, `D0c` records.
  private func add(_ number: Int, _ id: String, on bus: String, devices: [String] = ["D0p"]) throws {
    try folder.write(id + "\n", to: "card\(number)/id")
    try folder.makeFolder("card\(number)/device")
    try folder.link("card\(number)/device/subsystem", to: "../../../bus/\(bus)")
    for device in devices { try folder.makeFolder("pcmC\(number)\(device)") }
  }

  private func find() throws(HardwareError) -> ALSACard {
    try ALSACard(card: "any", mixer: "PCM", level: 80).found(in: folder.path)
  }

  @Test func theOnlyUSBCardThatPlaysIsFoundWhateverItsNameIsAndANamedCardIsItself() throws {
    try add(40, "Headphones", on: "platform")
    try add(41, "MAX98357A", on: "platform")
    // A camera's microphone.
    try add(42, "C270", on: "usb", devices: ["D0c"])
    try add(43, "AudioAdapter", on: "usb", devices: ["D0c", "D0p"])
    #expect(try find() == ALSACard(card: "AudioAdapter", mixer: "PCM", level: 80))
    #expect(try ALSACard(card: "Device").found(in: folder.path) == ALSACard(card: "Device"))
  }

  @Test func severalUSBCardsAreNamedAndNoneIsChosen() throws {
    try add(40, "Device", on: "usb")
    try add(41, "Device_1", on: "usb")
    let error = #expect(throws: HardwareError.self) { try find() }
    #expect(error?.operation == "choosing one of 2 USB sound cards: Device, Device_1")
    #expect(error?.code == ENOTUNIQ)
  }

  @Test func withoutAUSBCardTheOthersAreNamed() throws {
    let none = #expect(throws: HardwareError.self) { try find() }
    #expect(none?.operation == "finding a USB sound card (there is no sound card at all)")
    try add(40, "vc4hdmi", on: "platform")
    let other = #expect(throws: HardwareError.self) { try find() }
    #expect(other?.operation == "finding a USB sound card (found: vc4hdmi)")
    #expect(other?.code == ENODEV)
  }
}

/// Uses PCMs of libasound that need no card. The virtual board tests those with hardware.
@Suite struct ALSAOutputTests {
  let stream = AudioStream(sound: "tone", volume: 50, setsMixer: true)

  @Test func openingTouchesADeviceAndCreatingDoesNot() {
    let output = ALSAOutput(ALSACard(card: "nosuchplugin:x"))
    #expect(throws: HardwareError.self) { try output.play([0]) }
    output.close()
    let error = #expect(throws: HardwareError.self) { try output.open(stream) }
    #expect(error?.operation == "opening nosuchplugin:x")
    #expect(throws: HardwareError.self) { try output.play([0]) }
  }

  @Test func playingIsForAnOpenStream() throws {
    let output = ALSAOutput(ALSACard(card: "plug:null"))
    #expect(throws: HardwareError(.speaker, "playing on plug:null while closed", code: EBADFD)) {
      try output.play([0])
    }
    for _ in 1...2 {
      #expect(try output.open(stream).rate == 48_000)
      #expect(try output.play([]) == 0)
      #expect((0...960).contains(try output.play([Float](repeating: 0.5, count: 960))))
      #expect(try output.open(stream).rate == 48_000)
      #expect((0...10).contains(try output.play([Float](repeating: 0.5, count: 10))), "the count starts at an opening")
      output.close()
      output.close()
      #expect(throws: HardwareError.self) { try output.play([0]) }
    }
  }

  @Test func everySampleArrivesOnceInOrderOnBothChannels() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pcm"
    let output = ALSAOutput(ALSACard(card: "file:FILE=\(path),FORMAT=raw"))
    _ = try output.open(stream)
    var sent: [Float] = []
    for chunk in 0..<50 {
      let samples = (0..<960).map { Float(chunk * 960 + $0) / 48_000 - 0.5 }
      let played = try output.play(samples)
      sent += samples
      #expect((0...sent.count).contains(played))
    }
    output.close()
    // The null device behind the file takes 32-bit samples.
    let values = Files.bytes(path).withUnsafeBytes { $0.bindMemory(to: Int32.self).map(Int32.init(littleEndian:)) }
    let expected = sent.flatMap { sample in
      let value = Int32((Double(sample) * 2_147_483_647).rounded())
      return [value, value]
    }
    #expect(values == expected)
  }
}

@Suite struct SampleFormatTests {
  private static let numbers: [(sample: Float, s16: Int16, s32: Int32)] = [
    (0, 0, 0), (1, 32_767, 2_147_483_647), (-1, -32_767, -2_147_483_647),
    (0.5, 16_384, 1_073_741_824), (-0.5, -16_384, -1_073_741_824), (0.000_030_52, 1, 65_541), (0.000_01, 0, 21_475),
    // Clipped.
    (1.5, 32_767, 2_147_483_647), (-1000, -32_767, -2_147_483_647), (.infinity, 32_767, 2_147_483_647),
    (-.infinity, -32_767, -2_147_483_647),
    (.nan, 0, 0), (-.nan, 0, 0), (.signalingNaN, 0, 0),
  ]

  @Test(arguments: numbers)
  func aSampleBecomesANumberOfTheFormat(sample: Float, s16: Int16, s32: Int32) {
    #expect(Int16(truncatingIfNeeded: SampleFormat.s16.bits(of: sample)) == s16)
    #expect(Int32(bitPattern: SampleFormat.s32.bits(of: sample)) == s32)
  }

  @Test func floatsAreOnlyClipped() {
    let table: [(Float, Float)] = [(0.3, 0.3), (-2, -1), (2, 1), (.nan, 0)]
    for (sample, expected) in table {
      #expect(Float(bitPattern: SampleFormat.float.bits(of: sample)) == expected)
    }
  }

  private static let encodings: [(format: SampleFormat, channels: Int, bytes: [UInt8])] = [
    (.s16, 1, [0x00, 0x40, 0x01, 0x80]),
    (.s16, 2, [0x00, 0x40, 0x00, 0x40, 0x01, 0x80, 0x01, 0x80]),
    (.s24in3, 2, [0x00, 0x00, 0x40, 0x00, 0x00, 0x40, 0x01, 0x00, 0x80, 0x01, 0x00, 0x80]),
    (.s32, 1, [0x00, 0x00, 0x00, 0x40, 0x01, 0x00, 0x00, 0x80]),
    (.float, 1, [0x00, 0x00, 0x00, 0x3F, 0x00, 0x00, 0x80, 0xBF]),
  ]

  @Test(arguments: encodings)
  func everyChannelGetsTheSampleLowestByteFirst(format: SampleFormat, channels: Int, bytes: [UInt8]) {
    let samples: [Float] = [9, 0.5, -1, 9]
    #expect(format.encode(samples[1...2], channels: channels) == bytes)
    #expect(format.encode([], channels: channels).isEmpty)
  }
}

@Suite struct MixerScaleTests {
  /// Gains in 1/100 dB by alsamixer's curve, computed by hand.
  private static let gains: [(range: ClosedRange<Int>, table: [(percent: Int, gain: Int)])] = [
    // The Pi's headphones, whose range ends above 0 dB.
    (-10_239...400, [(0, -10_239), (86, 14), (100, 400)]),
    // A wide range, and one that includes silence.
    (-6000...0, [(0, -6000), (50, -1558), (100, 0)]),
    (-9_999_999...0, [(0, -9_999_999), (10, -6000), (50, -1806), (100, 0)]),
    // A narrow range is linear.
    (-2000...0, [(0, -2000), (50, -1000), (100, 0)]), (-1200...1200, [(0, -1200), (25, -600), (100, 1200)]),
  ]

  @Test(arguments: gains)
  func aLevelIsAGainAsAlsamixerHasIt(gains: ClosedRange<Int>, table: [(percent: Int, gain: Int)]) {
    for (percent, gain) in table {
      #expect(MixerScale.gain(percent: percent, in: gains) == gain)
      #expect(MixerScale.percent(gain: gain, in: gains) == percent)
    }
  }

  @Test(arguments: [-10_239...400, -6000...0, -9_999_999...0, -2000...0, -450...4500] as [ClosedRange<Int>])
  func everyLevelComesBackAndMoreIsLouder(gains: ClosedRange<Int>) {
    let all = (0...100).map { MixerScale.gain(percent: $0, in: gains) }
    #expect(all.allSatisfy(gains.contains))
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
    #expect(all.map { MixerScale.percent(gain: $0, in: gains) } == Array(0...100))
  }

  private static let raws: [(range: ClosedRange<Int>, table: [(percent: Int, raw: Int)])] = [
    (0...31, [(0, 0), (50, 16), (100, 31)]), (-50...100, [(0, -50), (50, 25), (100, 100)]),
    (0...1, [(0, 0), (100, 1)]),
  ]

  @Test(arguments: raws)
  func anElementWithoutDecibelsIsEvenOverItsRange(raws: ClosedRange<Int>, table: [(percent: Int, raw: Int)]) {
    for (percent, raw) in table { #expect(MixerScale.raw(percent: percent, in: raws) == raw) }
    #expect(MixerScale.percent(raw: raws.lowerBound, in: raws) == 0)
    #expect(MixerScale.percent(raw: raws.upperBound, in: raws) == 100)
  }

  @Test func anElementOfOneValueIsAtFullLevelAndGainsBeyondARangeAreItsEnds() {
    #expect(MixerScale.raw(percent: 30, in: 5...5) == 5)
    #expect(MixerScale.percent(raw: 5, in: 5...5) == 100)
    #expect(MixerScale.percent(gain: -20_000, in: -6000...0) == 0)
    #expect(MixerScale.percent(gain: 100, in: -6000...0) == 100)
  }
}

@Suite struct FadeOutTests {
  /// A wave of amplitude 1 that is cut off at any phase.
  @Test(arguments: 0..<12)
  func aFadeBendsNoMoreThanTheWaveAndEndsAtZero(phase: Int) throws {
    let step = 2 * Float.pi * 450 / 48_000
    let wave = (0..<2000).map { sin(step * Float($0) + .pi / 6 * Float(phase)) }
    let fade = PCMStream.fade(over: 960)
    let faded = zip(wave[1000...], fade).map { $0 * $1 }
    #expect(fade.last == 0)
    let heard = wave[..<1000] + faded + [Float](repeating: 0, count: 100)
    #expect(largestBend(heard) < 1.01 * step * step)
    #expect(abs(faded[479] - wave[1479] / 2) < 0.001, "half as much in the middle")
  }
}
