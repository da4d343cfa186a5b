import AlarmClock
import Glibc

/// When the daemon started lately without having ended well, beside its socket: that folder forgets with the power.
///
/// Three such starts within a minute make the next one a minimal one, which rings and does little else.
package struct StartRecord: Sendable {
  private let path: String

  package static let mostFailures = 3
  package static let span: Duration = .seconds(60)

  package init(socketPath: String) { path = socketPath + ".starts" }

  /// Notes a start at this moment of CLOCK_BOOTTIME; returns how many of the last minute ended badly before it, and why the
  /// last of them could not be, where it said so.
  package func note(at now: Duration) -> (failures: Int, reason: String?) {
    let lines = lines
    let earlier = lines.compactMap { Int64($0) }.map { Duration.milliseconds($0) }.suffix(Self.mostFailures)
      .filter { $0 <= now && now - $0 < Self.span }
    let reason = earlier.isEmpty ? nil : lines.last { Int64($0) == nil }
    write((earlier + [now]).map { String($0.wholeNanoseconds / 1_000_000) } + (reason.map { [$0] } ?? []))
    return (earlier.count, reason)
  }

  /// Notes why the start that was noted last cannot be; of one line.
  package func note(reason: String) {
    write(lines.filter { Int64($0) != nil } + [String(reason.prefix(Self.longestReason))])
  }

  /// It ended as it should.
  package func clear() { unlink(path) }

  private static let longestReason = 500

  private var lines: [String] {
    let text: String
    // No file is no bad start; what cannot be read or kept is none either, and the full daemon starts.
    do { text = String(decoding: try Descriptor.contents(of: path), as: UTF8.self) } catch { return [] }
    return text.split(separator: "\n").map(String.init)
  }

  private func write(_ lines: [String]) {
    let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard number >= 0 else { return }
    let file = Descriptor(number)
    let text = lines.map { $0 + "\n" }.joined()
    // Lost in part, it counts fewer starts.
    _ = Glibc.write(file.number, text, text.utf8.count)
  }
}
