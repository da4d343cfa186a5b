import AlarmClock
import Machine
import Synchronization

/// Knows what the last test before the night has found, and has one made each day at the hour of the setting.
final class BedtimeRunner: Sendable {
  private struct State {
    var verdict: BedtimeVerdict?
    var cardSeen: Instant?
    var isTesting = false
  }

  private let state = Mutex(State())
  private let inForce: BookInForce
  private let time: any TimeSource
  private let nap: Nap

  init(inForce: BookInForce, time: any TimeSource) {
    self.inForce = inForce
    self.time = time
    nap = Nap(time: time)
  }

  /// What was found last; nil: nothing was looked at yet.
  var verdict: BedtimeVerdict? { state.withLock { $0.verdict } }

  func use(_ verdict: BedtimeVerdict) { state.withLock { $0.verdict = verdict } }

  func forget() { state.withLock { $0.verdict = nil } }

  /// When a card ended a ring last; nil: not since the start.
  var cardSeen: Instant? { state.withLock { $0.cardSeen } }

  func cardWasSeen() { state.withLock { $0.cardSeen = time.now } }

  /// Takes up what was found before the start, unless something was found since.
  func restore(_ last: BedtimeVerdict) { state.withLock { $0.verdict = $0.verdict ?? last } }

  /// False where a test is under way already; otherwise `endTest` is to follow.
  func beginTest() -> Bool {
    state.withLock { state in
      defer { state.isTesting = true }
      return !state.isTesting
    }
  }

  func endTest() { state.withLock { $0.isTesting = false } }

  /// Has the test made once a day, until the task is cancelled.
  ///
  /// - Parameter test: false when a ring came between.
  func run(zone: () -> ZoneRules, isRinging: () -> Bool, test: () async -> Bool) async {
    var hour = BedtimeHour(bedtime: inForce.settings.bedtime, lastTest: verdict?.time, zone: zone())
    while !Task.isCancelled {
      let setting = inForce.settings.bedtime
      if hour.isDue(at: time.now, in: zone(), bedtime: setting, isRinging: isRinging()), await !test() {
        hour.postpone()
      }
      await nap.sleep(for: hour.wait(after: time.now, in: zone()))
    }
  }

  /// The hour may be due, or another one.
  func refresh() { nap.end() }
}

extension BedtimeRunner: SettingsFollower {
  func settingsChanged() { refresh() }
}
