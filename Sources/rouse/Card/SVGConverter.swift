import Control
import Glibc

/// `rsvg-convert` (librsvg2-bin), which makes PNG and PDF of a drawing. It need not be there.
struct SVGConverter {
  enum Format: String { case png, pdf }

  static let program = "rsvg-convert"
  static let remedy = "sudo apt-get install librsvg2-bin"
  /// As printers have it.
  private static let dotsPerInch = 300

  /// Why nothing came of it, as a clause.
  struct Failure: Error, Equatable {
    var reason: String
  }

  /// The bytes of the file that it makes.
  static func convert(_ svg: String, to format: Format) throws(Failure) -> [UInt8] {
    let dots = "\(dotsPerInch)"
    let result: StartedProgram.Result
    do throws(StartedProgram.Failure) {
      result = try StartedProgram.run(
        program, arguments: ["--format", format.rawValue, "--dpi-x", dots, "--dpi-y", dots],
        input: [UInt8](svg.utf8), isQuiet: true)
    } catch {
      throw Failure(
        reason: error.code == ENOENT
          ? "`\(program)` is not installed"
          : "`\(program)` cannot be \(error.verb): \(String(cString: strerror(error.code)))")
    }
    guard result.status == 0, !result.output.isEmpty else {
      throw Failure(
        reason: result.status & 0x7F == 0
          ? "`\(program)` has failed with code \(result.status >> 8 & 0xFF)"
          : "`\(program)` was ended by signal \(result.status & 0x7F)")
    }
    return result.output
  }
}
