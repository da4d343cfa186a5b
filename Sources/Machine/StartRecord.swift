import AlarmClock
import Glibc

/// A record of recent starts that did not end properly, next to the daemon's socket in a folder that does not survive a
/// reboot.
///
/// After three such starts within a minute, the daemon starts in minimal mode, which rings and does little else.
package struct StartRecord: Sendable {
  private let path: String

  package static let mostFailures = 3
  package static let span: Duration = .seconds(60)

  package init(socketPath: String) { path = socketPath + ".starts" }

  /// Records a start at this CLOCK_BOOTTIME. Returns the number of failed starts in the minute before, and the recorded
  /// reason of the last one, if any.
  package func note(at now: Duration) -> (failures: Int, reason: String?) {
    let lines = lines
    let earlier = lines.compactMap { Int64($0) }.map { Duration.milliseconds($0) }.suffix(Self.mostFailures)
      .filter { $0 <= now && now - $0 < Self.span }
    let reason = earlier.isEmpty ? nil : lines.last { Int64($0) == nil }
    write((earlier + [now]).map { String($0.wholeNanoseconds / 1_000_000) } + (reason.map { [$0] } ?? []))
    return (earlier.count, reason)
  }

  /// Records why the last recorded start failed, as one line.
  package func note(reason: String) {
    write(lines.filter { Int64($0) != nil } + [String(reason.prefix(Self.longestReason))])
  }

  package func clear() { unlink(path) }

  private static let longestReason = 500

  private var lines: [String] {
    let text: String
    // A missing or unreadable file counts as no failures, so the full daemon starts.
    do { text = String(decoding: try Descriptor.contents(of: path), as: UTF8.self) } catch { return [] }
    return text.split(separator: "\n").map(String.init)
  }

  private func write(_ lines: [String]) {
    let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard number >= 0 else { return }
    let file = Descriptor(number)
    let text = lines.map { $0 + "\n" }.joined()
    // After a partial write, fewer starts count.
    _ = Glibc.write(file.number, text, text.utf8.count)
  }
}
