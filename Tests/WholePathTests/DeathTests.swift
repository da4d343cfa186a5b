import Control
import Glibc
import TestSupport
import Testing

extension BreakingTests {
  /// All alarms are set first, because the daemon may refuse changes after several crashes in a row.
  @Test(.takesLong) func everyRingIsHeardAgainAfterEveryDeathAndEndsOnce() async throws {
    let count = Self.isSoak ? 50 : 12
    try await Clock.run(isLong: true) { clock in
      let client = try clock.connect()
      var alarms: [String] = []
      for number in 0..<count {
        let isLast = number == count - 1
        let input = AlarmInput(
          time: "+\(3 + 4 * number + (isLast ? 16 : 0))s", label: isLast ? Mauling.lastRing : "Ring \(number)")
        alarms.append(try client.send(AddAlarm(input: input)).alarm.id)
      }
      let mauling = Mauling(clock, card: try clock.showing("right"), seed: Self.seed, leastDeaths: count)
      try await mauling.run()

      let told = try await clock.events("dismiss_success_qr")
      #expect(try await clock.status.misses.isEmpty)
      #expect(try await clock.alarms.filter { $0.enabled || $0.ringing }.map(\.label) == [])
      _ = try await clock.end(SIGTERM)
      let stored = try clock.storedRings()
      #expect(stored.count == count)
      #expect(Set(stored.map(\.alarmID)) == Set(alarms))
      let lost = stored.filter { $0.outcome != "dismissed" }
      #expect(lost.map(\.outcome) == [])
      // Every ring that was seen before a kill rang after it, unless its card had been shown.
      #expect(mauling.forgotten == [])
      let untold = Set(alarms).subtracting(told.compactMap(\.alarmId))
      #expect(untold.isEmpty, "an outcome that is stored is in the log")
      Self.figure(
        "kill -9: \(count) rings, \(mauling.daemonDeaths) kills of the daemon, \(mauling.readerDeaths) of rouse-scan, "
          + "restart → heard p50 \(mauling.delays.median.short) s, max \((mauling.delays.max() ?? .nan).short) s "
          + "(\(mauling.delays.count) measured), → answers p50 \(mauling.answers.median.short) s, max "
          + "\((mauling.answers.max() ?? .nan).short) s, \(lost.count) lost, \(told.count) dismissals and "
          + "\(untold.count) missing in the log, seed \(Self.seed)")
      #expect(mauling.daemonDeaths >= count)
      #expect(mauling.delays.count >= count / 2)
    }
  }
}

/// Kills the daemon and the reader at random moments, restarts the daemon at once, and shows each ring its card.
final class Mauling {
  /// The label of the last ring, which comes long after the others and goes on until there were enough kills.
  static let lastRing = "Last"

  private let clock: Clock
  private let card: ShowPicture
  private let leastDeaths: Int
  private var random: SeededGenerator
  private var client: ControlClient?

  private(set) var daemonDeaths = 0
  private(set) var readerDeaths = 0
  /// Seconds from each start of the daemon until a ring is heard again.
  private(set) var delays: [Double] = []
  /// Seconds from each start of the daemon until it answers.
  private(set) var answers: [Double] = []
  private(set) var forgotten: [String] = []

  private var ringing: Set<String> = []
  private var cardDue: ContinuousClock.Instant?
  private var isShown = false
  /// The last start of the daemon, until the rings from before it are heard.
  private var start: (moment: ContinuousClock.Instant, ringing: Set<String>, sawCard: Bool)?
  /// The number of kills since a ring was heard.
  private var unheard = 0
  /// The last start of the daemon, until it answers.
  private var silence: ContinuousClock.Instant?

  /// - Parameter leastDeaths: The number of kills that the last ring must survive, however slow the machine is.
  init(_ clock: Clock, card: ShowPicture, seed: UInt64, leastDeaths: Int) {
    self.clock = clock
    self.card = card
    self.leastDeaths = leastDeaths
    random = SeededGenerator(state: seed)
  }

  func run() async throws {
    var detector = HangDetector(longest: .seconds(3000))
    // `nil` until some time after the daemon answers. Sometimes it is killed while it starts.
    var death: ContinuousClock.Instant? = .now + random.duration(500...2500)
    var next = ""
    while true {
      if detector.hangs("next: \(next), ringing: \(ringing.sorted()), heard \(delays.count) times") {
        throw Failure("it does not come to an end: \(detector.report)")
      }
      if let moment = death, .now >= moment, mayDie(next: next), try await kill() {
        death = random.next() % 3 == 0 ? .now + random.duration(0...1000) : nil
      }
      if let (status, mock) = try look() {
        judge(status, mock)
        next = status.next?.label ?? ""
        death = death ?? .now + random.duration(300...2000)
        if status.state == .idle, status.next == nil, status.rings.isEmpty { break }
        if try showOrHide(status), random.next() % 2 == 0 { death = .now + random.duration(0...250) }
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    client = nil
  }

  /// Whether a kill is allowed. Without this limit the test would never end if a start, or reading a card, took longer
  /// than the time between kills: kills stop after enough of them, and after three without a ring being heard.
  private func mayDie(next: String) -> Bool { !(isEnough && next.isEmpty) && unheard < 3 }

  private var isEnough: Bool { daemonDeaths >= leastDeaths && delays.count >= leastDeaths / 2 }

  /// Returns `false` if there was no process to kill yet.
  private func kill() async throws -> Bool {
    if let reader = clock.scanID, random.next() % 5 < 2 {
      Glibc.kill(reader, SIGKILL)
      readerDeaths += 1
      return true
    }
    guard clock.daemonID != nil else { return false }
    _ = try await clock.end(SIGKILL)
    daemonDeaths += 1
    unheard += 1
    client = nil
    try clock.startAgain()
    // Rings that were not heard after the kill before must still be heard.
    start = (.now, ringing.union(start?.ringing ?? []), isShown || start?.sawCard == true)
    silence = start?.moment
    isShown = false
    return true
  }

  /// Returns the daemon's state, or `nil` while it does not answer.
  private func look() throws -> (StatusView, MockStateView)? {
    guard clock.daemon?.isRunning == true else { throw Failure("the daemon ended: \(clock.daemon?.errors ?? "")") }
    do throws(ControlError) {
      let client = if let client { client } else { try clock.connect() }
      self.client = client
      return (try client.send(GetStatus()), try client.send(GetMockState()))
    } catch {
      guard error.code == .unreachable else { throw error }
      client = nil
      return nil
    }
  }

  private func judge(_ status: StatusView, _ mock: MockStateView) {
    ringing = Set(status.rings.map(\.alarmId))
    if let silence { answers.append((ContinuousClock.now - silence).seconds) }
    silence = nil
    guard let start else { return unheard = 0 }
    if !start.sawCard { forgotten += start.ringing.subtracting(ringing) }
    let survivors = start.ringing.intersection(ringing)
    if survivors.isEmpty { return heard() }
    guard mock.speaker.playing || mock.buzzer.on else { return self.start = (start.moment, survivors, start.sawCard) }
    delays.append((ContinuousClock.now - start.moment).seconds)
    heard()
  }

  private func heard() {
    start = nil
    unheard = 0
  }

  /// Shows the card some time after a ring began and hides it when nothing rings. Returns whether it was shown.
  private func showOrHide(_ status: StatusView) throws -> Bool {
    guard !status.rings.isEmpty else {
      cardDue = nil
      if isShown { _ = try ask(HidePicture()) }
      isShown = false
      return false
    }
    let due = cardDue ?? .now + random.duration(1000...3000)
    cardDue = due
    // A card shown just before the last ring begins would end that one too.
    guard isEnough || status.next.map({ $0.label != Self.lastRing || $0.inSeconds > 10 }) == true else { return false }
    guard !isShown, start == nil, ContinuousClock.now >= due, try ask(card) else { return false }
    isShown = true
    return true
  }

  /// Returns `false` if the daemon is gone.
  private func ask(_ command: some Command) throws -> Bool {
    do throws(ControlError) {
      _ = try client?.send(command)
      return client != nil
    } catch {
      guard error.code == .unreachable else { throw error }
      client = nil
      return false
    }
  }
}
