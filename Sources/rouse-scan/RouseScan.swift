import CLinux
import Confinement
import Glibc

/// The process that owns the camera and libzbar, so that a hung driver, a crash or an exploit in a decoder cannot
/// affect the process that rings.
@main
enum RouseScan {
  static func main() {
    rouse_keep_standard_descriptors()
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ arguments: [String]) -> Int32 {
    switch arguments.first {
    case "watch": return WatchCommand.run(Array(arguments.dropFirst()))
    case "decode": return DecodeCommand.run(Array(arguments.dropFirst()))
    case "help", "--help", "-h":
      Output.data(help)
      return 0
    default:
      return usage("rouse-scan needs to know what to do: watch or decode.")
    }
  }

  /// Reports wrong arguments and returns the exit code for that (sysexits.h).
  static func usage(_ problem: String) -> Int32 {
    Output.message("\(problem)\nSee: rouse-scan help")
    return EX_USAGE
  }

  /// The largest picture takes about 300 MB; the rest is for libraries and stacks. The program writes no files itself,
  /// but its output may be redirected to one.
  static func confine(to files: Confinement.Files) -> [String] {
    let isWritingFile = [STDOUT_FILENO, STDERR_FILENO].contains { descriptor in
      var status = stat()
      return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
    return Confinement.apply(readableFiles: files, addressSpace: 2 << 30, writtenFile: isWritingFile ? .max : 0)
  }

  static let help = """
    usage: rouse-scan decode [--json] FILE…
           rouse-scan decode --burst [--json] FILE…
           rouse-scan decode --batch
           rouse-scan watch --line DESCRIPTOR (--frames DESCRIPTOR | --camera CAMERA) [--picture WIDTHxHEIGHT]
                            [--evidence] [--wait]

    decode reads the QR codes in pictures (PNG, JPEG, PGM), scaled to what the camera sees.
    A payload is printed as text if it is printable UTF-8, otherwise as hex: and its bytes in
    hexadecimal, as is a text that itself begins with hex: .
      --burst   the files are successive frames of one scene
      --batch   paths on stdin; for each: path, milliseconds of CPU time, payloads in hexadecimal,
                separated by tabs (payloads by spaces; an empty one is -)
      --json    a JSON document

    The alarm clock's daemon runs watch while it looks for cards.
      --line     a socket for the reports, one JSON value per line
      --frames   a socket to read frames from
      --camera   any, a USB camera's VENDOR:PRODUCT[:SERIAL] as lsusb writes it, or a device node
      --picture  reports every frame, scaled to this size (at most 640x480), and how sharp it is
      --evidence keeps the last frames and reports them when the other direction of the line is closed:
                 as PNG, with every code that was read covered up
      --wait     waits for the next frame as long as it takes, as on a mock clock

    Exit codes: 0; 1 no code in a picture; 64 usage; 65 not a picture; 66 no such file;
    70 internal; 77 not permitted.

    """
}
