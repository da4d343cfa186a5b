import Control
import Hardware
import Logging
import Machine

/// Makes every device inert after a daemon that could not do so itself, as one that was killed.
public enum AllOff {
  /// Turns off what can be turned off within two seconds; then throws, for people, what could not.
  public static func run(_ options: RouseDaemon.Options, logger: Logger) async throws {
    let time = SystemTime()
    let board = try BoardChoice.board(options.board, time: time)
    let events = EventLog(time: time, log: try LogWriter(logger: logger))
    let health = DeviceHealth(events: events, time: time)
    let outputs = try Outputs(board: board, health: health, events: events, time: time)
    // Off is what the threads begin with.
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
