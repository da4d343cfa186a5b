import AlarmClock
import FoundationEssentials
import Glibc
import Sound

/// `rouse-sound`, which decodes sound files in a process of its own.
struct SoundProgram: Sendable {
  let path: String
  /// How long it may take for one file.
  var limit: Duration = .seconds(300)

  static var installed: SoundProgram { SoundProgram(path: ChildProcess.path(of: "rouse-sound")) }

  /// Runs it on two open files, and waits for its end.
  func prepare(_ source: Descriptor, into target: Descriptor) throws(SoundProblem) -> SoundFacts {
    let line: String
    do throws(SystemError) { line = try run(source, target) } catch {
      if error.code == ETIMEDOUT { throw .tookTooLong }
      throw error.code == ECHILD ? .crashed : .noProgram(error.description)
    }
    do {
      switch try JSONDecoder().decode(PreparationReport.self, from: Data(line.utf8)) {
      case .prepared(let facts):
        guard facts.seconds.isFinite, abs(facts.gain) < 1000 else { throw SoundProblem.crashed }
        return facts
      case .refused(let refusal): throw SoundProblem.refused(refusal)
      }
    } catch let problem as SoundProblem {
      throw problem
    } catch {
      throw .noProgram("its answer is not understood; `rouse` and `rouse-sound` may be of different versions")
    }
  }

  /// Its last line. Throws ETIMEDOUT when it took too long, ECHILD when a signal has ended it.
  private func run(_ source: Descriptor, _ target: Descriptor) throws(SystemError) -> String {
    var run = try Run(path, source, target)
    let start = ContinuousClock.now
    var said: [UInt8] = []
    while true {
      let left = limit - (ContinuousClock.now - start)
      guard left > .zero else { throw SystemError("waiting for \(path)", ETIMEDOUT) }
      var polled = pollfd(fd: run.output.number, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, Int32(clamping: left.wholeNanoseconds / 1_000_000 + 1)) > 0 else { continue }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = read(run.output.number, &chunk, chunk.count)
      if count == 0 { break }
      if count < 0 { continue }
      // More than a library ever says is of no interest but for its end.
      said = (said + chunk[..<count]).suffix(Self.longestLine)
    }
    while ContinuousClock.now - start < limit {
      guard let status = run.child.status() else {
        usleep(1000)
        continue
      }
      guard status & 0x7F == 0 else { throw SystemError("waiting for \(path)", ECHILD) }
      return String(decoding: said, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
    }
    throw SystemError("waiting for \(path)", ETIMEDOUT)
  }

  private static let longestLine = 1 << 14

  /// A running one, and where its messages come from; their end comes with its own.
  private struct Run: ~Copyable {
    var child: ChildProcess
    let output: Descriptor

    init(_ path: String, _ source: Descriptor, _ target: Descriptor) throws(SystemError) {
      let (output, input) = try Descriptor.socketPair()
      child = try ChildProcess(
        [path], descriptors: [(source, as: STDIN_FILENO), (target, as: STDOUT_FILENO), (input, as: STDERR_FILENO)])
      self.output = output
    }
  }
}
