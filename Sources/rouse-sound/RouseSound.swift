import CLinux
import Confinement
import FoundationEssentials
import Glibc
import Sound

/// The process that decodes people's sound files, so that a hang, a crash or an exploit in a decoder cannot affect the
/// process that rings. It opens no files: it inherits both as open descriptors.
@main
enum RouseSound {
  static func main() {
    rouse_keep_standard_descriptors()
    guard CommandLine.arguments.count == 1 else {
      message(help)
      exit(EX_USAGE)
    }
    Confinement.offerToEndFirst()
    // Lower priority than anything that a ring needs.
    _ = nice(10)
    alarm(longestRun)
    // `rouse-scan` already reports what this kernel cannot restrict.
    _ = Confinement.apply(readableFiles: .opened, addressSpace: 512 << 20, writtenFile: largestTarget)
    do {
      report(.prepared(try Preparation(source: STDIN_FILENO, target: STDOUT_FILENO).run()))
    } catch {
      report(.refused(error))
      exit(EX_DATAERR)
    }
  }

  /// In seconds. Ends this process if the daemon is no longer there to do so.
  private static let longestRun: UInt32 = 360

  private static let largestTarget =
    UInt64(SoundPreparation.longest) * UInt64(SoundPreparation.rate * WAVHeader.bytesPerFrame) + 4096

  /// The last line on stderr, after anything that a library may have written.
  private static func report(_ report: PreparationReport) {
    do {
      message(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
    } catch {
      message("rouse-sound: \(error)")
      exit(EX_SOFTWARE)
    }
  }

  /// Adds a newline. Ignores errors, because nobody could be told.
  private static func message(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  private static let help = """
    usage: rouse-sound <SOUND >PREPARED.wav

    The alarm clock's daemon runs this for people's own sound files. It reads WAV, FLAC, Ogg or MP3
    and writes a 16-bit mono WAV of 48 kHz that is as loud as the built-in sounds and loops without a
    click. Both must be files. The last line on stderr is a JSON value: the facts, or the refusal.

    Exit codes: 0; 64 usage; 65 the file is refused; 70 internal.
    """
}
