import AlarmClock
import ArgumentParser
import Control
import Glibc

struct WaitCommand: Described {
  enum Goal: String, CaseIterable, ExpressibleByArgument {
    case ringing, idle, armed

    func isReached(by status: StatusView) -> Bool {
      switch self {
      case .ringing: status.state == .ringing
      case .idle: status.state == .idle
      case .armed: status.next != nil
      }
    }
  }

  static let about = CommandConfiguration("wait")

  @Argument(help: "ringing, idle or armed.")
  var goal: Goal
  @Option(name: .customLong("for"), help: ArgumentHelp("The maximum wait: 0s to 24h.", valueName: "duration"))
  var time = "30s"
  @OptionGroup var connection: Connection

  func run() throws {
    let most = Duration.seconds(try Span.seconds(time, field: "--for", in: 0...86_400))
    let (client, start) = (try connection.open(), ContinuousClock.now)
    while true {
      let status = try client.send(GetStatus())
      if goal.isReached(by: status) { return }
      let waited = ContinuousClock.now - start
      guard waited < most else { throw timeIsUp(status) }
      // Ask every 100 ms at first, then less often, but at least once a second.
      let pause = min(max(waited / 20, .milliseconds(100)), .seconds(1), most - waited)
      _ = poll(nil, 0, Int32(pause / .milliseconds(1)) + 1)
    }
  }

  private func timeIsUp(_ status: StatusView) -> ControlError {
    let state = status.state == .idle ? "no alarm rings" : "an alarm is \(status.state.rawValue)"
    let next = status.next.map { ", and the next one is due at \(TimePhrase.stamp($0.time, .seconds))" }
    return ControlError(
      .nothingFound, "the clock was not \(goal.rawValue) within \(time)",
      why: state + (next ?? ", and none is set"),
      fix: "`rouse status` says more; --for takes a longer time, as in `--for 10m`")
  }
}
