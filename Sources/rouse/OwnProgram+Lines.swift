import Control
import FoundationEssentials

extension OwnProgram {
  /// Runs it, and hands each line of its stdout on, which is a value in JSON.
  ///
  /// - Parameters:
  ///   - isFollowed: it goes on by itself; nobody who reads this program's output ends it.
  ///   - statuses: its wait statuses (waitpid(2)) with which all was said.
  ///   - problem: what has failed where something else comes of it.
  /// - Returns: Which of them it was.
  @discardableResult
  func tell<Line: Decodable>(
    _ arguments: [String], input: [UInt8]? = nil, isFollowed: Bool = false, statuses: Set<Int32> = [0],
    problem: String, each: (Line) throws(ControlError) -> Void
  ) throws(ControlError) -> Int32 {
    var isUnderstood = true
    let status = try follow(arguments: arguments, input: input, isFollowed: isFollowed) {
      (bytes) throws(ControlError) in
      guard let line = Self.line(Line.self, bytes) else {
        isUnderstood = false
        return
      }
      try each(line)
    }
    if statuses.contains(status), isUnderstood { return status }
    guard status & 0x7F == 0 else { throw wasEnded(problem, by: status & 0x7F) }
    throw isOfAnotherVersion(problem)
  }

  /// As by a library that gives up on a packet that no broker makes.
  private func wasEnded(_ problem: String, by number: Int32) -> ControlError {
    ControlError(
      .internal, problem,
      why: "\(name.rawValue) was ended by the signal \(number): what answers at that port may be no MQTT broker",
      fix: "check `broker` and its port; then try again", stillWorks: name.stillWorks)
  }

  private static func line<Line: Decodable>(_ type: Line.Type, _ bytes: ArraySlice<UInt8>) -> Line? {
    do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch { return nil }
  }

  func isOfAnotherVersion(_ problem: String) -> ControlError {
    ControlError(
      .internal, problem, why: "\(name.rawValue) was not understood, or has ended early",
      fix: "install `rouse` and `\(name.rawValue)` of one version: `sudo deploy/install`, or the package",
      stillWorks: name.stillWorks)
  }
}
