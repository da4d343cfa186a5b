import Glibc
import TestSupport

extension TemporaryFolder {
  /// Writes a file and returns its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = "\(path)/\(name)"
    guard let stream = fopen(file, "w") else { throw TestSetupError(what: "fopen \(file)", code: errno) }
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
    return file
  }
}

struct TestSetupError: Error {
  let what: String
  let code: Int32
}
