import AlarmClock
import Control

extension RouseDaemon {
  func homeView(at now: Instant, in zone: ZoneRules) async -> HomeStatusView? {
    guard isHomeServed else { return nil }
    let policy = await homePolicy()
    let (report, recent) = (homeLine.report, homeChanges.recent(at: now))
    guard policy.isThere || report != nil || homeProblem != nil || !recent.isEmpty else { return nil }
    var view = HomeStatusView(report?.local(in: zone))
    view.problem = homeProblem ?? policy.problem
    view.changes = recent.map { HomeStatusView.Change(time: RFC3339.format($0.time, in: zone), what: $0.words) }
    view.allowed = policy.commands
    if !homeLine.hasCome { view.unreached = homeSocket?.closed.map { TroubleView(why: $0.why, fix: $0.fix) } }
    return view
  }

  /// Reads the policy file on the ledger's thread, which may wait for a disk.
  func homePolicy() async -> HomePolicy {
    await ledger.show { [path = homeGate.path] in HomePolicy.read(path) }
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
