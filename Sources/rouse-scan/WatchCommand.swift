import Confinement
import Glibc
import Hardware
import LinuxCamera
import ScanLine

/// `watch`: reads the camera and reports every frame until the daemon hangs up.
enum WatchCommand {
  static func run(_ arguments: [String]) -> Int32 {
    let options: Options
    do throws(Options.Problem) { options = try Options(arguments) } catch { return RouseScan.usage(error.description) }
    for option in options.unknown { Output.message("rouse-scan: watch has no option \(option); it is ignored.") }
    Confinement.offerToEndFirst()
    let unconfined = RouseScan.confine(to: .camera)
    guard endWithPeer(of: options.line) else {
      Output.message("rouse-scan: no thread could be started to watch the line to the daemon.")
      return EX_OSERR
    }
    let aWeek = 7 * 86_400_000
    let camera: any Camera =
      switch options.source {
      case .frames(let descriptor):
        PipedCamera(descriptor: descriptor, patience: options.waits ? aWeek : FrameStream.patience)
      case .camera(let identity): V4L2Camera(identity)
      }
    do {
      try Watch(
        camera: camera, line: options.line, picture: options.picture, keepsEvidence: options.keepsEvidence,
        unconfined: unconfined
      ).run()
      return 0
    } catch let error as HardwareError where error.code == EPIPE {
      return 0
    } catch {
      Output.message("rouse-scan: \(error)")
      return EX_SOFTWARE
    }
  }

  /// Starts a thread that ends the process as soon as the other end of the line is closed, even during a decode.
  /// Without a daemon, this process would block the camera for its successor.
  private static func endWithPeer(of line: Int32) -> Bool {
    var thread = pthread_t()
    let context = UnsafeMutableRawPointer(bitPattern: Int(line))
    return pthread_create(
      &thread, nil,
      { context in
        // Even without requested events, poll reports the hang-up.
        var entry = pollfd(fd: Int32(Int(bitPattern: context)), events: 0, revents: 0)
        while poll(&entry, 1, -1) < 0 && errno == EINTR {}
        _exit(0)
      }, context) == 0
  }
}

extension WatchCommand {
  /// The arguments after `watch`.
  struct Options {
    enum Source {
      case frames(Int32)
      case camera(CameraIdentity)
    }

    struct Problem: Error, CustomStringConvertible {
      var description: String
    }

    let line: Int32
    let source: Source
    private(set) var picture: PictureSize?
    private(set) var keepsEvidence = false
    private(set) var waits = false
    /// Options that were ignored.
    private(set) var unknown: [String] = []

    init(_ arguments: [String]) throws(Problem) {
      var line: Int32?
      var sources: [Source] = []
      var rest = arguments[...]
      func value() -> String { rest.popFirst() ?? "" }
      while let option = rest.popFirst() {
        switch option {
        case "--evidence": keepsEvidence = true
        case "--wait": waits = true
        case "--line": line = try Self.descriptor(value(), for: option)
        case "--frames": sources.append(.frames(try Self.descriptor(value(), for: option)))
        case "--camera":
          let value = value()
          guard let identity = CameraIdentity(value) else {
            throw Problem(description: "--camera needs any, VENDOR:PRODUCT[:SERIAL] in hexadecimal, or a device node.")
          }
          sources.append(.camera(identity))
        case "--picture":
          guard let size = PictureSize(value()) else {
            throw Problem(description: "--picture needs a size from 1x1 to 640x480.")
          }
          picture = size
        default:
          // A newer daemon may ask for more than this version can do, but still needs what it can do.
          unknown.append(option)
          if rest.first?.hasPrefix("--") == false { rest.removeFirst() }
        }
      }
      guard let line, sources.count == 1 else {
        throw Problem(description: "watch needs --line, and one of --frames and --camera.")
      }
      self.line = line
      source = sources[0]
    }

    private static func descriptor(_ text: String, for option: String) throws(Problem) -> Int32 {
      guard let number = Int32(text), fcntl(number, F_GETFD) >= 0 else {
        throw Problem(description: "\(option) needs the number of an open descriptor.")
      }
      return number
    }
  }
}
