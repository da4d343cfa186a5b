import Control
import FoundationEssentials
import Glibc
import Machine
import Sound

/// `rouse-sound`, which decodes sound files in a process of its own.
struct SoundProgram: Sendable {
  let path: String
  var limit: Duration = .seconds(300)

  static var installed: SoundProgram { SoundProgram(path: ProgramPlaces.path(of: "rouse-sound")) }

  func prepare(_ source: Descriptor, into target: Descriptor) throws(SoundProblem) -> SoundFacts {
    var said: [UInt8] = []
    let status: Int32
    do throws(SystemError) {
      status = try ChildProcess.run(
        [path], descriptors: [(source, as: STDIN_FILENO), (target, as: STDOUT_FILENO)], listeningTo: STDERR_FILENO,
        within: limit
      ) {
        // Only the end of overlong output matters.
        said = (said + $0).suffix(Self.longestLine)
      }
    } catch {
      throw error.code == ETIMEDOUT ? .tookTooLong : .noProgram(error.description)
    }
    switch status & 0x7F {
    case 0: break
    // The service was stopped or the kernel is short of memory, which is not the file's fault.
    case SIGTERM, SIGINT, SIGHUP, SIGKILL: throw .interrupted
    default: throw .crashed
    }
    let line = String(decoding: said, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
    let report: PreparationReport
    do { report = try JSONDecoder().decode(PreparationReport.self, from: Data(line.utf8)) } catch {
      throw .noProgram("its answer is not understood; `rouse` and `rouse-sound` may be of different versions")
    }
    switch report {
    case .prepared(let facts):
      guard facts.seconds.isFinite, abs(facts.gain) < 1000 else { throw .crashed }
      return facts
    case .refused(let refusal): throw .refused(refusal)
    }
  }

  private static let longestLine = 1 << 14
}
