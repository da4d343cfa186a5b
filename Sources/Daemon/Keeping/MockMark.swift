import Control
import Machine

/// Marks a state folder that was used with a mock clock, so that its history never mixes with that of a real clock.
enum MockMark {
  private static func path(_ folder: String) -> String { folder + "/mock-clock" }

  /// Marks a new folder on a mock clock. Refuses a folder of the other kind.
  static func check(_ folder: String) throws(ControlError) {
    let isMarked = DurableFile.exists(path(folder))
    guard VirtualTime.installed != nil else {
      guard isMarked else { return }
      throw ControlError(
        .notPermitted, "the state folder \(folder) was used with `--time`",
        why: "its history has simulated times; nothing was changed",
        fix: "name another folder with `--state`")
    }
    if isMarked { return }
    guard !DurableFile.exists(StateFolder.storePath(folder)), !DurableFile.exists(StateFolder.backups(folder).folder)
    else {
      throw ControlError(
        .notPermitted, "the state folder \(folder) was used with the real clock",
        why: "`--time` would add simulated times to its history; nothing was changed",
        fix: "name a new folder with `--state`, such as `--state /tmp/rouse-mock`")
    }
    do {
      try DurableFile.replace(path(folder), by: Array("This folder was used with `rouse daemon --time`.\n".utf8))
    } catch {
      throw ControlError(
        .cannotCreate, "the state folder \(folder) cannot be marked as used with `--time`", why: "\(error)",
        fix: "name another folder with `--state`")
    }
  }
}
