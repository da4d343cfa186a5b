import Glibc

/// A failed system call: the attempted operation and the errno.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  package var operation: String
  package var code: Int32

  package init(_ operation: String, _ code: Int32) {
    self.operation = operation
    self.code = code
  }

  package var reason: String { String(cString: strerror(code)) }
  package var description: String { "\(operation): \(reason)" }
}
