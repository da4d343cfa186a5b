import ArgumentParser
import Control

struct DoctorCommand: Verb {
  static let about = CommandConfiguration("doctor")

  @OptionGroup var io: IO

  func run() throws {
    let findings = try findings()
    try format.print(Examine.Reply(findings: findings)) { Self.text(findings, style: .output) }
    let problems = findings.filter { $0.level == .problem }.map(\.check)
    if !problems.isEmpty { throw Self.refusal(problems, alarm: "an alarm", again: "then run `rouse doctor` again") }
  }

  static func refusal(_ problems: [String], alarm: String, again: String) -> ControlError {
    ControlError(
      .nothingFound,
      problems.count == 1 ? "there is a problem: \(problems[0])" : "there are \(problems.count) problems",
      why: "\(alarm) could fail completely or in part", fix: "follow the fix under each; \(again)",
      stillWorks: "everything marked ok")
  }

  private func findings() throws(ControlError) -> [FindingView] {
    do throws(ControlError) {
      return try connection.ask(Examine()).findings
    } catch {
      guard error.code == .unreachable else { throw error }
      return [.problem("daemon", error.what, why: "no alarm rings: \(error.why)", fix: error.fix)]
        + findingsWithoutService()
    }
  }

  /// Asks the daemon's program for findings while no daemon runs. Failing to do so is a finding too.
  private func findingsWithoutService() -> [FindingView] {
    do throws(ControlError) {
      let socket = connection.socket.map { ["--socket", $0] } ?? []
      let result = try OwnProgram.find(.daemon).run(arguments: ["--examine"] + socket, isOneLine: true)
      if let reply = OwnProgram.line(Examine.Reply.self, result.output) { return reply.findings }
      let status = result.status
      guard status == 0 else {
        let how = status & 0x7F == 0 ? "with code \(status >> 8 & 0xFF)" : "by signal \(status & 0x7F)"
        throw ControlError(
          .internal, "`rouse-daemon --examine` ended \(how)", why: "the result is unknown",
          fix: "run it yourself to see its messages: `rouse-daemon --examine`")
      }
      throw ControlError(
        .internal, "the answer of `rouse-daemon --examine` is not understood", why: "the result is unknown",
        fix: "install the same version of `rouse` and `rouse-daemon`: `sudo deploy/install`, or the package")
    } catch {
      return [.problem("devices", "they were not checked: \(error.what)", why: error.why, fix: error.fix)]
    }
  }

  static func text(_ findings: [FindingView], style: Style) -> String {
    let width = findings.map(\.check.count).max() ?? 0
    return findings.map { finding in
      let mark =
        switch finding.level {
        case .ok: style.green("ok     ")
        case .warning: style.yellow("WARNING")
        case .problem: style.red("PROBLEM")
        }
      let indent = "".padded(to: 9)
      let more = [("why: ", finding.why), ("fix: ", finding.fix)].compactMap { word, text in
        text.map { style.wrapped(Terminal.printable($0), first: indent + word, next: indent + "     ") }
      }
      let name = finding.check.padded(to: width + 2)
      let what = style.wrapped(
        Terminal.printable(finding.what), first: "\(mark)  \(name)", next: "".padded(to: 9 + width + 2))
      return ([what] + more).joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
