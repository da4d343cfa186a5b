import Control
import Glibc
import MQTTReports

/// Steps of a test connection to the broker. `rouse-mqtt check` makes it, because this program uses no network.
enum LineChecks {
  static func run(
    _ arguments: [String], input: [UInt8]? = nil, each: (LineCheckView) throws(ControlError) -> Void
  ) throws(ControlError) {
    // Status 1 means that a step failed, which its line reports.
    let status = try OwnProgram.find(.mqtt).tell(
      ["check"] + arguments, input: input, statuses: [0, 1 << 8, SIGALRM],
      problem: "the try has ended without a result", each: each)
    guard status != SIGALRM else {
      throw ControlError(
        .nothingFound, "the try has not ended within \(LineCheckView.longest / 60) minutes",
        why: "the step after the last one above waits, as for a name server that does not answer",
        fix: "look at the network, and try again", stillWorks: "the clock itself: no ring needs a network")
    }
  }

  /// Example: `ok      TLS         the broker's certificate is right`.
  static func text(_ check: LineCheckView, _ style: Style) -> String {
    let mark =
      switch check.outcome {
      case .ok: style.green("ok    ")
      case .failed: style.red("FAILED")
      case .left: "left  "
      }
    let width = LineCheckView.Step.allCases.map(\.words.count).max() ?? 0
    let name = check.step.words + String(repeating: " ", count: max(0, width - check.step.words.count))
    let indent = String(repeating: " ", count: 8 + width + 2)
    let what = style.wrapped(Terminal.printable(check.what), first: "\(mark)  \(name)  ", next: indent)
    let fix = check.fix.map { style.wrapped(Terminal.printable($0), first: indent + "fix: ", next: indent + "     ") }
    return [what, fix].compactMap(\.self).joined(separator: "\n")
  }

  static func failure(_ check: LineCheckView) -> ControlError {
    ControlError(
      .nothingFound, "the line to the broker fails at: \(check.step.words)", why: check.what,
      fix: check.fix ?? "see what the broker's log says",
      stillWorks: check.step == .daemon ? nil : "the clock itself: no ring needs a network")
  }
}
