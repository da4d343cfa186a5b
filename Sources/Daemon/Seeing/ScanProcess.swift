import Glibc
import Hardware
import ScanLine

/// A running `rouse-scan`, and the daemon's ends of its two lines.
struct ScanProcess: ~Copyable {
  let id: pid_t
  /// Reports come from here; its closing ends the child.
  let line: Descriptor
  /// The frames of a camera in the daemon go here; nil when `rouse-scan` has the camera itself.
  let frames: Descriptor?

  /// Starts the program at `path` with nothing of the daemon's signals, priority or descriptors.
  ///
  /// - Parameters:
  ///   - camera: the camera it opens itself; nil: it gets frames.
  ///   - picture: the size of the pictures it reports; nil: none.
  ///   - keepsEvidence: it holds the last frames until it is asked for them (`askForEvidence`).
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
    }
    if let picture { words += ["--picture", picture.description] }
    if keepsEvidence { words.append("--evidence") }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // A copy made by dup2 is not close-on-exec.
    posix_spawn_file_actions_adddup2(&actions, childLine.number, Self.lineNumber)
    if let childFrames { posix_spawn_file_actions_adddup2(&actions, childFrames.number, Self.framesNumber) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    var allSignals = sigset_t()
    sigfillset(&allSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setsigdefault(&attributes, &allSignals)
    var parameters = sched_param()
    posix_spawnattr_setschedparam(&attributes, &parameters)
    posix_spawnattr_setschedpolicy(&attributes, SCHED_OTHER)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSCHEDULER
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var id = pid_t()
    let code = posix_spawn(&id, path, &actions, &attributes, &arguments, environ)
    guard code == 0 else { throw SystemError("starting \(path)", code) }
    self.id = id
    self.line = line
    self.frames = frames
  }

  /// Ends it. One that the kernel will not let go of is left behind rather than waited for.
  deinit {
    kill(id, SIGKILL)
    var status: Int32 = 0
    for _ in 0..<50 {
      if waitpid(id, &status, WNOHANG) != 0 { return }
      usleep(10_000)
    }
  }

  /// Has it let go of the camera and report the frames it holds, at a priority below all that a ring needs; then it ends.
  func askForEvidence() {
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), id_t(id), 10)
    shutdown(line.number, Int32(SHUT_WR))
  }

  private static let lineNumber: Int32 = 3
  private static let framesNumber: Int32 = 4

  private static func socketPair() throws(SystemError) -> (Descriptor, Descriptor) {
    var pair: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw SystemError("creating a socket pair", errno) }
    let (own, low) = (Descriptor(pair[0]), Descriptor(pair[1]))
    // Out of the way of the numbers that it gets in the child, which would overwrite each other.
    let high = fcntl(low.number, F_DUPFD_CLOEXEC, framesNumber + 1)
    guard high >= 0 else { throw SystemError("moving a descriptor", errno) }
    return (own, Descriptor(high))
  }

  /// `rouse-scan` beside the running program, or in the folder for programs that people do not call.
  static var programPath: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer[..<max(0, count)].map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    let folder = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
    let beside = folder + "/rouse-scan"
    return access(beside, X_OK) == 0 ? beside : folder + "/../libexec/rouse/rouse-scan"
  }
}
