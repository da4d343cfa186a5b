import AlarmClock
import Control
import Testing

@testable import rouse

struct ImportTextTests {
  private static func item(
    _ kind: ImportItem.Kind, _ name: String, _ mine: String?, _ theirs: String?, _ changes: [ValueChange] = []
  ) -> ImportItem {
    ImportItem(
      kind: kind, id: "\(kind) \(name)", name: name, mine: mine, theirs: theirs, changes: changes,
      choices: mine == nil || theirs == nil ? [] : kind == .setting ? [.mine, .theirs] : ImportChoice.allCases)
  }

  private static let work = item(.alarm, "Work", "Mon-Fri 07:30", "Mon-Fri 07:15")

  @Test(arguments: [
    (work, "Work: mine Mon-Fri 07:30, theirs Mon-Fri 07:15"),
    (
      item(.alarm, "Gym", "Sat 09:00", "Sat 09:00", [ValueChange("volume", was: "80", now: "60", wasDefault: true)]),
      "Gym: Sat 09:00 on both; volume mine 80 (default), theirs 60"
    ),
    (item(.alarm, "Nap", nil, "Mon-Sun 14:00"), "Nap: only theirs, Mon-Sun 14:00; added"),
    (item(.setting, "volume", "80", "33"), "volume: mine 80, theirs 33"),
    (item(.alarm, "a\u{1B}[2J", "1", "2"), "a?[2J: mine 1, theirs 2"),
  ])
  func aDifferenceIsOneSentence(item: ImportItem, text: String) { #expect(ImportText.words(item) == text) }

  @Test func aListingNamesWhatStaysAndTheAlarmsThatAreLeftOut() {
    let facts = ImportFacts(
      token: "x", taken: nil,
      cards: ImportCards(mine: ["bath"], theirs: [], taken: false, obstacle: "they have none", notes: []), alike: 1,
      staying: [.name])
    let items = [Self.work, Self.item(.alarm, "Nap", "Mon-Sun 14:00", nil), Self.item(.sound, "owl.wav", nil, "3 KiB")]
    #expect(
      ImportText.listing(ImportShown(facts: facts, items: items)) == [
        "Alarms:", "  Work: mine Mon-Fri 07:30, theirs Mon-Fri 07:15", "  only mine, kept: Nap", "Sounds:",
        "  owl.wav: only theirs, 3 KiB; added", "Cards:", "  mine bath; theirs none. Mine stay: they have none.",
        "1 item is the same. Not imported: log, history, pictures of rings, running timers, and the clock's own "
          + "name.",
      ])
    func lines(_ leftOut: [String]) -> [String] {
      let facts = ImportFacts(token: "x", taken: nil, cards: nil, alike: 2, staying: [], leftOut: leftOut)
      return ImportText.listing(ImportShown(facts: facts, items: [])).dropLast()
    }
    #expect(lines([]) == [])
    let trip = "Trip (abc123) 2026-11-20 07:00"
    #expect(lines([trip]) == ["Alarms left out, because their time has passed (1):", "  " + trip])
    #expect(lines(["a", "b"]) == ["Alarms left out, because their time has passed (2):", "  a, b"])
    #expect(lines((0..<22).map(String.init)).last?.hasSuffix(" and 2 more") == true)
  }

  @Test(arguments: [
    (ImportChoice.mine, "1 added, 2 left as mine"), (.theirs, "1 added, 2 taken from theirs"),
    (.both, "1 added, 1 copied next to mine, 1 left as mine"),
  ])
  func whatWillBeDoneIsCounted(choice: ImportChoice, text: String) {
    let facts = ImportFacts(token: "x", taken: nil, cards: nil, alike: 1, staying: [])
    let items = [Self.work, Self.item(.setting, "volume", "80", "33"), Self.item(.sound, "owl.wav", nil, "3 KiB")]
    let lines = ImportText.lines(ImportShown(facts: facts, items: items), ImportChoices(all: choice))
    #expect(lines == ["Result: \(text). The current data is copied first."])
  }

  @Test(arguments: [
    ("m", ImportAsker.Answer.choice(.mine)), (" Theirs ", .choice(.theirs)), ("b", .choice(.both)), ("o", .oneByOne),
    ("one by one", .oneByOne), ("", .unclear("Type one of the letters. ")),
    ("x", .unclear("Type one of the letters. ")),
  ])
  func aLetterOrAWordIsAnAnswer(typed: String, answer: ImportAsker.Answer) {
    #expect(ImportAsker.answer(typed, among: ImportChoice.allCases) == answer)
  }
}
