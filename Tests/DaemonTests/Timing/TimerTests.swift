import AlarmClock
import Control
import Hardware
import Storage
import Testing

@testable import Daemon
@testable import Machine

@Suite struct TimerTests {
  private let rig: LedgerRig

  init() async throws { rig = try await LedgerRig() }

  static func start(
    _ rig: LedgerRig, _ what: String, label: String? = nil, _ values: [SettingKey: String] = [:]
  ) async throws -> TimerSaved {
    try await rig.startTimer(what, TimerInput(label: label, values: values))
  }

  /// Lets time pass in the same steps as the display's thread.
  static func pass(_ rig: LedgerRig, _ duration: Duration) {
    var left = duration
    while left > .zero {
      let wait = min(left, max(.milliseconds(1), rig.timers.step() ?? left))
      rig.time.advance(by: wait)
      left -= wait
    }
    rig.timers.step()
  }

  static func details(_ rig: LedgerRig, _ kind: Event.Kind) async -> [String] {
    await rig.log.filter { $0.kind == kind }.map { "\($0.label ?? "-"): \($0.detail ?? "-")" }
  }

  @Test func aTimerChimesOnTimeUntilItIsStopped() async throws {
    let saved = try await Self.start(rig, "25m", label: "tea", [.volume: "40"])
    #expect(saved.notes.isEmpty)
    #expect(saved.timer.state == .running && saved.timer.left == 1500)
    #expect(saved.timer.endsAt == "2026-11-21T07:25:00+00:00")
    #expect(rig.timers.countdown == .running(left: .seconds(1500)))
    Self.pass(rig, .milliseconds(1_499_999))
    #expect(rig.chimes.sound == nil && rig.chimes.vibration == nil)
    Self.pass(rig, .milliseconds(1))
    #expect(rig.chimes.sound?.volume == 40 && rig.chimes.sound?.label == "tea")
    #expect(rig.chimes.vibration == .medium)
    #expect(rig.timers.countdown == .ended(label: "tea"))
    let listed = rig.commands.timers.all
    #expect(listed.map(\.state) == [.chiming] && listed.map(\.left) == [0])
    rig.timers.stop(try rig.commands.timers.toStop(nil).map(\.id))
    #expect(rig.chimes.sound == nil && rig.chimes.vibration == nil)
    #expect(rig.commands.timers.all.isEmpty)
    #expect(await Self.details(rig, .timerStarted) == ["tea: for 25m"])
    #expect(await Self.details(rig, .timerEnded) == ["tea: -"])
    #expect(await Self.details(rig, .timerStopped) == ["tea: -"])
    #expect(await rig.log.allSatisfy { $0.alarmID == nil })
  }

  @Test func aChimeFollowsQuietHoursAtOnceAndEndsByItself() async throws {
    _ = try await rig.set("chime-for", to: "10s")
    _ = try await Self.start(rig, "1s")
    Self.pass(rig, .seconds(1))
    _ = try await rig.set("quiet", to: "on")
    #expect(rig.chimes.sound == nil && rig.chimes.vibration != nil)
    _ = try await rig.set("quiet", to: "off")
    #expect(rig.chimes.sound != nil)
    Self.pass(rig, .milliseconds(9_700))
    #expect(rig.timers.isChiming)
    Self.pass(rig, .milliseconds(600))
    #expect(rig.chimes.sound == nil && rig.timers.all.isEmpty)
    #expect(await Self.details(rig, .timerStopped).map { $0.hasSuffix(": by itself") } == [true])
  }

  @Test func pauseResumeAndExtendSayWhatHoldsNow() async throws {
    _ = try await Self.start(rig, "10m", label: "tea")
    Self.pass(rig, .seconds(60))
    let paused = try await rig.changeTimer(nil, .pause).timer
    #expect(paused.state == .paused && paused.left == 540 && paused.endsAt == nil)
    #expect(try await rig.changeTimer("tea", .pause).notes == ["It was paused already."])
    Self.pass(rig, .seconds(3600))
    #expect(rig.chimes.sound == nil && rig.timers.countdown == nil)
    #expect(try await rig.extendTimer("tea", by: "1m").timer.left == 600)
    let resumed = try await rig.changeTimer("tea", .resume).timer
    #expect(resumed.state == .running && resumed.left == 600)
    #expect(try await rig.changeTimer("tea", .resume).notes == ["It was not paused."])
    #expect(try await rig.extendTimer(nil, by: "30s").timer.left == 630)
    Self.pass(rig, .seconds(630))
    #expect(rig.timers.isChiming)
    Self.pass(rig, .seconds(5))
    let again = try await rig.extendTimer("tea", by: "2m").timer
    #expect(again.state == .running && again.left == 120)
    #expect(rig.chimes.sound == nil)
    #expect(try await code { try await rig.extendTimer("tea", by: "24h") } == .usage)
    _ = try await rig.changeTimer("tea", .cancel)
    Self.pass(rig, .seconds(600))
    #expect(rig.chimes.sound == nil && rig.timers.all.isEmpty)
    for kind in [Event.Kind.timerPaused, .timerResumed, .timerCancelled] {
      #expect(await Self.details(rig, kind).count == 1)
    }
    #expect(await Self.details(rig, .timerExtended) == ["tea: by 1m", "tea: by 30s", "tea: by 2m"])
  }

  @Test func whileAnAlarmRingsTheChimeWaitsAndIsHeardAfterIt() async throws {
    rig.chimes.take(true)
    _ = try await Self.start(rig, "1s", label: "tea")
    Self.pass(rig, .seconds(120))
    #expect(rig.commands.timers.all.map(\.state) == [.waiting])
    #expect(await Self.details(rig, .timerEnded) == ["tea: an alarm has the devices: it chimes after it"])
    // The card that ended the alarm still lies there when the chime starts.
    rig.timers.show(card("bath"))
    #expect(rig.timers.all.count == 1)
    rig.chimes.take(false)
    Self.pass(rig, .seconds(1))
    #expect(rig.commands.timers.all.map(\.state) == [.chiming])
    #expect(await Self.details(rig, .timerChimed).map { $0.hasSuffix("late, an alarm had the devices") } == [true])
    #expect(rig.timers.show(card("bath")))
    #expect(rig.timers.isChiming)
    rig.seeNothing(for: .seconds(2))
    #expect(!rig.timers.show(card("bath"), at: CardPresence.Place(x: 400, y: 500)))
    #expect(!rig.timers.isChiming && rig.chimes.sound == nil)
    #expect(await Self.details(rig, .timerStopped) == ["tea: the card bath"])
  }

  @Test(arguments: [Card.Kind.dismiss, .snooze])
  func anyEnrolledCardEndsAllThatChimes(kind: Card.Kind) async throws {
    _ = try await Self.start(rig, "1s", label: "tea")
    _ = try await Self.start(rig, "2s", label: "bread")
    _ = try await Self.start(rig, "1h", label: "dough")
    Self.pass(rig, .seconds(3))
    rig.seeNothing(for: .milliseconds(1200))
    #expect(!rig.timers.show(card("new", isEnrolled: false)))
    #expect(rig.timers.isChiming)
    var shown = card("bath")
    shown.kind = kind
    rig.timers.show(shown)
    #expect(rig.chimes.sound == nil && rig.chimes.vibration == nil)
    #expect(rig.commands.timers.all.map(\.label) == ["dough"])
    #expect(await Self.details(rig, .timerStopped) == ["tea: the card bath", "bread: the card bath"])
  }

  @Test func aCardThatLiesThereEndsNothingAndOneThatIsShownDoesAtOnce() async throws {
    _ = try await Self.start(rig, "1s", label: "tea")
    Self.pass(rig, .seconds(1))
    // A card left there since the morning is seen as soon as the camera looks, and stays in view.
    for _ in 0..<50 {
      Self.pass(rig, .milliseconds(200))
      rig.timers.show(card("bath"))
    }
    #expect(rig.timers.isChiming)
    // The camera fails for a while and sees nothing.
    Self.pass(rig, .seconds(15))
    rig.timers.show(card("bath"))
    #expect(rig.timers.isChiming)
    rig.seeNothing(for: .milliseconds(1200))
    rig.timers.show(card("kitchen"))
    #expect(!rig.timers.isChiming)
    // It still lies there during the next chime, and is out of sight for too short a time.
    _ = try await Self.start(rig, "1s", label: "bread")
    Self.pass(rig, .seconds(1))
    rig.timers.show(card("bath"))
    rig.seeNothing(for: .milliseconds(900))
    rig.timers.show(card("bath"), at: CardPresence.Place(x: 100, y: 100))
    #expect(rig.timers.isChiming)
    rig.seeNothing(for: .milliseconds(1200))
    rig.timers.show(card("bath"), at: CardPresence.Place(x: 300, y: 100))
    #expect(!rig.timers.isChiming)
    #expect(await Self.details(rig, .timerStopped) == ["tea: the card kitchen", "bread: the card bath"])
  }

  @Test func theCameraLooksWhileSomethingChimesAndACardEndsIt() async throws {
    let cards = FakeCards([card("bath")])
    let told = Counter()
    let watching = Task {
      await ChimeStopper(
        timers: rig.timers, cards: cards, inForce: rig.inForce, time: SystemTime(), lies: { _ = told.take() }
      ).run()
    }
    defer { watching.cancel() }
    _ = try await Self.start(rig, "1s", label: "tea")
    #expect(cards.openings == 0)
    Self.pass(rig, .seconds(1))
    #expect(await eventually { cards.openings > 0 })
    for count in 1...5 {
      cards.see("bath")
      #expect(await eventually { cards.asked >= count })
      rig.time.advance(by: .milliseconds(300))
    }
    // Once this card has been looked up, the frames before it have been processed.
    cards.see("stranger")
    #expect(await eventually { cards.asked >= 6 })
    #expect(rig.timers.isChiming)
    for count in 7...27 {
      rig.time.advance(by: .milliseconds(66))
      cards.see("stranger")
      #expect(await eventually { cards.asked >= count })
    }
    cards.see("bath", at: CardPresence.Place(x: 500, y: 600))
    #expect(await eventually { !rig.timers.isChiming })
    #expect(await eventually { told.value > 0 })
  }

  @Test func withItsChimeOffTheEndIsInTheLogTheListAndOnTheDisplayAlone() async throws {
    let saved = try await Self.start(rig, "1s", label: "tea", [.chime: "off"])
    #expect(saved.notes.map { $0.hasPrefix("chime is off: ") } == [true])
    Self.pass(rig, .seconds(2))
    #expect(rig.chimes.sound == nil && rig.chimes.vibration == nil && !rig.timers.isChiming)
    #expect(rig.commands.timers.all.map(\.state) == [.ended])
    #expect(rig.timers.countdown == .ended(label: "tea"))
    #expect(await Self.details(rig, .timerEnded) == ["tea: its chime is off"])
    #expect(try rig.commands.timers.toStop(nil).map(\.label) == ["tea"])
    Self.pass(rig, .seconds(61))
    #expect(rig.timers.all.isEmpty && rig.timers.countdown == nil)
  }

  @Test func theFaceCountsDownAndBlinksWhenATimerHasEnded() async throws {
    let inForce = BookInForce(AlarmBook())
    let face = ClockFace(inForce)
    let timers = rig.timers
    face.set { $0.countdown = { timers.countdown } }
    func shown() -> DisplayFace { face.idle(at: rig.time.now, monotonic: rig.time.monotonic) }
    func holds() -> Duration { face.nextChange(after: rig.time.now, monotonic: rig.time.monotonic) }
    #expect(shown().text == "07:00" && holds() == .seconds(60))
    _ = try await Self.start(rig, "2h")
    #expect(shown() == DisplayFace(text: "2h00", brightness: 8) && holds() == .seconds(60))
    _ = try await Self.start(rig, "25m", label: "tea")
    #expect(shown().text == "25:00" && holds() == .seconds(1))
    Self.pass(rig, .milliseconds(600))
    #expect(shown().text == "25:00" && holds() == .milliseconds(400))
    var dark = Settings()
    dark.dimming = .fixed(nil)
    inForce.use(AlarmBook(settings: dark))
    #expect(holds() > .seconds(59))
    inForce.use(AlarmBook(settings: Settings()))
    Self.pass(rig, .seconds(1500))
    #expect(shown() == DisplayFace(text: " 0:00", brightness: 8, isBlinking: true))
    timers.stop(try rig.commands.timers.toStop("tea").map(\.id))
    #expect(shown().text == "95:00")
    _ = try await rig.set("countdown", to: "off")
    #expect(shown().text == "07:25")
  }
}
