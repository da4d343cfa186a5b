import AlarmClock
import Testing

@testable import Control
@testable import rouse

struct TextTests {
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
    #expect(lines.contains("            sound: tone (default)"))
    #expect(lines.contains("           volume: 60"))
    #expect(lines.contains("          fade-in: 1m30s"))
    #expect(lines.contains("    silence-after: 1h (default)"))
    #expect(lines.contains("        pre-alarm: 30s"))
    #expect(lines.contains("           snooze: 2"))
    #expect(lines.contains("       wake-check: off (default)"))
    #expect(lines.contains("           soften: on (default)"))
    #expect(lines.contains("      cancel-lock: 8h"))
    #expect(lines.contains("vibration-pattern: pulse"))
    #expect(lines.contains("            speak: off"))
    #expect(lines.last?.hasPrefix("(default): inherited") == true)
    let start = lines.firstIndex { $0.hasPrefix("           ladder: ") } ?? 0
    #expect(
      lines[start...].prefix(5).map { String($0.dropFirst(19)) } == [
        "0s     light", "0s     vibration medium", "30s    sound tone 60% fading in over 1m30s", "1m30s  buzzer",
        "1h     silence: it gives up, and is missed",
      ])
    let text = AlarmText.listing(Sample.alarm(), unsupported: [.sound, .vibrationPattern])
    #expect(text.contains(" sound: tone (default) (not supported on this board)\n"))
    #expect(text.contains("vibration-pattern: pulse (not supported on this board)\n"))
    #expect(text.contains(" volume: 60\n"))
    #expect(!lines.contains { $0.contains("LOCKED") })
    #expect(
      AlarmText.listing(Sample.alarm(locked: true)).contains(
        "\n                   LOCKED: it can no longer be taken back"))
  }

  @Test func theNextToRingStandsFirstAndTheSilentLast() {
    let alarms = [
      Sample.alarm(label: "off", enabled: false, next: nil),
      Sample.alarm(label: "later", next: Sample.occurrence(inSeconds: 900)),
      Sample.alarm(label: "soon", next: Sample.occurrence(inSeconds: 30)),
    ]
    #expect(AlarmText.table(alarms.map(AlarmRow.init)).rows.map(\.last) == ["soon", "later", "off"])
  }

  @Test(arguments: [
    (Sample.alarm(), "Mon-Fri 07:30"), (Sample.alarm(days: .daily), "daily 07:30"),
    (Sample.alarm(date: "2026-12-24", days: nil), "2026-12-24 07:30"), (Sample.alarm(days: nil), "once 07:30"),
  ])
  func theRuleIsReadable(alarm: AlarmView, rule: String) {
    #expect(alarm.rule == rule)
  }

  @Test func missesStandBeforeEverythingElse() {
    let miss = MissView(alarmId: "k3f9xa", label: "Work", due: "2026-11-20T07:30:00+01:00", rang: true)
    let text = StatusText.rendered(Sample.status(misses: [miss]), style: Style(isColoured: false))
    #expect(
      text.hasPrefix(
        """
        MISSED: Work (k3f9xa), due Fri 2026-11-20 07:30: rang, and nobody answered
        To dismiss this: `rouse acknowledge`
        Nothing is set. First: `rouse alarm add 07:30`
        MOCK BOARD
        """))
  }

  @Test func troubleIsSaidInWords() {
    let text = StatusText.rendered(Sample.status(), style: Style(isColoured: false))
    #expect(text.contains("MOCK BOARD: no real hardware is driven"))
    #expect(!StatusText.rendered(Sample.status(isMock: false)).contains("MOCK"))
    #expect(text.contains("camera     FAILED since Sun 2026-11-22 06:00: ENODEV"))
    #expect(text.contains("NOT TRUSTED: no NTP"))
    #expect(text.contains("scheduler: DEGRADED"))
    #expect(text.contains("storage: NOT WRITABLE: /var/lib/rouse: disk full"))
  }

  /// Readings, power supply, and the resulting lines.
  static let surroundings: [(readings: ReadingsView, power: PowerView?, lines: [String])] = [
    (ReadingsView(), nil, []),
    (ReadingsView(illuminance: 3), nil, ["light: 3 lux"]),
    (ReadingsView(illuminance: 0.04), nil, ["light: 0 lux"]),
    (ReadingsView(temperature: 21.46), nil, ["room: 21.5 °C"]),
    (ReadingsView(temperature: -0.5, humidity: 40), nil, ["room: -0.5 °C, humidity 40 %"]),
    (ReadingsView(), PowerView(low: false), ["power: ok"]),
    (
      ReadingsView(illuminance: 120_000, temperature: -12, humidity: 39.96),
      PowerView(low: true, since: "2026-11-22T03:12:44+01:00", fix: "use a better supply"),
      [
        "light: 120000 lux", "room: -12 °C, humidity 40 %",
        "power: LOW (under-voltage since 03:12): use a better supply",
      ]
    ),
    (ReadingsView(), PowerView(low: true), ["power: LOW (under-voltage)"]),
    (
      ReadingsView(), PowerView(low: true, since: "2026-11-21T23:50:44+01:00"),
      ["power: LOW (under-voltage since Sat 2026-11-21 23:50)"]
    ),
  ]

  @Test(arguments: surroundings.indices)
  func whatTheSensorsSayIsSaidInWords(index: Int) {
    let (readings, power, lines) = Self.surroundings[index]
    var status = Sample.status()
    (status.readings, status.power) = (readings, power)
    let text = StatusText.rendered(status, style: Style(isColoured: false))
    let said = text.split(separator: "\n").map { String($0.drop { $0 == " " }) }.filter { line in
      ["light: ", "room: ", "power: "].contains { line.hasPrefix($0) }
    }
    #expect(said == lines)
  }

  @Test(
    arguments: [
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
    let text = StatusText.rendered(status, style: Style(isColoured: false))
    #expect(text.split(separator: "\n").contains { $0 == line })
  }

  @Test func sensorsThatAreNotFittedAreNotMissed() {
    var status = Sample.status()
    let roles = ["light", "room", "power", "button"]
    for role in roles { status.devices[role] = DeviceView(health: .notFitted) }
    let bare = StatusText.rendered(status, style: Style(isColoured: false))
    #expect(roles.allSatisfy { !bare.contains("\($0):") && !bare.contains("\($0) ") })
    for role in roles { status.devices[role] = DeviceView(health: .failed, error: "EIO") }
    let broken = StatusText.rendered(status, style: Style(isColoured: false))
    let lines = broken.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(roles.allSatisfy { role in lines.contains { $0.hasPrefix(role) && $0.hasSuffix("FAILED: EIO") } })
  }

  @Test func aZoneThatCannotBeReadIsSaidBeforeTheState() throws {
    var status = Sample.status()
    status.clock.zoneProblem = "it cannot be read\u{1b}[2J"
    let text = StatusText.rendered(status, style: Style(isColoured: false))
    let (problem, state) = (text.firstRange(of: "TIME ZONE: it cannot be read"), text.firstRange(of: "state: "))
    #expect(try #require(problem).lowerBound < (try #require(state).lowerBound))
    #expect(!text.contains("\u{1b}"))
  }

  @Test func theLogNamesTheAlarm() {
    let event = EventView(
      time: "2026-11-22T07:30:00.5+01:00", nanoseconds: "1", event: "fired", alarmId: "k3f9xa", label: "Te\u{1B}a",
      detail: nil)
    #expect(LogCommand.line(event) == "Sun 2026-11-22 07:30:00  fired                 Te?a (k3f9xa)")
  }

  @Test func watchingPrintsOnlyWhatChanged() {
    #expect(MockWatchCommand.changes(from: nil, to: Sample.mock()).count == 10)
    #expect(MockWatchCommand.changes(from: Sample.mock(), to: Sample.mock()).isEmpty)
    #expect(MockWatchCommand.changes(from: Sample.mock(), to: Sample.mock(buzzerOn: true)) == ["buzzer: ON"])
    #expect(
      MockWatchCommand.changes(from: Sample.mock(), to: Sample.mock(mixer: 20))
        == ["speaker: PLAYING tone at volume 80, mixer at 20"])
    #expect(
      MockWatchCommand.changes(from: Sample.mock(), to: Sample.mock(failing: ["lamp": "EIO"]))
        == ["lamp: off  (made to fail: EIO)"])
  }
}
