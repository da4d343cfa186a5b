import Glibc

/// The location of the board file, and how to install one.
public struct BoardPlace: Sendable {
  public static let file = "/etc/rouse/board.json5"
  /// The service's copy of the last valid board file, used at startup. Only the service's group can access it.
  private static let copy = "/var/lib/rouse/board.json5"
  /// The package's board files, one per known board.
  static let packaged = "/usr/share/rouse/boards"
  private static let unitFolders = ["/usr/lib/systemd/system", "/etc/systemd/system"]

  private let root: String

  /// - Parameter root: the directory that holds the machine's files.
  public init(root: String = "") { self.root = root }

  /// `nil` if Rouse has no board file for this machine.
  public var board: PiBoard? { PiBoard.ofMachine(root: root) }

  public var isInstalled: Bool { Self.unitFolders.contains { exists("\($0)/rouse.service") } }

  /// Whether the service is installed but cannot start, because there is no board file.
  public var isAwaited: Bool { isInstalled && isMissing(Self.file) && isMissing(Self.copy) }

  /// The instructions to install a board file. For an unknown computer no file is suggested, because its chips and pins
  /// would be wrong.
  public var command: String {
    guard let board else {
      let computer = PiBoard.model(root: root).map { "this computer (\($0))" } ?? "this computer"
      let isPackaged = exists(Self.packaged)
      let examples = isPackaged ? Self.packaged : "`board/` in Rouse's folder"
      let install = isPackaged ? "sudo install -D -m 644 FILE \(Self.file)" : "sudo deploy/install FILE"
      return
        "write a board file, because Rouse has none for \(computer): `rouse help board` explains each key, "
        + "\(examples) has examples, and `\(install)` puts it in place"
    }
    let file = "\(Self.packaged)/\(board.rawValue).json5"
    return exists(file)
      ? "`sudo install -D -m 644 \(file) \(Self.file)`"
      : "`sudo deploy/install \(board.rawValue)` in Rouse's folder"
  }

  private func isMissing(_ path: String) -> Bool { !exists(path) && errno == ENOENT }

  private func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }
}
