import Glibc

/// A file that a client hands over piece by piece, in a folder that goes with it.
package struct IncomingFile {
  /// What its pieces name, so that two clients do not mix theirs.
  package let number = Int.random(in: 1...Int(Int32.max))
  /// What it is to have in the end, in bytes.
  package let size: Int
  package private(set) var received = 0
  /// When it last got something, by the clock that never steps.
  package private(set) var touched: Duration
  package let path: String
  package let descriptor: Descriptor
  private let folder: ScratchFolder

  package var isWhole: Bool { received == size }

  /// - Parameters:
  ///   - size: in bytes.
  ///   - folder: is made anew, in place of what a death may have left there.
  ///   - mode: whoever may read it (chmod(2)).
  package init(size: Int, in folder: String, called name: String, mode: mode_t, at now: Duration) throws(SystemError) {
    self.folder = try ScratchFolder(at: folder)
    path = "\(folder)/\(name)"
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard number >= 0 else { throw SystemError("creating \(path)", errno) }
    descriptor = Descriptor(number)
    self.size = size
    touched = now
  }

  /// Throws EFBIG when there is more than it is to have.
  package mutating func append(_ bytes: [UInt8], at now: Duration) throws(SystemError) {
    guard received + bytes.count <= size else { throw SystemError("writing \(path)", EFBIG) }
    var sent = 0
    while sent < bytes.count {
      let step = bytes.withUnsafeBytes {
        write(descriptor.number, $0.baseAddress.map { $0 + sent }, $0.count - sent)
      }
      guard step > 0 || errno == EINTR else { throw SystemError("writing \(path)", errno) }
      sent += max(0, step)
    }
    received += bytes.count
    touched = now
  }
}
