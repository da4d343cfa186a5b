import Control
import Machine
import Synchronization

/// The latest report of `rouse-mqtt` on its connection, in memory for as long as `rouse-mqtt` holds it.
final class HomeLine: Sendable {
  private struct State {
    var turn = 0
    var report: HomeReport?
    /// Ends when another report replaces this one.
    var holder: AsyncStream<Void>.Continuation?
    var order: HomeOrder?
    var orderer: AsyncStream<HomeReport>.Continuation?
  }

  private let state = Mutex(State())
  /// Signals that an order was given or has ended.
  let ordered = HomeSignal()

  var report: HomeReport? { state.withLock { $0.report } }

  /// Whether `rouse-mqtt` has reported since the start of the daemon, and so can reach it.
  var hasCome: Bool { state.withLock { $0.turn > 0 } }

  /// Replaces the last report until the task is canceled or another report comes.
  func hold(_ report: HomeReport, _ taken: () async throws -> Void) async throws {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let (turn, before, orderer) = state.withLock { state in
      defer { (state.report, state.holder) = (report.bounded, continuation) }
      state.turn += 1
      let isDone = state.order.map { $0.id == report.done } ?? false
      return (state.turn, state.holder, isDone ? state.orderer : nil)
    }
    before?.finish()
    orderer?.yield(report.bounded)
    defer {
      state.withLock { if $0.turn == turn { ($0.report, $0.holder) = (nil, nil) } }
    }
    try await taken()
    for await _ in stream {}
    try Task.checkCancellation()
  }

  var order: HomeOrder? { state.withLock { $0.order } }

  /// Gives `rouse-mqtt` an order. `done` yields the report of it. Returns `nil` while another order is under way.
  func begin(_ kind: HomeOrder.Kind) -> (order: HomeOrder, done: AsyncStream<HomeReport>)? {
    // Also different from those of earlier daemons, because `rouse-mqtt` remembers the last one.
    let order = HomeOrder(id: String(UInt64.random(in: 0...UInt64.max), radix: 16), kind: kind)
    let (done, orderer) = AsyncStream<HomeReport>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let isTaken = state.withLock { state in
      guard state.order == nil else { return false }
      (state.order, state.orderer) = (order, orderer)
      return true
    }
    guard isTaken else { return nil }
    ordered.changed()
    return (order, done)
  }

  /// Ends an order that is done, or that nobody waits for any more.
  func end(_ order: HomeOrder) {
    state.withLock { if $0.order == order { ($0.order, $0.orderer) = (nil, nil) } }
    ordered.changed()
  }
}

extension HomeReport {
  /// The report with texts cut to one line of limited length, because another program wrote them.
  var bounded: HomeReport {
    var report = HomeReport(state: state, broker: broker.line(Self.longestBroker), since: since.line(40))
    report.why = why?.line(Self.longestText)
    report.fix = fix?.line(Self.longestText)
    report.waiting = max(0, waiting)
    report.oldest = oldest?.line(40)
    report.sent = sent.map { max(0, $0) }
    report.aside = aside?.suffix(Self.mostAside).map { event in
      Aside(id: event.id.line(40), kind: event.kind.line(60), why: event.why.line(Self.longestText))
    }
    report.done = done?.line(40)
    report.refused = refused?.prefix(Self.mostRefused).map { $0.line(Self.longestText) }
    report.isForgotten = isForgotten
    return report
  }
}

extension String {
  /// Returns as much of it as fits into `most` bytes. A limit in characters would not do: one can be as long as a book.
  fileprivate func line(_ most: Int) -> String {
    let text = printable()
    guard text.utf8.count > most else { return text }
    var size = 0
    let cut = text.unicodeScalars.prefix { scalar in
      size += UTF8.width(scalar)
      return size <= most
    }
    return String(cut)
  }
}

/// Signals changes of the clock's state that no event reports, such as a sensor reading or an order.
final class HomeSignal: Sendable {
  private let followers = Mutex(Followers<Void>())

  /// Never blocks.
  func changed() { followers.withLock { $0.tell(()) } }

  func follow() -> AsyncStream<Void> { followers.withLock { $0.add(behindAtMost: 1) } }
}
