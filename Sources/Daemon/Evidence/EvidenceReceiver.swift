import AlarmClock
import Glibc
import Machine
import ScanLine

/// Takes over what a `rouse-scan` has kept, on the thread of its session: nothing waits for it but the files.
struct EvidenceReceiver {
  let line: Descriptor
  let time: any TimeSource
  /// The camera is free for the next one who looks.
  let closed: () -> Void

  /// It works at a low priority, and a slow board that is busy needs its time.
  private static let longest: Duration = .seconds(180)

  /// When the camera was let go of, and the frames that arrive until it has said all, dies or takes too long; the newest
  /// first.
  func frames(_ reader: inout ReportReader) -> (closed: Instant, frames: [EvidenceReport]) {
    defer { closed() }
    var moment = time.now
    var frames: [EvidenceReport] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let end = time.monotonic + Self.longest
    while frames.count < EvidenceReport.mostFrames, time.monotonic < end {
      var entry = pollfd(fd: line.number, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 1000) > 0 else { continue }
      let count = read(line.number, &buffer, buffer.count)
      guard count > 0 else { break }
      let reports: [ScanReport]
      do { reports = try reader.read(buffer[..<count]) } catch {
        // From here on nothing on the line can be believed.
        break
      }
      for report in reports {
        switch report {
        case .closed:
          moment = time.now
          closed()
        case .evidence(let frame): frames.append(frame)
        case .opened, .failed, .frame: break
        }
      }
    }
    return (moment, Array(frames.prefix(EvidenceReport.mostFrames)))
  }
}
