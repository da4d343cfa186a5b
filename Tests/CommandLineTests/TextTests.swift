import AlarmClock
import Testing

@testable import Control
@testable import rouse

struct TextTests {
  private static let plain = Style(isColoured: false)
  private static let rings = "rings Sun 2026-11-22 07:30 (in 9 h 12 min)"

  @Test(arguments: [
    (Sample.alarm(), "Alarm k3f9xa (Work) \(rings)."), (Sample.alarm(label: ""), "Alarm k3f9xa \(rings)."),
    (Sample.alarm(enabled: false, next: nil), "Alarm k3f9xa (Work) is disabled."),
    (Sample.alarm(skipNext: true), "Alarm k3f9xa (Work) skips its next ring, then \(rings)."),
    (Sample.alarm(skipNext: true, next: nil), "Alarm k3f9xa (Work) skips its only ring."),
    (
      Sample.alarm(next: Sample.occurrence(special: ["movedByGap"])),
      "Alarm k3f9xa (Work) \(rings); moved: the clocks go forward over its time."
    ),
  ])
  func aChangeSaysWhenItRingsNext(alarm: AlarmView, sentence: String) {
    #expect(AlarmText.sentence(alarm) == sentence)
  }

  @Test func theListingSaysWhatIsInheritedUnsupportedAndLockedAndWhatComesWhen() {
    let lines = AlarmText.listing(Sample.alarm()).split(separator: "\n").map(String.init)
    for line in [
      "            sound: tone (default)", "           volume: 60", "          fade-in: 1m30s",
      "    silence-after: 1h (default)", "        pre-alarm: 30s", "           snooze: 2",
      "       wake-check: off (default)", "           soften: on (default)", "      cancel-lock: 8h",
      "vibration-pattern: pulse", "            speak: off",
    ] { #expect(lines.contains(line), "\(line)") }
    #expect(lines.last?.hasPrefix("(default): inherited") == true)
    let start = lines.firstIndex { $0.hasPrefix("           ladder: ") } ?? 0
    #expect(
      lines[start...].prefix(5).map { String($0.dropFirst(19)) } == [
        "0s     light", "0s     vibration medium", "30s    sound tone 60% fading in over 1m30s", "1m30s  buzzer",
        "1h     silence: the ring gives up, missed",
      ])
    let text = AlarmText.listing(Sample.alarm(), unsupported: [.sound, .vibrationPattern])
    #expect(text.contains(" sound: tone (default) (not supported on this board)\n"))
    #expect(text.contains("vibration-pattern: pulse (not supported on this board)\n"))
    #expect(text.contains(" volume: 60\n"))
    #expect(!lines.contains { $0.contains("LOCKED") })
    #expect(
      AlarmText.listing(Sample.alarm(locked: true)).contains(
        "\n                   LOCKED: it cannot be changed or canceled"))
  }

  @Test(arguments: [
    (Sample.alarm(), "Mon-Fri 07:30"), (Sample.alarm(days: .daily), "daily 07:30"),
    (Sample.alarm(date: "2026-12-24", days: nil), "2026-12-24 07:30"), (Sample.alarm(days: nil), "once 07:30"),
  ])
  func theRuleIsReadable(alarm: AlarmView, rule: String) {
    #expect(alarm.rule == rule)
  }

  @Test func missesStandBeforeEverythingElseAndTroubleIsSaidInWords() {
    let miss = MissView(alarmId: "k3f9xa", label: "Work", due: "2026-11-20T07:30:00+01:00", rang: true)
    let text = StatusText.rendered(Sample.status(misses: [miss]), style: Self.plain)
    let first = """
      MISSED: Work (k3f9xa), due Fri 2026-11-20 07:30: rang, and nobody answered
      To dismiss this: `rouse acknowledge`
      Nothing is set. First: `rouse alarm add 07:30`
      MOCK BOARD
      """
    #expect(text.hasPrefix(first))
    #expect(!StatusText.rendered(Sample.status(isMock: false)).contains("MOCK"))
    for words in [
      "MOCK BOARD: no real hardware is driven", "camera     FAILED since Sun 2026-11-22 06:00: ENODEV",
      "NOT TRUSTED: no NTP", "scheduler: DEGRADED", "storage: NOT WRITABLE: /var/lib/rouse: disk full",
    ] { #expect(text.contains(words), "\(words)") }
  }

  @Test(arguments: [
    (ReadingsView(), nil, []), (ReadingsView(illuminance: 3), nil, ["light: 3 lux"]),
    (ReadingsView(illuminance: 0.04), nil, ["light: 0 lux"]),
    (ReadingsView(temperature: 21.46), nil, ["room: 21.5 °C"]),
    (ReadingsView(temperature: -0.5, humidity: 40), nil, ["room: -0.5 °C, humidity 40 %"]),
    (ReadingsView(), PowerView(low: false), ["power: ok"]),
    (
      ReadingsView(illuminance: 120_000, temperature: -12, humidity: 39.96),
      PowerView(low: true, since: "2026-11-22T03:12:44+01:00", fix: "use it"),
      ["light: 120000 lux", "room: -12 °C, humidity 40 %", "power: LOW (under-voltage since 03:12): use it"]
    ),
    (ReadingsView(), PowerView(low: true), ["power: LOW (under-voltage)"]),
    (
      ReadingsView(), PowerView(low: true, since: "2026-11-21T23:50:44+01:00"),
      ["power: LOW (under-voltage since Sat 2026-11-21 23:50)"]
    ),
  ])
  func whatTheSensorsSayIsSaidInWords(readings: ReadingsView, power: PowerView?, lines: [String]) {
    var status = Sample.status()
    (status.readings, status.power) = (readings, power)
    let text = StatusText.rendered(status, style: Self.plain)
    let said = text.split(separator: "\n").map { String($0.drop { $0 == " " }) }.filter { line in
      ["light: ", "room: ", "power: "].contains { line.hasPrefix($0) }
    }
    #expect(said == lines)
  }

  @Test(arguments: [
    (ProcessorView(temperature: 48.25, level: .ok), "processor: 48.3 °C"),
    (
      ProcessorView(temperature: 82, level: .hot, since: "2026-11-22T03:12:44+01:00", fix: "give it air"),
      "processor: HOT (82 °C since 03:12): give it air"
    ),
    (ProcessorView(temperature: 85.5, level: .tooHot), "processor: TOO HOT (85.5 °C)"),
  ])
  func theProcessorsHeatHasAWord(view: ProcessorView, line: String) {
    var status = Sample.status()
    #expect(!StatusText.rendered(status).contains("processor"))
    status.processor = view
    let text = StatusText.rendered(status, style: Self.plain)
    #expect(text.split(separator: "\n").contains { $0 == line })
  }

  @Test func sensorsThatAreNotFittedAreNotMissed() {
    var status = Sample.status()
    let roles = ["light", "room", "power", "button"]
    for role in roles { status.devices[role] = DeviceView(health: .notFitted) }
    let bare = StatusText.rendered(status, style: Self.plain)
    #expect(roles.allSatisfy { !bare.contains("\($0):") && !bare.contains("\($0) ") })
    for role in roles { status.devices[role] = DeviceView(health: .failed, error: "EIO") }
    let broken = StatusText.rendered(status, style: Self.plain)
    let lines = broken.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(roles.allSatisfy { role in lines.contains { $0.hasPrefix(role) && $0.hasSuffix("FAILED: EIO") } })
  }

  @Test func aZoneThatCannotBeReadIsSaidBeforeTheState() throws {
    var status = Sample.status()
    status.clock.zoneProblem = "it cannot be read\u{1b}[2J"
    let text = StatusText.rendered(status, style: Self.plain)
    let (problem, state) = (text.firstRange(of: "TIME ZONE: it cannot be read"), text.firstRange(of: "state: "))
    #expect(try #require(problem).lowerBound < (try #require(state).lowerBound))
    #expect(!text.contains("\u{1b}"))
  }

  @Test func theNextToRingStandsFirstAndTheSilentLastAndTheLogNamesTheAlarm() {
    let alarms = [
      Sample.alarm(label: "off", enabled: false, next: nil),
      Sample.alarm(label: "later", next: Sample.occurrence(inSeconds: 900)),
      Sample.alarm(label: "soon", next: Sample.occurrence(inSeconds: 30)),
    ]
    #expect(AlarmText.table(alarms.map(AlarmRow.init)).rows.map(\.last) == ["soon", "later", "off"])
    let event = EventView(
      time: "2026-11-22T07:30:00.5+01:00", nanoseconds: "1", event: "fired", alarmId: "k3f9xa", label: "Te\u{1B}a",
      detail: nil)
    #expect(LogCommand.line(event) == "Sun 2026-11-22 07:30:00  fired                 Te?a (k3f9xa)")
  }

  @Test func watchingPrintsOnlyWhatChanged() {
    #expect(MockWatchCommand.changes(from: nil, to: Sample.mock()).count == 10)
    #expect(MockWatchCommand.changes(from: Sample.mock(), to: Sample.mock()).isEmpty)
    for (mock, change) in [
      (Sample.mock(buzzerOn: true), "buzzer: ON"),
      (Sample.mock(mixer: 20), "speaker: PLAYING tone at volume 80, mixer at 20"),
      (Sample.mock(failing: ["lamp": "EIO"]), "lamp: off  (made to fail: EIO)"),
    ] { #expect(MockWatchCommand.changes(from: Sample.mock(), to: mock) == [change]) }
  }

  private static let speaker = FindingView.problem(
    "speaker", "opening it failed: EBUSY", why: "w", fix: "`sudo fuser -v /dev/snd/*`")
  private static let next = Sample.occurrence()

  private static let nextRings = "Next: Work rings Sun 07:30, in 9 h 12 min. "
  private static let isBusy = nextRings + "AT RISK: speaker: opening it failed: EBUSY. Fix: `sudo fuser -v /dev/snd/*`."

  static let cases: [(verdict: VerdictView, next: OccurrenceView?, line: String)] = [
    (VerdictView(state: .nothingSet, firstStep: "rouse setup"), nil, "Nothing is set. First: `rouse setup`"),
    (VerdictView(state: .ready, warnings: 2), next, nextRings + "Ready (not tested: `rouse test bedtime`)."),
    (VerdictView(state: .ready, tested: "2026-11-22T06:30:00+01:00"), next, nextRings + "Ready (tested 06:30)."),
    (
      VerdictView(
        state: .ready, tested: "2026-11-21T21:30:00+01:00",
        clockChange: ClockChangeView(at: "2026-11-23T02:00:00+01:00", seconds: -3600)),
      Sample.occurrence(inSeconds: 700_000),
      "Next: Work rings Sun 2026-11-22 07:30, in 8 days 2 h. Ready (tested Sat 2026-11-21 21:30). "
        + "The clocks go back by 1h, to 02:00 on Mon 2026-11-23."
    ),
    (VerdictView(state: .atRisk, problems: [speaker]), next, isBusy),
    (
      VerdictView(
        state: .atRisk, problems: [.problem("state", "the disk is full.", why: "w", fix: "delete something.")]), next,
      nextRings + "AT RISK: state: the disk is full. Fix: delete something."
    ),
    (
      VerdictView(state: .atRisk, problems: [speaker, speaker, speaker]), next,
      isBusy + " And 2 more: `rouse doctor`."
    ),
  ]

  @Test(arguments: cases)
  func theVerdictIsOneLine(verdict: VerdictView, next: OccurrenceView?, line: String) {
    var status = Sample.status(verdict: verdict, next: next)
    status.clock.trusted = true
    #expect(VerdictText.lines(status, Self.plain) == [line])
    #expect(StatusText.rendered(status, style: Self.plain).hasPrefix(line + "\n"))
  }

  @Test func readyIsQualifiedByAnUntrustedTimeAndATestWithoutACardAndWhatRingsStandsBeforeIt() {
    let tested = "2026-11-22T06:30:00+01:00"
    var status = Sample.status(verdict: VerdictView(state: .ready, tested: tested), next: Self.next)
    status.bedtime = BedtimeView(time: tested, ready: true, problems: [], card: nil)
    let line = VerdictText.lines(status, Self.plain)[0]
    let qualified = "Ready (tested 06:30, without a card). Warning: the time is not trusted: no NTP."
    #expect(line.hasSuffix(qualified), "\(line)")
    status.bedtime?.card = "bath"
    #expect(VerdictText.lines(status, Self.plain)[0].contains("Ready (tested 06:30)."))
    let lines = VerdictText.lines(Sample.status(rings: [Sample.ring(.ringing), Sample.ring(.snoozed)]), Self.plain)
    #expect(lines.prefix(2) == ["RINGING: Work (k3f9xa), due 07:30", "NOT OVER: Work (k3f9xa), due 07:30"])
    let alone = Sample.status(rings: [Sample.ring(.ringing)])
    #expect(VerdictText.lines(alone, Self.plain).last == "No other ring is set.")
  }

  @Test func aSkipIsToldAsWhatIsSkippedAndHowToTakeItBack() {
    let status = Sample.status(next: Self.next, skips: [Self.next])
    #expect(
      StatusText.rendered(status, style: Self.plain).contains(
        "Work (k3f9xa) skips Sun 2026-11-22 07:30; to make it ring: `rouse alarm unskip k3f9xa`"))
    let alarm = Sample.alarm(skipNext: true, skipped: "2026-11-23T07:30:00+01:00")
    #expect(AlarmText.state(AlarmRow(alarm)) == "on, Mon 23 skipped")
    #expect(AlarmText.sentence(alarm).contains("skips its next ring of Mon 2026-11-23 07:30, then rings"))
  }

  @Test(arguments: [
    ("Mon-Fri 07:30", "Mon-Fri 7:30am"), ("22:00-07:00", "10:00pm-7:00am"),
    ("2026-12-24 00:05", "2026-12-24 12:05am"), ("once 12:00:05", "once 12:00:05pm"), ("daily", "daily"),
    ("off", "off"), ("", ""), ("80", "80"), ("24:00", "24:00"), ("1:30", "1:30"), ("x07:30x", "x7:30amx"),
    ("a:b", "a:b"),
  ])
  func timesInATextAreReadOnTwelveHours(text: String, shown: String) {
    #expect(TimePhrase.twelveHours(in: text) == shown)
  }

  @Test(arguments: [
    (0, "now"), (5, "5 s"), (60, "1 min"), (125, "2 min 5 s"), (3600, "1 h"), (3605, "1 h"), (33_120, "9 h 12 min"),
    (86_400, "1 day"), (90_061, "1 day 1 h"), (200_000, "2 days 7 h"), (-90, "1 min 30 s ago"),
  ])
  func spansTakeTheTwoLargestUnits(seconds: Int, text: String) {
    #expect(TimePhrase.span(seconds) == text)
  }

  @Test(arguments: [
    ("2026-11-22T07:30:00+01:00", "Sun 2026-11-22 07:30"), ("2026-11-22T07:30:05+01:00", "Sun 2026-11-22 07:30:05"),
    ("2024-02-29T00:00:00Z", "Thu 2024-02-29 00:00"), ("2026-11-22T07:30:00.123-09:30", "Sun 2026-11-22 07:30"),
    ("tomorrow\u{7}", "tomorrow?"), ("2026-13-22T07:30:00+01:00", "2026-13-22T07:30:00+01:00"),
  ])
  func timesKeepTheZoneTheyCameIn(time: String, text: String) {
    #expect(TimePhrase.stamp(time) == text)
  }

  @Test(arguments: [
    ("2026-11-22T07:30:00+01:00", "07:30:00.000"), ("2026-11-22T07:30:00.5Z", "07:30:00.500"),
    ("2026-11-22T07:30:00.1239+01:00", "07:30:00.123"),
  ])
  func historyHasMilliseconds(time: String, text: String) {
    #expect(TimePhrase.clock(time, .milliseconds) == text)
  }

  @Test func aDurationOutOfBoundsIsRefused() throws {
    #expect(throws: InvalidValue.self) { try Span.seconds("11m", field: "--for", in: 1...600) }
    #expect(throws: InvalidValue.self) { try Span.seconds("0s", field: "--for", in: 1...600) }
    #expect(throws: InvalidValue.self) { try Span.seconds("5", field: "--for", in: 1...600) }
    #expect(try Span.seconds("1m30s", field: "--for", in: 1...600) == 90)
  }
}
