import CLinux
import Glibc
import Home
import Machine

struct KeptMemory {
  var memory = BridgeMemory()
  private let path: String
  /// Locked while the program runs, so that no second one uses it.
  private let folder: Descriptor
  private var stored: BridgeMemory?
  private(set) var trouble: String?

  /// Throws if the folder cannot be used. If the file cannot be read, starts without it and sets `trouble`.
  init(folder path: String) throws(LineTrouble) {
    mkdir(path, 0o700)
    let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else {
      throw LineTrouble(
        "the state folder \(path) cannot be opened: \(String(cString: strerror(errno)))",
        fix: "give one that exists with `--state`")
    }
    folder = Descriptor(number)
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      throw LineTrouble(
        "another rouse-mqtt has the state folder \(path)", fix: "end it, or give another one with `--state`")
    }
    self.path = path + "/" + BridgeMemory.fileName
    guard DurableFile.exists(self.path) else { return }
    do { memory = try BridgeMemory(file: try Descriptor.contents(of: self.path)) } catch {
      trouble = "what was kept cannot be read, and is begun anew: events of before may be missing (\(error))"
    }
  }

  /// Stores changes so that a power cut leaves the old or the new file. If that fails, the program continues, but sends
  /// some events twice after a restart.
  ///
  /// - Returns: a problem, if it is new.
  mutating func keep() -> String? {
    guard memory != stored else { return nil }
    do {
      try DurableFile.replace(path, by: try memory.file())
      stored = memory
      trouble = nil
      return nil
    } catch {
      let before = trouble
      trouble = "what was sent cannot be noted, and is sent again after a restart: \(error)"
      return trouble == before ? nil : trouble
    }
  }
}
