import Glibc

/// A file that a client uploads in pieces, in a folder that is deleted with this value.
package struct IncomingFile {
  /// The upload's number in the requests for each piece, so that the uploads of two clients do not mix.
  package let number = Int.random(in: 1...Int(Int32.max))
  /// The expected size in bytes.
  package let size: Int
  package private(set) var received = 0
  /// When the last piece arrived, on a clock that never steps.
  package private(set) var touched: Duration
  package let path: String
  package let descriptor: Descriptor
  private let folder: ScratchFolder

  package var isWhole: Bool { received == size }

  /// Creates `folder` empty: deletes a leftover of a crash. `mode` is the file's (chmod(2)).
  package init(size: Int, in folder: String, called name: String, mode: mode_t, at now: Duration) throws(SystemError) {
    self.folder = try ScratchFolder(at: folder)
    path = "\(folder)/\(name)"
    descriptor = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    self.size = size
    touched = now
  }

  /// Throws EFBIG if the pieces exceed `size`.
  package mutating func append(_ bytes: [UInt8], at now: Duration) throws(SystemError) {
    guard received + bytes.count <= size else { throw SystemError("writing \(path)", EFBIG) }
    let code = Descriptor.write(bytes, to: descriptor.number)
    guard code == 0 else { throw SystemError("writing \(path)", code) }
    received += bytes.count
    touched = now
  }
}
