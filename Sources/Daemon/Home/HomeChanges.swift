import AlarmClock
import Synchronization

/// The changes by the house in the last day, which people see in the morning or the evening.
final class HomeChanges: Sendable {
  struct Change: Hashable, Sendable {
    var time: Instant
    /// Such as `Work skipped by Home Assistant`.
    var words: String
  }

  static let most = 10
  static let span: Duration = .seconds(86_400)
  private let state = Mutex<[Change]>([])

  func add(_ words: String, at time: Instant) {
    state.withLock { $0 = ($0 + [Change(time: time, words: words)]).suffix(Self.most) }
  }

  func restore(_ changes: [Change]) { state.withLock { $0 = (changes + $0).suffix(Self.most) } }

  func forget() { state.withLock { $0 = [] } }

  /// Latest last.
  func recent(at now: Instant) -> [Change] {
    state.withLock { $0 }.filter { $0.time > now - Self.span && $0.time <= now + .seconds(60) }
  }
}
