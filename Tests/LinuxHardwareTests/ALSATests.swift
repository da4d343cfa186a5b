import Glibc
import Hardware
import TestSupport
import Testing

@testable import LinuxHardware

@Suite struct ALSACardTests {
  private static let names: [(card: String, pcm: String, control: String?)] = [
    ("Headphones", "hw:CARD=Headphones", "hw:CARD=Headphones"), ("1", "hw:CARD=1", "hw:CARD=1"),
    ("hw:Device,0", "hw:Device,0", "hw:CARD=Device"), ("plughw:Device", "plughw:Device", "hw:CARD=Device"),
    ("plughw:CARD=Device,DEV=1", "plughw:CARD=Device,DEV=1", "hw:CARD=Device"),
    ("iec958:AES0=4,CARD=Device", "iec958:AES0=4,CARD=Device", "hw:CARD=Device"),
    ("plug:null", "plug:null", nil), ("file:FILE=/tmp/a,FORMAT=raw", "file:FILE=/tmp/a,FORMAT=raw", nil),
    ("hw:", "hw:", nil),
  ]

  @Test(arguments: names)
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
    #expect(other?.operation == "finding a USB sound card (there is: vc4hdmi)")
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
