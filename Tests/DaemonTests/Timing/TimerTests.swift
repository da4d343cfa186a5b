import AlarmClock
import Control
import Hardware
import Storage
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// What people do with timers, and what becomes of them, on a clock that the test moves.
@Suite struct TimerTests {
  static func start(
    _ desk: Desk, _ what: String, label: String? = nil, _ values: [SettingKey: String] = [:]
  ) async throws -> TimerSaved {
    try await desk.startTimer(what, TimerInput(label: label, values: values))
  }

  /// Lets so much time pass, in steps as the keeper's thread takes them.
  static func pass(_ desk: Desk, _ duration: Duration) {
    var left = duration
    while left > .zero {
      let wait = min(left, max(.milliseconds(1), desk.timers.step() ?? left))
      desk.time.advance(by: wait)
      left -= wait
    }
    desk.timers.step()
  }

  static func details(_ desk: Desk, _ kind: Event.Kind) async -> [String] {
    await EventHistory.events(desk.ledger, since: nil, limit: 1000).filter { $0.kind == kind }.map {
      "\($0.label ?? "-"): \($0.detail ?? "-")"
    }
  }

  @Test func aTimerChimesOnTimeUntilItIsStopped() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    let saved = try await Self.start(desk, "25m", label: "tea", [.volume: "40"])
    #expect(saved.notes.isEmpty)
    #expect(saved.timer.state == .running && saved.timer.left == 1500)
    #expect(saved.timer.endsAt == "2026-11-21T07:25:00+00:00")
    #expect(desk.timers.countdown == .running(left: .seconds(1500)))
    Self.pass(desk, .milliseconds(1_499_999))
    #expect(desk.chimes.sound == nil && desk.chimes.vibration == nil)
    Self.pass(desk, .milliseconds(1))
    #expect(desk.chimes.sound?.volume == 40 && desk.chimes.sound?.label == "tea")
    #expect(desk.chimes.vibration == .medium)
    #expect(desk.timers.countdown == .ended)
    let listed = desk.commands.timers.all
    #expect(listed.map(\.state) == [.chiming] && listed.map(\.left) == [0])
    desk.timers.stop(try desk.commands.timers.toStop(nil).map(\.id))
    #expect(desk.chimes.sound == nil && desk.chimes.vibration == nil)
    #expect(desk.commands.timers.all.isEmpty)
    #expect(await Self.details(desk, .timerStarted) == ["tea: for 25m"])
    #expect(await Self.details(desk, .timerEnded) == ["tea: -"])
    #expect(await Self.details(desk, .timerStopped) == ["tea: -"])
    // No alarm has anything to do with it.
    #expect(await EventHistory.events(desk.ledger, since: nil, limit: 1000).allSatisfy { $0.alarmID == nil })
  }

  @Test func nobodyNoticesAndItEndsByItself() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    _ = try await desk.set("chime-for", to: "10s")
    _ = try await Self.start(desk, "1s")
    Self.pass(desk, .milliseconds(10_700))
    #expect(desk.timers.isChiming)
    Self.pass(desk, .milliseconds(600))
    #expect(desk.chimes.sound == nil && desk.timers.all.isEmpty)
    #expect(await Self.details(desk, .timerStopped).map { $0.hasSuffix(": by itself") } == [true])
  }

  @Test func pauseResumeAndExtendSayWhatHoldsNow() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    _ = try await Self.start(desk, "10m", label: "tea")
    Self.pass(desk, .seconds(60))
    let paused = try await desk.changeTimer(nil, .pause).timer
    #expect(paused.state == .paused && paused.left == 540 && paused.endsAt == nil)
    #expect(try await desk.changeTimer("tea", .pause).notes == ["It was paused already."])
    Self.pass(desk, .seconds(3600))
    #expect(desk.chimes.sound == nil && desk.timers.countdown == nil)
    #expect(try await desk.extendTimer("tea", by: "1m").timer.left == 600)
    let resumed = try await desk.changeTimer("tea", .resume).timer
    #expect(resumed.state == .running && resumed.left == 600)
    #expect(try await desk.changeTimer("tea", .resume).notes == ["It was not paused."])
    #expect(try await desk.extendTimer(nil, by: "30s").timer.left == 630)
    Self.pass(desk, .seconds(630))
    #expect(desk.timers.isChiming)
    // What has ended runs on from now.
    Self.pass(desk, .seconds(5))
    let again = try await desk.extendTimer("tea", by: "2m").timer
    #expect(again.state == .running && again.left == 120)
    #expect(desk.chimes.sound == nil)
    #expect(try await code { try await desk.extendTimer("tea", by: "24h") } == .usage)
    _ = try await desk.changeTimer("tea", .cancel)
    Self.pass(desk, .seconds(600))
    #expect(desk.chimes.sound == nil && desk.timers.all.isEmpty)
    for kind in [Event.Kind.timerPaused, .timerResumed, .timerCancelled] {
      #expect(await Self.details(desk, kind).count == 1)
    }
    #expect(await Self.details(desk, .timerExtended) == ["tea: by 1m", "tea: by 30s", "tea: by 2m"])
  }

  @Test func whileAnAlarmRingsTheChimeWaitsAndIsHeardAfterIt() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    desk.chimes.take(true)
    _ = try await Self.start(desk, "1s", label: "tea")
    Self.pass(desk, .seconds(120))
    #expect(desk.commands.timers.all.map(\.state) == [.waiting])
    #expect(await Self.details(desk, .timerEnded) == ["tea: an alarm has the devices: it chimes after it"])
    // The card that ends the alarm lies there still when the chime comes through.
    desk.timers.show(card("bath"))
    #expect(desk.timers.all.count == 1)
    desk.chimes.take(false)
    Self.pass(desk, .seconds(1))
    #expect(desk.commands.timers.all.map(\.state) == [.chiming])
    #expect(await Self.details(desk, .timerChimed).map { $0.hasSuffix("late, an alarm had the devices") } == [true])
    #expect(desk.timers.show(card("bath")))
    #expect(desk.timers.isChiming)
    // Taken away and brought back, it ends the chime.
    desk.seeNothing(for: .seconds(2))
    #expect(!desk.timers.show(card("bath"), at: CardPresence.Place(x: 400, y: 500)))
    #expect(!desk.timers.isChiming && desk.chimes.sound == nil)
    #expect(await Self.details(desk, .timerStopped) == ["tea: the card bath"])
  }

  @Test(arguments: [Card.Kind.dismiss, .snooze])
  func anyEnrolledCardEndsAllThatChimes(kind: Card.Kind) async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    _ = try await Self.start(desk, "1s", label: "tea")
    _ = try await Self.start(desk, "2s", label: "bread")
    _ = try await Self.start(desk, "1h", label: "dough")
    Self.pass(desk, .seconds(3))
    desk.seeNothing(for: .milliseconds(1200))
    #expect(!desk.timers.show(card("new", isEnrolled: false)))
    #expect(desk.timers.isChiming)
    var shown = card("bath")
    shown.kind = kind
    desk.timers.show(shown)
    #expect(desk.chimes.sound == nil && desk.chimes.vibration == nil)
    #expect(desk.commands.timers.all.map(\.label) == ["dough"])
    #expect(await Self.details(desk, .timerStopped) == ["tea: the card bath", "bread: the card bath"])
  }

  @Test func aCardThatLiesThereEndsNothingAndOneThatIsShownDoesAtOnce() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    _ = try await Self.start(desk, "1s", label: "tea")
    Self.pass(desk, .seconds(1))
    // Left there since the morning: it is seen as soon as the camera looks, and stays.
    for _ in 0..<50 {
      Self.pass(desk, .milliseconds(200))
      desk.timers.show(card("bath"))
    }
    #expect(desk.timers.isChiming)
    // The camera fails for a while, in which nobody sees it.
    Self.pass(desk, .seconds(15))
    desk.timers.show(card("bath"))
    #expect(desk.timers.isChiming)
    // Another is brought.
    desk.seeNothing(for: .milliseconds(1200))
    desk.timers.show(card("kitchen"))
    #expect(!desk.timers.isChiming)
    // It lies there still when the next one chimes, and is out of sight for a moment.
    _ = try await Self.start(desk, "1s", label: "bread")
    Self.pass(desk, .seconds(1))
    desk.timers.show(card("bath"))
    desk.seeNothing(for: .milliseconds(900))
    desk.timers.show(card("bath"), at: CardPresence.Place(x: 100, y: 100))
    #expect(desk.timers.isChiming)
    // Taken away and brought back.
    desk.seeNothing(for: .milliseconds(1200))
    desk.timers.show(card("bath"), at: CardPresence.Place(x: 100, y: 100))
    #expect(!desk.timers.isChiming)
    #expect(await Self.details(desk, .timerStopped) == ["tea: the card kitchen", "bread: the card bath"])
  }

  @Test func theCameraLooksWhileSomethingChimesAndACardEndsIt() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    let cards = FakeCards([card("bath")])
    let told = Counter()
    let watching = Task {
      await ChimeWatch(
        timers: desk.timers, cards: cards, inForce: desk.inForce, time: SystemTime(), lies: { _ = told.take() }
      ).run()
    }
    defer { watching.cancel() }
    _ = try await Self.start(desk, "1s", label: "tea")
    #expect(cards.openings == 0)
    Self.pass(desk, .seconds(1))
    #expect(await eventually { cards.openings > 0 })
    // It lies there from the first picture on.
    for count in 1...5 {
      cards.see("bath")
      #expect(await eventually { cards.asked >= count })
      desk.time.advance(by: .milliseconds(300))
    }
    // Whoever is asked about this one is done with the others.
    cards.see("stranger")
    #expect(await eventually { cards.asked >= 6 })
    #expect(desk.timers.isChiming)
    // Pictures go on to come, without it.
    for count in 7...27 {
      desk.time.advance(by: .milliseconds(66))
      cards.see("stranger")
      #expect(await eventually { cards.asked >= count })
    }
    cards.see("bath", at: CardPresence.Place(x: 500, y: 600))
    #expect(await eventually { !desk.timers.isChiming })
    #expect(await eventually { told.value > 0 })
  }

  @Test func quietHoursThatBeginOrEndAreFollowedAtOnce() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    _ = try await Self.start(desk, "1s")
    Self.pass(desk, .seconds(1))
    _ = try await desk.set("quiet", to: "on")
    #expect(desk.chimes.sound == nil && desk.chimes.vibration != nil)
    _ = try await desk.set("quiet", to: "off")
    #expect(desk.chimes.sound != nil)
  }

  @Test func withItsChimeOffTheEndIsInTheLogTheListAndOnTheDisplayAlone() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    let saved = try await Self.start(desk, "1s", label: "tea", [.chime: "off"])
    #expect(saved.notes.map { $0.hasPrefix("chime is off: ") } == [true])
    Self.pass(desk, .seconds(2))
    #expect(desk.chimes.sound == nil && desk.chimes.vibration == nil && !desk.timers.isChiming)
    #expect(desk.commands.timers.all.map(\.state) == [.ended])
    #expect(desk.timers.countdown == .ended)
    #expect(await Self.details(desk, .timerEnded) == ["tea: its chime is off"])
    #expect(try desk.commands.timers.toStop(nil).map(\.label) == ["tea"])
    Self.pass(desk, .seconds(61))
    #expect(desk.timers.all.isEmpty && desk.timers.countdown == nil)
  }

  @Test func theFaceCountsDownAndBlinksWhenATimerHasEnded() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    let inForce = BookInForce(AlarmBook())
    let face = ClockFace(zone: .utc, inForce: inForce)
    let timers = desk.timers
    face.use(countdown: { timers.countdown })
    func shown() -> DisplayFace { face.idle(at: desk.time.now, monotonic: desk.time.monotonic) }
    func holds() -> Duration { face.nextChange(after: desk.time.now, monotonic: desk.time.monotonic) }
    #expect(shown().text == "07:00" && holds() == .seconds(60))
    _ = try await Self.start(desk, "2h")
    #expect(shown() == DisplayFace(text: "2h00", brightness: 8) && holds() == .seconds(60))
    _ = try await Self.start(desk, "25m", label: "tea")
    #expect(shown().text == "25:00" && holds() == .seconds(1))
    Self.pass(desk, .milliseconds(600))
    #expect(shown().text == "25:00" && holds() == .milliseconds(400))
    // A dark display is not worth a wakeup a second.
    var dark = Settings()
    dark.brightness = nil
    inForce.use(AlarmBook(settings: dark))
    #expect(holds() > .seconds(59))
    inForce.use(AlarmBook(settings: Settings()))
    Self.pass(desk, .seconds(1500))
    #expect(shown() == DisplayFace(text: " 0:00", brightness: 8, isBlinking: true))
    timers.stop(try desk.commands.timers.toStop("tea").map(\.id))
    #expect(shown().text == "95:00")
    _ = try await desk.set("countdown", to: "off")
    #expect(shown().text == "07:25")
  }

  @Test func vibrationIsRefusedOnABoardWithout() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder, fitted: ChimeNoticeTests.bare)
    #expect(try await code { try await Self.start(desk, "5m", [.vibration: "strong"]) } == .notPermitted)
    #expect(desk.timers.all.isEmpty)
  }
}
