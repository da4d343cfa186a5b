import Control
import Glibc
import Hardware
import Machine
import ScanLine

/// A running `rouse-scan`, and the daemon's ends of its connections.
struct ScanProcess: ~Copyable {
  private let child: ChildProcess
  /// Carries the reports. Closing it ends the child.
  let line: Descriptor
  /// Carries the frames of a camera in the daemon; `nil` if `rouse-scan` has the camera itself.
  let frames: Descriptor?

  /// Starts `path` without the daemon's signals, priority and descriptors. Without `camera`, it gets frames. `picture`:
  /// the size of those it reports. `keepsEvidence`: it holds the last frames until `askForEvidence`.
  init(path: String, camera: CameraIdentity?, picture: PictureSize?, keepsEvidence: Bool) throws(SystemError) {
    let (line, childLine) = try Self.socketPair()
    var words = [path, "watch", "--line", String(Self.lineNumber)]
    var frames: Descriptor?
    var childFrames: Descriptor?
    if let camera {
      words += ["--camera", camera.description]
    } else {
      let (own, child) = try Self.socketPair()
      (frames, childFrames) = (own, child)
      words += ["--frames", String(Self.framesNumber)]
      if VirtualTime.installed != nil { words.append("--wait") }
    }
    if let picture { words += ["--picture", picture.description] }
    if keepsEvidence { words.append("--evidence") }

    var descriptors = [(childLine, as: Self.lineNumber)]
    if let childFrames { descriptors.append((childFrames, as: Self.framesNumber)) }
    child = try ChildProcess(words, descriptors: descriptors)
    self.line = line
    self.frames = frames
  }

  var id: pid_t { child.id }

  /// Makes it release the camera, report the frames it holds and exit, at a priority below anything a ring needs.
  func askForEvidence() {
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), id_t(id), 10)
    shutdown(line.number, Int32(SHUT_WR))
  }

  private static let lineNumber: Int32 = 3
  private static let framesNumber: Int32 = 4

  private static func socketPair() throws(SystemError) -> (Descriptor, Descriptor) {
    let (own, low) = try Descriptor.socketPair()
    // Out of the way of the numbers used in the child, where the descriptors would overwrite each other.
    let high = fcntl(low.number, F_DUPFD_CLOEXEC, framesNumber + 1)
    guard high >= 0 else { throw SystemError("moving a descriptor", errno) }
    return (own, Descriptor(high))
  }

  static var programPath: String { ProgramPlaces.path(of: "rouse-scan") }
}
