import Control
import Glibc
import TestSupport
import Testing

/// `rouse` checks who listens at the socket before it sends a card's code.
struct TrustTests {
  private static let nobody: uid_t = 65534
  private static let switcher = "/usr/bin/setpriv"

  /// Whether another user, who must be able to run these programs, can be played.
  private static var canPlayAStranger: Bool {
    guard getuid() == 0, access(switcher, X_OK) == 0 else { return false }
    var prefix = ""
    for part in (Files.builtPrograms + "/rouse").split(separator: "/") {
      prefix += "/" + part
      var status = stat()
      guard stat(prefix, &status) == 0, status.st_mode & S_IXOTH != 0 else { return false }
    }
    return true
  }

  private static func asNobody(_ words: [String]) -> [String] {
    [switcher, "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups", "/usr/bin/timeout", "--signal=KILL", "170"]
      + words
  }

  private static let rouse = Files.builtPrograms + "/rouse"

  /// Runs a test beside the daemon of a stranger who created the user's socket folder first.
  private func besideAStranger(_ test: (_ clock: Clock, _ socket: String) async throws -> Void) async throws {
    try await Clock.withoutDaemon { clock in
      let home = clock.folder + "/home"
      var folder = clock.folder
      chmod(folder, 0o755)
      for name in ["home", ".local", "state", "rouse"] {
        folder += "/" + name
        mkdir(folder, 0o755)
      }
      chown(folder, Self.nobody, Self.nobody)
      let socket = folder + "/control.sock"
      let words = [Self.rouse, "daemon", "--board", "mock", "--state", folder + "/store", "--socket", socket]
      let stranger = clock.keep(
        try Program(
          Self.asNobody(words), environment: ["PATH=/usr/bin:/bin", "HOME=\(home)"],
          outputTo: clock.folder + "/stranger"))
      try await clock.eventually("the stranger listens") {
        guard stranger.isRunning else { throw Failure("the stranger ended: \(stranger.errors)") }
        return try await asStranger(["status"], clock, socket).code == 0
      }
      try await test(clock, socket)
    }
  }

  private func asStranger(_ words: [String], _ clock: Clock, _ socket: String) async throws -> Program.Result {
    try await Program(
      Self.asNobody([Self.rouse] + words + ["--socket", socket]), environment: ["PATH=/usr/bin:/bin"],
      outputTo: clock.folder + "/stranger-asks"
    ).result()
  }

  @Test(.enabled(if: canPlayAStranger, "only root can play a stranger, who has to reach the programs"))
  func nothingIsSentToAStrangerWhereverTheSocketIs() async throws {
    try await besideAStranger { clock, socket in
      let (link, folderLink) = (clock.folder + "/link", clock.folder + "/folder")
      symlink(socket, link)
      symlink(String(socket.dropLast("/control.sock".count)), folderLink)
      let home = "HOME=\(clock.folder)/home"
      let ways: [(words: [String], environment: [String])] = [
        (["--socket", socket], []), ([], ["ROUSE_SOCKET=\(socket)"]), (["--socket", link], []),
        (["--socket", folderLink + "/control.sock"], []), ([], [home]),
        ([], ["HOME=/nonexistent", "XDG_STATE_HOME=\(clock.folder)/home/.local/state"]),
      ]
      for (number, way) in ways.enumerated() {
        let picture = "\(clock.folder)/stolen\(number).png"
        let result = try await clock.begin(
          ["card", "new", "stolen\(number)", "--output", picture] + way.words,
          environment: ["PATH=/usr/bin:/bin"] + way.environment
        ).result()
        #expect(result.code == 77, "\(way): \(result.errors)")
        for part in ["is not trusted", "why:", "fix:", "still works:"] {
          #expect(result.errors.contains(part), "\(result.errors)")
        }
        #expect(access(picture, F_OK) != 0, "no picture of a card that was not made")
      }
      #expect(try await asStranger(["card", "list", "--json"], clock, socket).output.contains("stolen") == false)
    }
  }

  /// A daemon started without a runtime folder is found beside its store, whether or not the command has such a folder.
  @Test func theUsersOwnFolderIsWhereTheyMeetWithoutARuntimeFolder() async throws {
    try await Clock.withoutDaemon { clock in
      let folder = clock.folder + "/.local/state/rouse"
      let daemon = try clock.launch(socket: folder + "/control.sock")
      let home = ["PATH=/usr/bin:/bin", "HOME=\(clock.folder)"]
      for runtime in [[], ["XDG_RUNTIME_DIR=\(clock.folder)"]] {
        try await clock.eventually("the daemon is found") {
          guard daemon.isRunning else { throw Failure("the daemon ended: \(daemon.errors)") }
          return try await clock.begin(["status"], environment: home + runtime).result().code == 0
        }
      }
      // A folder that anyone may write to is not used.
      chmod(folder, 0o777)
      let result = try await clock.begin(["status"], environment: home).result()
      #expect(result.code == 77, "\(result.errors)")
    }
  }
}
