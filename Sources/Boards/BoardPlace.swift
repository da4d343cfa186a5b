import Glibc

/// Where the service looks for its board file, and how one comes there.
public struct BoardPlace: Sendable {
  public static let file = "/etc/rouse/board.json5"
  /// What the service keeps of the last one that was good, and starts by. Only its group may look.
  private static let copy = "/var/lib/rouse/board.json5"
  /// Where the package has a board file for each board that is known.
  static let packaged = "/usr/share/rouse/boards"
  private static let unitFolders = ["/usr/lib/systemd/system", "/etc/systemd/system"]

  private let root: String

  /// - Parameter root: where the machine's files are.
  public init(root: String = "") { self.root = root }

  /// The board of this machine, or `nil` if Rouse has no board file for it.
  public var board: PiBoard? { PiBoard.ofMachine(root: root) }

  /// Whether systemd knows the service.
  public var isInstalled: Bool { Self.unitFolders.contains { exists("\($0)/rouse.service") } }

  /// Whether the service is installed and does not start, because no board file says what is wired to which pin.
  public var isAwaited: Bool { isInstalled && isMissing(Self.file) && isMissing(Self.copy) }

  /// How a board file gets there. No file is suggested for a computer that has none: its chips and pins would be wrong.
  public var command: String {
    guard let board else {
      let computer = PiBoard.model(root: root).map { "this computer (\($0))" } ?? "this computer"
      let isPackaged = exists(Self.packaged)
      let examples = isPackaged ? Self.packaged : "`board/` in the folder of Rouse"
      let install = isPackaged ? "sudo install -D -m 644 FILE \(Self.file)" : "sudo deploy/install FILE"
      return
        "write a board file, since Rouse has none for \(computer): `rouse help board` explains each key, \(examples) has "
        + "examples, and `\(install)` puts it in place"
    }
    let file = "\(Self.packaged)/\(board.rawValue).json5"
    return exists(file)
      ? "`sudo install -D -m 644 \(file) \(Self.file)`"
      : "`sudo deploy/install \(board.rawValue)` in the folder of Rouse"
  }

  private func isMissing(_ path: String) -> Bool { !exists(path) && errno == ENOENT }

  private func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }
}
