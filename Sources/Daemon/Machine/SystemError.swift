import Glibc

/// A call to the kernel failed: what for, and its errno.
struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  var operation: String
  var code: Int32

  init(_ operation: String, _ code: Int32) {
    self.operation = operation
    self.code = code
  }

  var description: String { "\(operation): \(String(cString: strerror(code)))" }
}
