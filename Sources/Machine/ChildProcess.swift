import AlarmClock
import Glibc

/// A child process of the daemon.
package struct ChildProcess: ~Copyable {
  package let id: pid_t
  private var hasEnded = false

  /// Starts a program with default signal handling and priority, and with only the given descriptors of the daemon.
  /// `descriptors` have their numbers in the child, which must be lower than the originals.
  package init(_ words: [String], descriptors: [(Descriptor, as: Int32)]) throws(SystemError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // dup2 clears close-on-exec in the copy.
    for (descriptor, number) in descriptors {
      posix_spawn_file_actions_adddup2(&actions, descriptor.number, number)
    }
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
    let code = posix_spawn(&id, words[0], &actions, &attributes, &arguments, environ)
    guard code == 0 else { throw SystemError("starting \(words[0])", code) }
    self.id = id
  }

  /// Kills the process. Gives up after half a second if the kernel does not end it.
  deinit {
    if hasEnded { return }
    kill(id, SIGKILL)
    var status: Int32 = 0
    for _ in 0..<50 {
      if waitpid(id, &status, WNOHANG) != 0 { return }
      usleep(10_000)
    }
  }

  /// Returns the wait status (waitpid(2)) once the process has ended, or `nil` while it runs.
  package mutating func status() -> Int32? {
    var status: Int32 = 0
    guard !hasEnded, waitpid(id, &status, WNOHANG) != 0 else { return nil }
    hasEnded = true
    return status
  }

  /// Runs a program, passes on its output and returns its wait status (waitpid(2)). Throws ETIMEDOUT after `limit`.
  /// `output` is the child's descriptor to read; closing it ends the output. If `take` throws, the program is killed.
  package static func run(
    _ words: [String], descriptors: [(Descriptor, as: Int32)], listeningTo output: Int32, within limit: Duration,
    _ take: (ArraySlice<UInt8>) throws(SystemError) -> Void
  ) throws(SystemError) -> Int32 {
    let start = ContinuousClock.now
    let said: Descriptor
    var child: ChildProcess
    do {
      // This scope closes our copy of the child's end; otherwise the output would never end.
      let (ours, its) = try Descriptor.socketPair()
      said = ours
      child = try ChildProcess(words, descriptors: descriptors + [(its, as: output)])
    }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let left = limit - (ContinuousClock.now - start)
      guard left > .zero else { throw SystemError("waiting for \(words[0])", ETIMEDOUT) }
      var polled = pollfd(fd: said.number, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, Int32(clamping: left.wholeNanoseconds / 1_000_000 + 1)) > 0 else { continue }
      let count = read(said.number, &piece, piece.count)
      if count == 0 { break }
      if count > 0 {
        try take(piece[..<count])
      } else if errno != EINTR {
        throw SystemError("reading from \(words[0])", errno)
      }
    }
    while ContinuousClock.now - start < limit {
      if let status = child.status() { return status }
      usleep(1000)
    }
    throw SystemError("waiting for \(words[0])", ETIMEDOUT)
  }
}
