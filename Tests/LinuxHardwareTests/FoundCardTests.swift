import Glibc
import Hardware
import TestSupport
import Testing

@testable import LinuxHardware

/// The search for the USB sound card in an imitation of the kernel's list of cards.
@Suite struct FoundCardTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// - Parameter devices: The PCMs: `D0p` plays, `D0c` records.
  private func add(_ number: Int, _ id: String, on bus: String, devices: [String] = ["D0p"]) throws {
    let card = "\(folder.path)/card\(number)"
    for place in [card, card + "/device"] { try #require(mkdir(place, 0o700) == 0) }
    try #require(symlink("../../../bus/\(bus)", card + "/device/subsystem") == 0)
    let file = try #require(fopen(card + "/id", "w"))
    fputs(id + "\n", file)
    fclose(file)
    for device in devices { try #require(mkdir("\(folder.path)/pcmC\(number)\(device)", 0o700) == 0) }
  }

  private func find() throws(HardwareError) -> ALSACard {
    try ALSACard(card: "any", mixer: "PCM", level: 80).found(in: folder.path)
  }

  @Test func theOnlyUSBCardThatPlaysIsFoundWhateverItsNameIs() throws {
    try add(40, "Headphones", on: "platform")
    try add(41, "MAX98357A", on: "platform")
    // A camera's microphone.
    try add(42, "C270", on: "usb", devices: ["D0c"])
    try add(43, "AudioAdapter", on: "usb", devices: ["D0c", "D0p"])
    #expect(try find() == ALSACard(card: "AudioAdapter", mixer: "PCM", level: 80))
  }

  @Test func severalUSBCardsAreNamedAndNoneIsChosen() throws {
    try add(40, "Device", on: "usb")
    try add(41, "Device_1", on: "usb")
    let error = #expect(throws: HardwareError.self) { try find() }
    #expect(error?.operation == "choosing one of 2 USB sound cards: Device, Device_1")
    let named = try #require(error)
    #expect(named.code == ENOTUNIQ)
  }

  @Test func withoutAUSBCardTheOthersAreNamed() throws {
    let none = #expect(throws: HardwareError.self) { try find() }
    #expect(none?.operation == "finding a USB sound card (there is no sound card at all)")
    try add(40, "vc4hdmi", on: "platform")
    let other = #expect(throws: HardwareError.self) { try find() }
    #expect(other?.operation == "finding a USB sound card (there is: vc4hdmi)")
    #expect(other?.code == ENODEV)
  }

  @Test func aNamedCardIsItself() throws {
    #expect(try ALSACard(card: "Device").found(in: folder.path) == ALSACard(card: "Device"))
  }
}
