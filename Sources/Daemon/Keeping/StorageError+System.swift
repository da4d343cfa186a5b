import Glibc
import Machine
import Storage

extension StorageError {
  /// What the kernel refused, as the store's trouble.
  init(_ error: SystemError) {
    let kind: Kind =
      switch error.code {
      case ENOSPC, EDQUOT, EFBIG: .full
      case EROFS, EACCES, EPERM: .readOnly
      default: .other
      }
    self.init(kind, error.operation, String(cString: strerror(error.code)))
  }
}
