import AlarmClock
import Testing

@testable import Control
@testable import rouse

struct AskingTests {
  @Test(arguments: [
    ("yes", true), ("YES", true), (" yes\t", true), ("y", false), ("", false), ("no", false), ("yes please", false),
    ("yess", false), (nil, false),
  ])
  func onlyTheWholeWordYesIsAYes(answer: String?, isYes: Bool) { #expect(Confirmation.isYes(answer) == isYes) }

  @Test(arguments: [
    (Card.Kind.dismiss, ["bathroom"], [], ["1 card remains: bathroom."]),
    (.dismiss, [], [], ["No other card is enrolled."]), (.snooze, [], [], ["No other snooze card is enrolled."]),
    (
      .dismiss, ["bathroom", "door"], ["Gym (ab12)"],
      ["2 cards remain: bathroom, door.", "No other card could end the alarm Gym (ab12), which is disabled."]
    ),
  ])
  func whoRemovesACardIsToldWhatRemains(kind: Card.Kind, remaining: [String], alarms: [String], lines: [String]) {
    let card = CardView(id: "s1", name: "spare", kind: kind, enrolled: true, created: "")
    let all = CardRemoveCommand.lines(CardLoss(card: card, remaining: remaining, alarms: alarms))
    #expect(all.first?.contains("spare") == true && Array(all.dropFirst()) == lines)
  }

  @Test func whoDeletesPicturesRemovesASoundOrRestoresIsToldWhatIsLost() {
    func kept(_ ring: String) -> EvidenceView {
      EvidenceView(ring: ring, alarmId: nil, label: nil, outcome: nil, ended: nil, pictures: 3, bytes: 1)
    }
    let rings = [kept("2026-11-21T070105Z-k3f9xa"), kept("2026-11-20T070105Z-k3f9xa")]
    #expect(
      EvidenceDeleteCommand.lines(rings, nil) == [
        "6 pictures of 2 rings will be deleted: 2026-11-21T070105Z-k3f9xa, 2026-11-20T070105Z-k3f9xa. No backup holds them."
      ])
    #expect(EvidenceDeleteCommand.lines(rings, "2026-11-20")?.first?.hasPrefix("3 pictures of 1 ring will be") == true)
    // There is nothing to confirm; the daemon explains why.
    for ring in ["2026", "2025-11-20"] { #expect(EvidenceDeleteCommand.lines(rings, ring) == nil) }
    #expect(EvidenceDeleteCommand.lines([], nil) == nil)
    let sound = SoundView(id: "owl", name: "Owl", description: "", category: SoundView.own, available: true)
    #expect(SoundRemoveCommand.lines(SoundLoss(sound: sound, usedBy: [])).count == 1)
    #expect(
      SoundRemoveCommand.lines(SoundLoss(sound: sound, usedBy: ["the alarm Work (ab12)", "the setting `sound`"])).last
        == "It is used by the alarm Work (ab12), the setting `sound`: another sound will play instead.")
    let all =
      "The backup will replace the current data: 3 alarms, 1 card, 0 settings. The current data is copied first."
    #expect(RestoreCommand.lines(alarms: 3, cards: 1, settings: 0, sounds: 0) == [all])
    #expect(
      RestoreCommand.lines(alarms: 3, cards: 1, settings: 0, sounds: 2) == [
        all, "Your own sounds (2) stay, except files that the backup replaces under the same name.",
      ])
  }

  @Test(arguments: [
    ([], "Nothing changed."),
    ([ValueChange("wake-check", was: "off", now: "10m", wasDefault: true)], "wake-check off → 10m."),
    (
      [ValueChange("label", was: nil, now: "Work"), ValueChange("volume", was: "60", now: "80", isDefault: true)],
      "label - → Work, volume 60 → 80 (default)."
    ),
    ([ValueChange("volume", was: "80", now: "80", wasDefault: true)], "volume 80 (default) → 80."),
    ([ValueChange("label", was: "a\u{1B}[2J", now: "b")], "label a?[2J → b."),
  ])
  func aChangeSaysWhatItWasAndIs(changes: [ValueChange], text: String) {
    #expect(ChangeText.sentence(changes) == text)
  }

  @Test func ofTwoAlarmsWhatDiffersIsFound() {
    var now = Sample.alarm(label: "", days: .daily, skipNext: true)
    now.cards = ["bathroom", "spare"]
    now.inherited.removeAll { $0 == "sound" }
    now.inherited.append("fadeIn")
    #expect(
      now.changes(from: Sample.alarm()) == [
        ValueChange("label", was: "Work", now: nil), ValueChange("set for", was: "Mon-Fri 07:30", now: "daily 07:30"),
        ValueChange("state", was: "on", now: "skips next"), ValueChange("cards", was: "all", now: "bathroom, spare"),
        ValueChange("sound", was: "tone", now: "tone", wasDefault: true),
        ValueChange("fade-in", was: "1m30s", now: "1m30s", isDefault: true),
      ])
    #expect(now.changes(from: now).isEmpty)
  }

  private static let rings = "Alarm k3f9xa (Work) rings Sun 2026-11-22 07:30 (in 9 h 12 min)."
  private static let isOff = "Alarm k3f9xa (Work) is disabled."
  private static let next = "Next: Work (k3f9xa) rings Sun 2026-11-22 07:30 (in 9 h 12 min)."

  @Test(arguments: [
    (Sample.alarm(), Sample.occurrence(), [rings]),
    (Sample.alarm(enabled: false, next: nil), Sample.occurrence(), [isOff, next]),
    (Sample.alarm(enabled: false, next: nil), nil, [isOff, "Next: no alarm will ring."]),
  ])
  func aChangeEndsWithTheNextRing(alarm: AlarmView, next: OccurrenceView?, lines: [String]) {
    #expect(ChangeText.lines(AlarmSaved(alarm: alarm, next: next, notes: [])) == lines)
  }

  private static func alarm(_ undid: Undone.Change, _ changes: [ValueChange] = []) -> Undone {
    Undone(
      undid: undid, ago: 300,
      alarm: AlarmSaved(alarm: Sample.alarm(), changes: changes, next: Sample.occurrence(), notes: []))
  }

  private static func preset(_ undid: Undone.Change, _ changes: [ValueChange] = []) -> Undone {
    let chime = ChimeView(
      on: true, sound: "tone", volume: 80, vibration: .medium, vibrationPattern: .pulse, inherited: [])
    return Undone(
      undid: undid, ago: 61,
      preset: PresetSaved(preset: PresetView(name: "tea", length: 240, chime: chime), changes: changes, notes: []))
  }

  private static func setting(_ key: SettingKey, was: String, now: String, isDefault: Bool = false) -> Undone {
    let view = SettingView(key: key, value: now, isDefault: isDefault, help: "")
    let change = ValueChange(key.rawValue, was: was, now: now, isDefault: isDefault)
    let reply = ChangeSetting.Reply(setting: view, changes: [change], next: Sample.occurrence(), notes: [])
    return Undone(undid: .changed, ago: 1, setting: reply)
  }

  static let undone: [(Undone, [String])] = [
    (alarm(.added), ["Undone after 5 min: the alarm k3f9xa (Work) is removed again.", next]),
    (alarm(.removed), ["Undone after 5 min: the alarm k3f9xa (Work) is back.", rings]),
    (
      alarm(.changed, [ValueChange("wake-check", was: "10m", now: "off")]),
      ["Undone after 5 min: wake-check 10m → off.", rings]
    ),
    (preset(.added), ["Undone after 1 min 1 s: the preset tea is removed again."]),
    (
      preset(.changed, [ValueChange("length", was: "5m", now: "4m")]),
      ["Undone after 1 min 1 s: length 5m → 4m.", "The preset tea runs for 4m: tone 80%, medium pulse."]
    ),
    (
      setting(.volume, was: "60", now: "80", isDefault: true),
      ["Undone after 1 s: volume 60 → 80 (default).", next]
    ),
    (setting(.colon, was: "blink", now: "off"), ["Undone after 1 s: colon blink → off."]),
  ]

  @Test(arguments: undone)
  func anUndoSaysWhatItTookBack(undone: Undone, lines: [String]) { #expect(UndoCommand.lines(undone) == lines) }
}
