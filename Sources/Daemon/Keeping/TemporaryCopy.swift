import Glibc
import Machine
import Storage

/// A store copied to where it can be opened, to be read there.
final class TemporaryCopy {
  let path: String
  private let folder: ScratchFolder

  /// Brought to this version; throws `corrupt` where what it holds is.
  ///
  /// - Parameter hasLog: whether the log beside the file belongs to it.
  init(of file: String, hasLog: Bool) throws(StorageError) {
    do throws(SystemError) {
      folder = try ScratchFolder()
      path = folder.path + "/rouse.sqlite"
      try DurableFile.copy(file, to: path)
      if hasLog, DurableFile.exists(file + "-wal") { try DurableFile.copy(file + "-wal", to: path + "-wal") }
    } catch {
      throw StorageError(error)
    }
    _ = try Store(path: path, isThere: true)
  }
}
