import ArgumentParser
import Control
import MQTTReports

struct MQTTTestCommand: Verb {
  static let about = CommandConfiguration(
    "mqtt test", "Try the line to the broker step by step, and say which one fails.")

  @Option("Another file than \(MQTTCommand.file).", "file", completion: .file())
  var config: String?
  @OptionGroup var io: IO

  struct Document: Encodable {
    var checks: [LineCheckView]
  }

  func run() throws {
    var checks: [LineCheckView] = []
    func tell(_ check: LineCheckView) throws(ControlError) {
      checks.append(check)
      if !format.json { try Output.line(LineChecks.text(check, .output)) }
    }
    try LineChecks.run(["--config", config ?? MQTTCommand.file], each: tell)
    let isRightSoFar = !checks.contains { $0.outcome == .failed }
    for check in service(isRightSoFar) { try tell(check) }
    if format.json { try Output.line(JSONText.document(Document(checks: checks))) }
    if let failed = checks.first(where: { $0.outcome == .failed }) { throw LineChecks.failure(failed) }
  }

  /// Checks that the daemon sees a connected `rouse-mqtt`, then repeats the announcement to test the broker's rules.
  ///
  /// - Parameter isRightSoFar: whether all earlier steps have passed.
  private func service(_ isRightSoFar: Bool) -> [LineCheckView] {
    func failed(_ what: String, _ fix: String) -> LineCheckView { LineCheckView(.daemon, .failed, what, fix: fix) }
    let status: StatusView
    do throws(ControlError) { status = try connection.ask(GetStatus()) } catch {
      return [failed("\(error.what): \(error.why)", error.fix)]
    }
    guard let home = status.home else {
      return [
        failed(
          "the service knows of no house: \(MQTTCommand.file) is not there",
          "save the file there: `rouse mqtt setup` prints it")
      ]
    }
    if let problem = home.problem {
      return [
        failed(problem, "`sudo chown root:root \(MQTTCommand.file) && sudo chmod 644 \(MQTTCommand.file)`")
      ]
    }
    func left(_ why: String) -> LineCheckView { LineCheckView(.discovery, .left, why) }
    guard let report = home.report else {
      let (why, fix) = (home.unreached?.why, home.unreached?.fix)
      return [
        failed(why ?? "rouse-mqtt is not running", fix ?? "`sudo systemctl enable --now rouse-mqtt`"),
        left("it is tried when rouse-mqtt runs"),
      ]
    }
    guard report.state == .connected else {
      return [
        failed(
          "rouse-mqtt is not connected to \(report.broker): \(report.why ?? "no answer")",
          report.fix ?? "have it read its file anew: `sudo systemctl restart rouse-mqtt`")
      ]
    }
    let line = LineCheckView(.daemon, .ok, "rouse-mqtt is connected to \(report.broker)")
    // Announcing would undo `rouse mqtt forget`.
    if report.isForgotten == true {
      return [
        line, left("the house was to forget the clock; `rouse mqtt sync` announces it again, and tells how that went"),
      ]
    }
    return [line, isRightSoFar ? announcement() : left("it is tried when the steps before it are right")]
  }

  private func announcement() -> LineCheckView {
    do throws(ControlError) {
      let report = try connection.ask(OrderHome(.sync))
      if let why = HomeText.refused(report) {
        return LineCheckView(.discovery, .failed, why, fix: HomeText.rulesToWrite)
      }
      return LineCheckView(.discovery, .ok, "the broker has taken all that it is to keep of the clock")
    } catch {
      return LineCheckView(.discovery, .failed, "\(error.what): \(error.why)", fix: error.fix)
    }
  }
}
