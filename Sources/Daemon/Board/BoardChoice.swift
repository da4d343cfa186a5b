import Boards
import Control
import Glibc
import Machine

enum BoardChoice {
  static let systemFile = BoardPlace.file

  /// The given one, the machine's, or outside of systemd the mock board.
  static func board(_ given: String?, time: any TimeSource) throws(ControlError) -> Board {
    if given == "mock" { return try mock(time) }
    if let given { return try read(given, time) }
    if access(systemFile, F_OK) == 0 { return try read(systemFile, time) }
    // INVOCATION_ID is set for every unit (systemd.exec(5)).
    guard getenv("INVOCATION_ID") == nil else {
      throw ControlError(
        .badConfiguration, "there is no board file \(systemFile)",
        why: "the service would ring on the mock board, which makes no noise",
        fix:
          "put your board's file there: \(BoardPlace().command); or ask for the mock board: `rouse daemon --board mock`"
      )
    }
    return try mock(time)
  }

  /// As much of the board as ringing needs, from its file or from the copy of the last one that was good.
  static func essentials(
    _ given: String?, copy: String, time: any TimeSource
  ) throws(ControlError) -> Board {
    if given == "mock" { return try mock(time) }
    let path = given ?? systemFile
    do { return Board(try BoardFile.essentials(of: try Descriptor.contents(of: path)), path: path, time: time) } catch {
      // Then the copy, and if that cannot be used either, the file's own fault is the one to tell.
    }
    do { return Board(try BoardFile.essentials(of: try Descriptor.contents(of: copy)), path: copy, time: time) } catch {
      return try board(given, time: time)
    }
  }

  private static func mock(_ time: any TimeSource) throws(ControlError) -> Board {
    Board(try parse(Array(BoardFile.mock.utf8), path: nil), path: nil, time: time)
  }

  private static func read(_ path: String, _ time: any TimeSource) throws(ControlError) -> Board {
    Board(try file(at: path), path: path, time: time)
  }

  static func file(at path: String) throws(ControlError) -> BoardFile {
    let text: [UInt8]
    do { text = try Descriptor.contents(of: path) } catch {
      throw ControlError(
        error.code == ENOENT ? .noSuchFile : .badConfiguration, "the board file \(path) cannot be read",
        why: [ENOENT: "there is no such file", EISDIR: "it is a folder", EINVAL: "it is a pipe, a socket or a device"][
          error.code] ?? error.description,
        fix: "give the path of a board file, or `--board mock`")
    }
    return try parse(text, path: path)
  }

  private static func parse(_ text: [UInt8], path: String?) throws(ControlError) -> BoardFile {
    do { return try BoardFile.parse(text) } catch {
      throw ControlError(
        .badConfiguration, "the board file \(path ?? "mock") is not valid", why: error.description,
        fix: "correct it; `board/` in the sources of Rouse has a file for every board that is known")
    }
  }
}
