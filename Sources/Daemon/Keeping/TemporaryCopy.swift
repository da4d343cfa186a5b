import Glibc
import Machine
import Storage

/// A store copied to where it can be opened, to be read there.
final class TemporaryCopy {
  let path: String
  private let folder: ScratchFolder

  /// Throws `corrupt` where what it holds is.
  ///
  /// - Parameters:
  ///   - hasLog: whether the log beside the file belongs to it.
  ///   - isOfAnyVersion: takes a store of any version as it is.
  init(of file: String, hasLog: Bool, isOfAnyVersion: Bool) throws(StorageError) {
    do throws(SystemError) {
      folder = try ScratchFolder()
      path = folder.path + "/rouse.sqlite"
      try DurableFile.copy(file, to: path)
      if hasLog, DurableFile.exists(file + "-wal") { try DurableFile.copy(file + "-wal", to: path + "-wal") }
    } catch {
      throw StorageError(error)
    }
    _ = try Store(path: path, isThere: true, isOfAnyVersion: isOfAnyVersion)
  }
}
