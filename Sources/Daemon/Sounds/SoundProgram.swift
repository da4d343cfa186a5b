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
    var said: [UInt8] = []
    let status = try ChildProcess.run(
      [path], descriptors: [(source, as: STDIN_FILENO), (target, as: STDOUT_FILENO)], listeningTo: STDERR_FILENO,
      within: limit
    ) {
      // More than a library ever says is of no interest but for its end.
      said = (said + $0).suffix(Self.longestLine)
    }
    guard status & 0x7F == 0 else { throw SystemError("waiting for \(path)", ECHILD) }
    return String(decoding: said, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
  }

  private static let longestLine = 1 << 14
}
