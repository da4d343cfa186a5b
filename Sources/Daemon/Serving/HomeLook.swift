import AlarmClock
import Control
import ControlService

struct HomeLook: Sendable {
  let line: HomeLine
  let changes: HomeChanges
  let gate: HomeGate
  let ledger: Ledger
  let isServed: Bool
  /// Why the socket for the house could not be opened, or `nil` if it is open or not wanted.
  let socketProblem: String?
  /// Why `rouse-mqtt` cannot reach the socket, or `nil` if it can. Obsolete once `rouse-mqtt` has reported.
  let closed: ControlSocket.Closed?

  func view(at now: Instant, in zone: ZoneRules) async -> HomeStatusView? {
    guard isServed else { return nil }
    let policy = await policy()
    let (report, recent) = (line.report, changes.recent(at: now))
    guard policy.isThere || report != nil || socketProblem != nil || !recent.isEmpty else { return nil }
    var view = HomeStatusView(report?.local(in: zone))
    view.problem = socketProblem ?? policy.problem
    view.changes = recent.map { HomeStatusView.Change(time: RFC3339.format($0.time, in: zone), what: $0.words) }
    view.allowed = policy.commands
    if !line.hasCome { view.unreached = closed.map { TroubleView(why: $0.why, fix: $0.fix) } }
    return view
  }

  /// Reads the policy file on the ledger's thread, which may wait for a disk.
  func policy() async -> HomePolicy {
    await ledger.show { [path = gate.path] in HomePolicy.read(path) }
  }
}

extension HomeReport {
  /// Converts the times to `zone`, because `rouse-mqtt` does not know the clock's zone.
  func local(in zone: ZoneRules) -> HomeReport {
    func local(_ time: String) -> String { RFC3339.parse(time).map { RFC3339.format($0, in: zone) } ?? time }
    var report = self
    report.since = local(since)
    report.oldest = oldest.map(local)
    return report
  }
}
