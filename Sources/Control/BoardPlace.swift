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

  /// Which of the known boards this machine is; nil: none of them.
  public var board: PiBoard? { PiBoard.model(root: root).flatMap(PiBoard.init(model:)) }

  /// Whether systemd knows the service.
  public var isInstalled: Bool { Self.unitFolders.contains { exists("\($0)/rouse.service") } }

  /// Whether the service is installed and does not start, because no board file says what is wired to which pin.
  public var isAwaited: Bool { isInstalled && isMissing(Self.file) && isMissing(Self.copy) }

  /// The command that puts one there, or anew; where the machine is none of the known ones, an example of it.
  public var command: String {
    let board = board
    let name = (board ?? .pi4).rawValue
    guard exists("\(Self.packaged)/\(name).json5") else {
      let command = "`sudo deploy/install \(name)` in the folder of Rouse"
      return board == nil ? command + " (or with another folder of board/)" : command
    }
    let command = "`sudo install -D -m 644 \(Self.packaged)/\(name).json5 \(Self.file)`"
    return board == nil ? command + " (or another one of \(Self.packaged))" : command
  }

  /// What people are told of a service that waits for it.
  func refusal() -> ControlError {
    ControlError(
      .unreachable, "the service does not run: it waits for a board file, \(Self.file)",
      why: "the file says what is wired to which pin; without the service nothing can be read or changed",
      fix: "\(command), then `sudo systemctl start rouse`; or try it without hardware: `rouse daemon --board mock`",
      stillWorks: "`rouse decode` needs no daemon")
  }

  private func isMissing(_ path: String) -> Bool { !exists(path) && errno == ENOENT }

  private func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }
}
