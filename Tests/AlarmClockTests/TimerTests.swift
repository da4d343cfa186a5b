import TestSupport
import Testing

@testable import AlarmClock

/// How timers run and chime, on clocks that the test moves.
struct TimerTests {
  /// 2026-11-21T07:00:00Z
  static let morning = Instant(seconds: 1_795_244_400)
  static let start = ClockReading(now: morning, sinceBoot: .seconds(1000), boot: "a")

  static func later(_ duration: Duration, step: Duration = .zero, from reading: ClockReading = start) -> ClockReading {
    ClockReading(now: reading.now + duration + step, sinceBoot: reading.sinceBoot + duration, boot: reading.boot)
  }

  /// A reading after a reboot, at this duration after `start`.
  static func rebooted(after duration: Duration, step: Duration = .zero) -> ClockReading {
    ClockReading(now: morning + duration + step, sinceBoot: .seconds(20), boot: "b")
  }

  static func timer(_ id: String, _ seconds: Int, _ own: ChimeOverrides = ChimeOverrides()) -> Timer {
    Timer(
      id: id, label: "label \(id)", length: .seconds(seconds), overrides: own,
      phase: .running(until: Deadline(after: .seconds(seconds), at: start)))
  }

  private static let untrusted = ChimeConditions(isTrusted: false)
  private static let waited = ChimeConditions(isTrusted: false, isWaitOver: true)

  /// A reading, and how late the timer ended, or `nil` if it has not ended.
  static let looks: [(what: String, reading: ClockReading, conditions: ChimeConditions, late: Duration?)] = [
    ("a moment before", later(.milliseconds(59_999)), ChimeConditions(), nil),
    ("on time", later(.seconds(60)), ChimeConditions(), .zero),
    ("late", later(.seconds(75)), ChimeConditions(), .seconds(15)),
    ("the clock was set forward", later(.seconds(10), step: .seconds(86_400)), ChimeConditions(), nil),
    ("the clock was set back", later(.seconds(60), step: .seconds(-86_400)), ChimeConditions(), .zero),
    ("nobody trusts the clock", later(.seconds(60)), untrusted, .zero),
    ("a power cut, and it is still to come", rebooted(after: .seconds(50)), ChimeConditions(), nil),
    ("it ended in a power cut", rebooted(after: .seconds(3600)), ChimeConditions(), .seconds(3540)),
    ("a power cut, and a clock that nobody trusts", rebooted(after: .seconds(3600)), untrusted, nil),
    ("which was waited for", rebooted(after: .seconds(3600)), waited, .seconds(3540)),
    ("it was waited for, and says that it is to come", rebooted(after: .seconds(30)), waited, nil),
    ("it was waited for, and is days behind", rebooted(after: .seconds(-3 * 86_400)), waited, .zero),
    ("it is days behind, and still waited for", rebooted(after: .seconds(-3 * 86_400)), untrusted, nil),
  ]

  @Test(arguments: looks.indices)
  func aTimerEndsByTheClockThatNeverStepsAndAfterAPowerCutByTheTimeOfDay(index: Int) {
    let look = Self.looks[index]
    let timer = Self.timer("aaaaaa", 60)
    var table = TimerTable(timers: [timer])
    let changes = table.advance(to: look.reading, look.conditions, settings: Settings())
    let lates = changes.map { change -> Duration? in
      if case .ended(let ended, _, let late, _) = change, ended.id == timer.id { late } else { nil }
    }
    #expect(lates == (look.late.map { [$0] } ?? []), "\(look.what)")
    #expect(table.timers.map(\.hasEnded) == [look.late != nil])
    #expect(table.isChiming == (look.late != nil))
    // If it has not ended, the next look comes in time.
    let wait = table.nextChange(after: look.reading)
    #expect(wait.map { $0 > .zero } == true)
    if look.late == nil { #expect(wait.map { $0 <= max(.seconds(1), timer.left(at: look.reading)) } == true) }
  }

  @Test func afterAPowerCutATrustedClockGivesItADeadlineThatNoStepMoves() {
    var table = TimerTable(timers: [Self.timer("aaaaaa", 600)])
    let back = Self.rebooted(after: .seconds(100))
    #expect(table.advance(to: back, ChimeConditions(isTrusted: false), settings: Settings()).isEmpty)
    #expect(table.goesByTheTimeOfDay(at: back))
    #expect(table.advance(to: back, ChimeConditions(), settings: Settings()).isEmpty)
    #expect(!table.goesByTheTimeOfDay(at: back))
    let stepped = Self.later(.seconds(499), step: .seconds(5000), from: back)
    #expect(table.advance(to: stepped, ChimeConditions(), settings: Settings()).isEmpty)
    #expect(table.nextChange(after: stepped) == .seconds(1))
  }

  @Test func aSteppedClockRewritesTheTimeOfDayAlone() {
    var table = TimerTable(timers: [Self.timer("aaaaaa", 600)])
    let stepped = Self.later(.seconds(100), step: .seconds(-7200))
    table.renew(at: stepped)
    #expect(
      table.timers.map(\.phase) == [
        .running(until: Deadline(due: stepped.now + .seconds(500), sinceBoot: .seconds(1600), boot: "a"))
      ])
    let back = ClockReading(now: stepped.now + .seconds(200), sinceBoot: .seconds(9), boot: "b")
    #expect(table.timers[0].left(at: back) == .seconds(300))
  }

  @Test func severalThatEndTogetherAreOneChime() {
    let quiet = ChimeOverrides(sound: "off", vibration: .strong, vibrationPattern: .steady)
    let loud = ChimeOverrides(volume: 70, vibration: .off)
    var table = TimerTable(timers: [
      Self.timer("cccccc", 12, loud), Self.timer("bbbbbb", 11, ChimeOverrides(volume: 50, vibration: .off)),
      Self.timer("aaaaaa", 10, quiet),
    ])
    let reading = Self.later(.seconds(15))
    let changes = table.advance(to: reading, ChimeConditions(), settings: Settings())
    #expect(changes.count == 3)
    #expect(table.ends.map(\.id) == ["aaaaaa", "bbbbbb", "cccccc"])
    #expect(table.demand(isQuiet: false).sound?.volume == 50)
    #expect(table.demand(isQuiet: false).sound?.label == "label bbbbbb")
    #expect(table.demand(isQuiet: false).vibration == .strong)
    table.remove("bbbbbb")
    #expect(table.demand(isQuiet: false).sound?.volume == 70)
    table.remove("cccccc")
    #expect(table.demand(isQuiet: false).sound == nil)
    #expect(table.countdown(at: reading) == .ended(label: "label aaaaaa"))
    table.remove("aaaaaa")
    #expect(table.demand(isQuiet: false) == ChimeDemand())
    #expect(table.countdown(at: reading) == nil && table.nextChange(after: reading) == nil)
  }

  @Test func aChimeEndsByItselfAndTheMotorFollowsItsPattern() {
    var settings = Settings()
    settings.chimeFor = .seconds(10)
    var table = TimerTable(timers: [Self.timer("aaaaaa", 1)])
    var pauses = 0
    var over: Duration?
    for tick in 0..<200 {
      let elapsed = Duration.milliseconds(100) * tick
      let changes = table.advance(to: Self.later(.seconds(1) + elapsed), ChimeConditions(), settings: settings)
      if changes.contains(where: { if case .over = $0 { true } else { false } }) { over = over ?? elapsed }
      if over == nil, table.demand(isQuiet: false).vibration == .off { pauses += 1 }
    }
    #expect(over == .seconds(10))
    // 0.5 s on, 0.2 s off.
    #expect((26...31).contains(pauses))
    #expect(table.timers.isEmpty)
  }

  @Test func behindAnAlarmAChimeWaitsAndIsHeardAfterItInFull() throws {
    var table = TimerTable(timers: [Self.timer("aaaaaa", 1)])
    let first = table.advance(to: Self.later(.seconds(1)), ChimeConditions(isTaken: true), settings: Settings())
    guard case .ended(_, _, _, isWaiting: true)? = first.first else { throw Failure("it does not wait: \(first)") }
    #expect(!table.isChiming && table.noticed.isEmpty)
    #expect(
      table.advance(to: Self.later(.seconds(3601)), ChimeConditions(isTaken: true), settings: Settings()).isEmpty)
    let back = table.advance(to: Self.later(.seconds(3602)), ChimeConditions(), settings: Settings())
    #expect(back == [.cameThrough(table.timers[0], late: .seconds(3601))])
    #expect(table.isChiming && table.ends.map(\.left) == [.seconds(60)])
    for (second, isTaken) in [(3612, false), (3613, true), (3999, true), (4000, false)] {
      _ = table.advance(to: Self.later(.seconds(second)), ChimeConditions(isTaken: isTaken), settings: Settings())
    }
    #expect(table.ends.map(\.left) == [.seconds(50)])
  }

  @Test func whatRunsAgainNoLongerChimes() {
    var table = TimerTable(timers: [Self.timer("aaaaaa", 1)])
    let end = Self.later(.seconds(1))
    _ = table.advance(to: end, ChimeConditions(), settings: Settings())
    var timer = table.timers[0]
    timer.phase = .running(until: Deadline(after: .seconds(5), at: end))
    table.put(timer)
    #expect(!table.isChiming && table.demand(isQuiet: false) == ChimeDemand())
    #expect(table.advance(to: Self.later(.seconds(7)), ChimeConditions(), settings: Settings()).count == 1)
  }

  @Test func whatHadEndedBeforeARestartChimesOn() {
    var timer = Self.timer("aaaaaa", 1)
    timer.phase = .ended(at: Deadline(after: .seconds(1), at: Self.start))
    var table = TimerTable(timers: [timer])
    #expect(table.advance(to: Self.later(.seconds(30)), ChimeConditions(), settings: Settings()) == [.resumed(timer)])
    #expect(table.isChiming)
    #expect(table.advance(to: Self.later(.seconds(31)), ChimeConditions(), settings: Settings()).isEmpty)
  }

  static let texts: [(left: Duration, text: String, next: Duration)] = [
    (.seconds(1500), "25:00", .seconds(1)), (.milliseconds(1_499_999), "25:00", .milliseconds(999)),
    (.seconds(1499), "24:59", .seconds(1)), (.milliseconds(59_001), " 1:00", .milliseconds(1)),
    (.milliseconds(1), " 0:01", .milliseconds(1)), (.seconds(5999), "99:59", .seconds(1)),
    (.seconds(6000), "1h40", .seconds(1)), (.milliseconds(6_000_001), "1h41", .milliseconds(1)),
    (.milliseconds(5_999_001), "1h40", .milliseconds(1)), (.seconds(35_940), "9h59", .seconds(60)),
    (.seconds(35_941), " 10h", .seconds(1)), (.seconds(86_400), " 24h", .seconds(60)),
  ]

  @Test(arguments: texts)
  func theCountdownIsNeverTakenForTheTimeOfDay(left: Duration, text: String, next: Duration) {
    let countdown = Countdown.running(left: left)
    #expect(countdown.text == text)
    #expect(countdown.nextChange == next)
  }

  @Test func aCountdownThatIsOverShowsNothingLeft() {
    #expect(Countdown.ended(label: "x").text == " 0:00" && Countdown.ended(label: "x").nextChange == nil)
    #expect(Countdown.running(left: .zero).text == " 0:00")
  }

  @Test func lengthsFromOneSecondToADayAreTaken() throws {
    for text in ["1s", "25m", "24h", "1h30m"] {
      #expect(Timer.lengths.contains(try Timer.length(text, field: "TIMER")), "\(text)")
    }
    for text in ["", "0s", "24h1s", "-5m", "25", "tea", "1.5m"] {
      #expect(throws: InvalidValue.self, "\(text)") { try Timer.length(text, field: "TIMER") }
    }
  }

  @Test(arguments: ["25m", "", "  ", "te\na", String(repeating: "x", count: 101)])
  func aPresetsNameIsNoLengthAndNotEmpty(name: String) {
    #expect(throws: InvalidValue.self) { try TimerPreset.name(name, field: "NAME") }
  }
}
