import AlarmClock
import Control
import Testing

@testable import rouse

struct CalmTextTests {
  private func text(_ status: StatusView) -> String { StatusText.rendered(status, style: Style(isColoured: false)) }

  /// Returns the lines from the one with this key.
  private func lines(_ status: StatusView, from key: String) -> [String] {
    let lines = text(status).split(separator: "\n").map { $0.drop { $0 == " " } }
    return lines.drop { !$0.hasPrefix(key + ":") }.map(String.init)
  }

  @Test func minimalModeStandsBeforeTheMissesAndWhatIsNotSetShowsNowhere() {
    let miss = MissView(alarmId: "k3f9xa", label: "Work", due: "2026-11-20T07:30:00+01:00", rang: false)
    let status = Sample.status(minimal: "it died three times", misses: [miss])
    #expect(text(status).hasPrefix("MINIMAL MODE: it died three times; alarms ring, little else works\nMISSED: Work"))
    let red = StatusText.rendered(status, style: Style(isColoured: true))
    #expect(red.hasPrefix("\u{1B}[1;31mMINIMAL MODE: "))
    let bare = text(Sample.status())
    for word in ["quiet", "pause", "bedtime", "MINIMAL", "acknowledge"] { #expect(!bare.contains(word), "\(word)") }
  }

  @Test(arguments: [
    (Sample.ring(.ringing), "ringing"),
    (Sample.ring(.ringing, snoozes: 1, mostSnoozes: 2), "ringing (1 of 2 snoozes used)"),
    (
      Sample.ring(.snoozed, ringsAt: "2026-11-22T07:39:00+01:00", snoozes: 1, mostSnoozes: 2),
      "snoozed until 07:39 (1 of 2)"
    ),
    (
      Sample.ring(.checking, ringsAt: "2026-11-22T07:40:00+01:00"),
      "dismissed; bathroom or spare must be shown again before 07:40, or it rings again"
    ),
  ])
  func aRingSaysHowFarItHasGot(ring: RingView, state: String) {
    let shown = lines(Sample.status(rings: [ring]), from: "ring")
    #expect(shown.prefix(2) == ["ring: Work (k3f9xa), due Sun 2026-11-22 07:30", state])
    if ring.state != .checking { #expect(shown[2] == "ends with bathroom or spare, or gives up at 08:30") }
  }

  @Test(arguments: [
    (QuietView(hours: "off", now: false), "off"), (QuietView(hours: "on", now: true), "on; alarms still ring"),
    (QuietView(hours: "22:00-07:00", now: true), "22:00-07:00, active now; alarms still ring"),
    (QuietView(hours: "22:00-07:00", now: false), "22:00-07:00, not active now; alarms still ring"),
  ])
  func quietHoursSayThatAlarmsRing(quiet: QuietView, text: String) {
    #expect(QuietCommand.sentence(quiet) == "quiet is \(text).")
    #expect(lines(Sample.status(quiet: quiet), from: "quiet").first == (text == "off" ? nil : "quiet: \(text)"))
  }

  @Test func aSoundThatIsGoneSaysWhatIsHeardInItsPlace() {
    let missing = MissingSoundView(
      sound: "whales", usedBy: ["the setting `sound`", "the alarm Work (k3f9xa)"], playsInstead: "tone")
    var status = Sample.status()
    #expect(lines(status, from: "sound").isEmpty)
    status.missingSounds = [missing]
    #expect(
      lines(status, from: "sound").first
        == "sound: whales is GONE: tone plays instead for the setting `sound`, the alarm Work (k3f9xa); "
        + "put it back, or choose another: `rouse sound list`")
    status.missingSounds[0].why = "nobody would hear it"
    #expect(
      lines(status, from: "sound").first
        == "sound: whales CANNOT BE PLAYED (nobody would hear it): tone plays instead for the setting `sound`, "
        + "the alarm Work (k3f9xa); choose another: `rouse sound list`")
  }

  @Test func aPauseSaysWhenItEnds() {
    #expect(NextCommand.table([Sample.occurrence(special: ["paused"])]).rows.first?[3] == "skipped: paused")
    #expect(
      lines(Sample.status(pausedUntil: "2026-12-27"), from: "pause").first
        == "pause: repeating alarms are skipped until Sun 2026-12-27, others ring")
    #expect(PauseCommand.sentence(nil) == "No alarm is paused.")
    #expect(
      PauseCommand.sentence("2026-12-27")
        == "Repeating alarms are skipped until Sun 2026-12-27. To end it: `rouse pause off`.")
  }

  private static let noneAfter = "No repeating alarm rings after it."
  private static let first = "The first to ring again is Work (k3f9xa): Sun 2026-11-22 07:30 (in 9 h 12 min)."

  @Test(arguments: [
    ("2026-11-22", 3, true, ["3 repeating alarms are skipped until Sun 2026-11-22.", first]),
    ("2026-11-22", 1, false, ["1 repeating alarm is skipped until Sun 2026-11-22.", noneAfter]),
    ("2026-11-22", 0, true, ["No repeating alarm would have rung before Sun 2026-11-22.", first]),
    (nil, 0, true, ["The pause of all repeating alarms is off.", first]),
    (nil, 0, false, ["The pause of all repeating alarms is off."]),
  ])
  func whatAPauseLeadsToIsSaid(until: String?, skipped: Int, ringsAgain: Bool, sentences: [String]) {
    let pause = PauseView(until: until, skipped: skipped, next: ringsAgain ? Sample.occurrence() : nil)
    #expect(CalmText.sentences(pause) == sentences)
  }

  @Test(arguments: [
    ([], nil, ": all was well", "Ready for the night."),
    ([], "bath", " with the card bath: all was well", "Ready for the night: the camera reads the card bath."),
    (["camera: gone", "space: full"], nil, ": it was NOT READY", "NOT READY for the night."),
  ])
  func theVerdictOfTheEveningStandsInTheStatus(problems: [String], card: String?, end: String, verdict: String) {
    let bedtime = BedtimeView(
      time: "2026-11-21T21:30:00+01:00", ready: problems.isEmpty, problems: problems, card: card)
    let shown = lines(Sample.status(bedtime: bedtime), from: "bedtime").prefix(1 + problems.count)
    #expect(Array(shown) == ["bedtime: tested Sat 2026-11-21 21:30" + end] + problems)
    #expect(TestBedtimeCommand.verdict(bedtime) == verdict)
  }

  @Test func theListOfCardsTellsTheirKindsAndMissesAreCounted() {
    var snooze = Sample.card
    snooze.kind = .snooze
    let table = CardListCommand().table(ListCards.Reply(cards: [Sample.card, snooze]))
    #expect(table.rows.map { $0[1] } == ["dismiss", "snooze"])
    #expect(CardText.subject(Sample.card) == "Card bathroom (c1)")
    #expect(CardText.subject(snooze) == "Snooze card bathroom (c1)")
    let acknowledged = ["Nothing was missed.", "1 missed alarm is acknowledged.", "2 missed alarms are acknowledged."]
    #expect((0...2).map(AcknowledgeCommand.sentence) == acknowledged)
  }

  @Test func aFailedTestEndsWith1AndNamesItsProblem() {
    func refusal(_ problems: [String]) -> ControlError {
      DoctorCommand.refusal(problems, alarm: "the next alarm", again: "then test again")
    }
    let one = refusal(["camera: gone"])
    #expect(one.code == .nothingFound && one.what == "there is a problem: camera: gone")
    #expect(refusal(["camera: gone", "space: full"]).what == "there are 2 problems")
  }

  @Test func whatNobodySeesIsNamedOnceForAllKindsAndOneWhoseCauseIsGoneIsWithdrawn() {
    let off = TroubleView(why: "the display is off at 22:00\u{1b}", fix: "rouse settings set brightness 1")
    let late = TroubleView(why: "23:00 is after bedtime (22:30)", fix: "rouse reminder on card --at 20:30")
    let kinds = [("tomorrow", nil), ("test", off), ("bedtime", off), ("card", late)].map { kind, problem in
      ReminderKindView(kind: kind, help: "", timing: .usual, next: "2026-11-22T22:00:00+01:00", problem: problem)
    }
    #expect(
      ReminderText.problems(kinds) == [
        "note: Reminders test, bedtime: the display is off at 22:00?. Fix: rouse settings set brightness 1",
        "note: Reminders card: 23:00 is after bedtime (22:30). Fix: rouse reminder on card --at 20:30",
      ])
    var reminder = Sample.reminders.reminders[1]
    reminder.withdrawn = "2026-11-21T21:00:00+01:00"
    #expect(ReminderText.whole(reminder).contains("came Sat 2026-11-21 20:30, withdrawn."))
    reminder.done = reminder.withdrawn
    #expect(ReminderText.whole(reminder).contains(", done."))
  }
}
