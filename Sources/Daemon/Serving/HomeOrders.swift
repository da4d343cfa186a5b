import AlarmClock
import Control
import ControlService
import Machine

/// What people on the clock itself have `rouse-mqtt` do. It is no route of the second socket: there it only shows in how the
/// clock is, so that nobody needs the broker's password, or to be root, to have the house told anew.
struct HomeOrders: Sendable {
  let line: HomeLine
  let scheduler: Scheduler
  let time: any TimeSource

  private static let patience: Duration = .seconds(30)

  func add(to router: inout Router) {
    router.on(OrderHome.self) { command in try await carryOut(command.kind) }
  }

  private func carryOut(_ kind: HomeOrder.Kind) async throws -> HomeReport {
    guard let report = line.report else {
      throw ControlError(
        .unreachable, "rouse-mqtt is not running", why: "it is what talks to the broker; nothing was sent",
        fix: "start it: `sudo systemctl start rouse-mqtt`; where no broker is set up yet: `rouse mqtt setup`",
        stillWorks: "alarms ring, and the card ends them")
    }
    guard report.state == .connected else {
      throw ControlError(
        .unreachable, "the clock is not connected to \(report.broker)",
        why: "\(report.why ?? "it does not answer"); nothing was sent",
        fix: report.fix ?? "see at which step it fails: `rouse mqtt test`",
        stillWorks: "alarms ring, and what happens waits for the broker")
    }
    guard let (order, done) = line.begin(kind) else {
      throw ControlError(
        .tryAgain, "another order is under way", why: "rouse-mqtt does one after the other",
        fix: "try again in half a minute")
    }
    defer { line.end(order) }
    let answer = try await time.withDeadline(Self.patience) {
      for await report in done { return report }
      throw CancellationError()
    }
    guard let answer else {
      throw ControlError(
        .tryAgain, "rouse-mqtt has not done it within half a minute", why: "the broker may be slow, or gone by now",
        fix: "see how the line is: `rouse mqtt status`; then try again",
        stillWorks: "alarms ring, and the card ends them")
    }
    return answer.local(in: scheduler.zone)
  }
}
