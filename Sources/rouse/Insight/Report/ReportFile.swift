import Control
import Glibc

/// A file that nobody is to lose another one by.
struct ReportFile {
  let path: String
  let replacing: Bool

  /// Refuses to replace what nobody asked to be replaced, and what never is.
  func check() throws(ControlError) {
    if let refusal = OutputFile.refusal(of: path) { throw refusal }
    guard !replacing, access(path, F_OK) == 0 else { return }
    throw ControlError(
      .cannotCreate, "\(Terminal.printable(path)) exists already", why: "nothing is replaced unasked",
      fix: "choose another name, or replace it with `--force`")
  }

  func write(_ bytes: [UInt8]) throws(ControlError) {
    var file = try OutputFile(path)
    try file.append(bytes)
    try file.finish()
  }
}
