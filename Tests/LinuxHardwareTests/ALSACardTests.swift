import Glibc
import Hardware
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

  @Test func aCardThatIsNotThereIsNamedBesideThoseThatAre() {
    let output = ALSAOutput(ALSACard(card: "NoSuchCard"))
    let error = #expect(throws: HardwareError.self) {
      try output.open(AudioStream(sound: "tone", volume: 50, setsMixer: true))
    }
    #expect(error?.device == .speaker)
    #expect(error?.code == ENODEV || error?.code == ENOENT)
    #expect(error?.operation.hasPrefix("opening hw:CARD=NoSuchCard (there is no s") == true)
    for card in ALSACard.all { #expect(error?.operation.contains(card.id) == true) }
  }

  @Test func theMixerOfACardThatIsNotThereThrows() {
    let error = #expect(throws: HardwareError.self) { try ALSAMixer.level(of: ALSACard(card: "NoSuchCard")) }
    #expect(error?.operation.contains("NoSuchCard") == true)
    #expect((error?.code ?? 0) > 0)
  }

  @Test func aPCMWithoutACardHasNoMixer() throws {
    #expect(try ALSAMixer.level(of: ALSACard(card: "plug:null")) == nil)
    #expect(throws: HardwareError.self) { try ALSAMixer.level(of: ALSACard(card: "plug:null", mixer: "Master")) }
  }
}
