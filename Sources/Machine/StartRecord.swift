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

  /// Notes a start at this moment of CLOCK_BOOTTIME; returns how many of the last minute ended badly before it.
  package func note(at now: Duration) -> Int {
    let earlier = moments.filter { $0 <= now && now - $0 < Self.span }
    write(earlier + [now])
    return earlier.count
  }

  /// It ended as it should.
  package func clear() { unlink(path) }

  private var moments: [Duration] {
    let text: String
    // No file is no bad start; what cannot be read or kept is none either, and the full daemon starts.
    do { text = String(decoding: try Descriptor.contents(of: path), as: UTF8.self) } catch { return [] }
    return text.split(separator: "\n").compactMap { Int64($0) }.map { .milliseconds($0) }.suffix(Self.mostFailures)
  }

  private func write(_ moments: [Duration]) {
    let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard number >= 0 else { return }
    let file = Descriptor(number)
    let text = moments.map { "\($0.wholeNanoseconds / 1_000_000)\n" }.joined()
    // Lost in part, it counts fewer starts.
    _ = Glibc.write(file.number, text, text.utf8.count)
  }
}
