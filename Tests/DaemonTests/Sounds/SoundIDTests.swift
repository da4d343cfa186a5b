import Control
import Testing

@testable import Daemon

@Suite struct SoundIDTests {
  /// A file name and its ID.
  static let ids: [(String, String)] = [
    ("morning.flac", "morning"), ("Guten Morgen!.flac", "guten-morgen"), ("Über_Öl & Straße.MP3", "ueber-oel-strasse"),
    ("été à Noël.ogg", "ete-a-noel"), ("e\u{301}te\u{301}.ogg", "ete"), ("朝.wav", "sound"), ("...", "sound"),
    ("off.wav", "off-2"), ("default.wav", "default-2"), ("tone.wav", "tone-2"), ("bell", "bell-3"),
    ("-a--b-.wav", "a-b"), ("a.b.c.wav", "a-b-c"), ("../x.wav", "x"), ("track 01.wav", "track-01"), ("½.wav", "sound"),
  ]

  @Test(arguments: ids) func anIDIsMadeOfTheName(file: String, id: String) {
    #expect(SoundID.make(of: file, taken: ["tone", "bell", "bell-2"]) == id)
  }

  @Test func anIDIsShortAndReadsBackAsItself() {
    let id = SoundID.make(of: String(repeating: "long name ", count: 50), taken: [])
    #expect(id.count <= 32 && id.last != "-")
    for (file, _) in Self.ids {
      let id = SoundID.make(of: file, taken: [])
      #expect(SoundID.make(of: id, taken: []) == id)
    }
  }

  @Test func everyIDThatIsMadeIsValid() {
    let file = String(repeating: "long", count: 50)
    var taken: [String] = []
    for _ in 0..<1200 { taken.append(SoundID.make(of: file, taken: taken)) }
    #expect(taken.last == String(repeating: "long", count: 8) + "-1200")
    #expect((taken + Self.ids.map(\.1)).allSatisfy(SoundID.isValid))
  }

  @Test(arguments: ["", "../y", "a/b", "a.b", "A", "ä", "a\0", "off", "default", String(repeating: "a", count: 65)])
  func whatLeadsElsewhereIsNoID(id: String) { #expect(!SoundID.isValid(id)) }

  /// The file name, a chosen name, and the resulting name in the folder, or `nil` if it is refused.
  static let names: [(String, String?, String?)] = [
    ("a.wav", nil, "a.wav"), ("/home/me/a.wav", nil, "a.wav"), ("../../a.wav", nil, "a.wav"), ("..", nil, nil),
    (".hidden", nil, nil), ("", nil, nil), ("/", nil, nil), ("a.wav", "", nil), ("a.wav", "b/c", "b-c.wav"),
    ("a.wav", "../b", nil), ("a.wav", ".b", nil), ("prepared", nil, nil), ("a", "prepared", nil),
    ("a\nb.wav", nil, nil), ("a.wav", String(repeating: "x", count: 300), nil),
  ]

  @Test(arguments: names) func namesStayInTheFolder(file: String, name: String?, expected: String?) {
    do throws(ControlError) {
      #expect(try SoundID.fileName(file, called: name) == expected)
    } catch {
      #expect(expected == nil, "\(error)")
    }
  }
}
