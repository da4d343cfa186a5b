import Control
import Glibc
import Hardware
import Logging
import Machine

/// Makes every device inert after a daemon that could not do so itself, for example because it was killed.
public enum AllOff {
  /// Turns off what it can within two seconds, then throws a message for the user on what is still on.
  /// - Parameter serviceResult: how the service ended (systemd.exec(5), `SERVICE_RESULT`), or `nil` for a user.
  public static func run(
    _ options: RouseDaemon.Options, logger: Logger,
    serviceResult: String? = getenv("SERVICE_RESULT").map { String(cString: $0) }
  ) async throws {
    let time = SystemTime()
    var board = try BoardChoice.board(options.board, time: time)
    // A display that does not answer takes seconds, during which a ring would be silent. Only a service that hung while
    // stopping leaves the display on: one that stopped made it dark, and any other restarts at once and shows the time.
    if let serviceResult, serviceResult != "timeout" { board.fit(.display, nil) }
    let events = EventLog(time: time, log: try LogWriter(logger: logger))
    let health = DeviceHealth(events: events, time: time)
    let outputs = try Outputs(board: board, health: health, events: events, time: time)
    // The threads begin with everything off.
    let start = time.monotonic
    while !outputs.isSettled, time.monotonic - start < .seconds(2) {
      guard await time.rest(for: .milliseconds(5)) else { return }
    }
    outputs.checkForHangs()
    let failures = DeviceRole.allCases.compactMap { health.failure(of: $0)?.error }
    guard !failures.isEmpty || !outputs.isSettled else { return }
    throw ControlError(
      .nothingFound, "not every device could be turned off",
      why: failures.isEmpty ? "a driver does not answer" : failures.map(\.description).joined(separator: "; "),
      fix: "if something still sounds or shakes, pull the plug; `rouse doctor` tells what is wrong",
      stillWorks: "the other devices are off")
  }
}
