import Glibc
import TestSupport
import Testing

@testable import Storage

extension TemporaryFolder {
  var file: String { path + "/store" }
  var copy: String { path + "/copy" }
}

/// Returns the error with which the store refuses this, if it does.
func refusal(_ change: () throws -> some Any) -> StorageError? {
  do { _ = try change() } catch { return error as? StorageError }
  return nil
}

/// A small file system mounted over a folder until the object ends.
final class TinyDisk: Sendable {
  let folder: TemporaryFolder

  init(bytes: Int) throws {
    folder = try TemporaryFolder()
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(bytes)") == 0 else {
      throw Failure("mount \(folder.path): \(errno)")
    }
  }

  deinit { umount2(folder.path, Int32(MNT_DETACH)) }

  func makeReadOnly() throws {
    guard mount("tmpfs", folder.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 else {
      throw Failure("remounting \(folder.path): \(errno)")
    }
  }

  func fill() throws {
    let stream = try #require(fopen(folder.path + "/filler", "w"))
    setvbuf(stream, nil, Int32(_IONBF), 0)
    let block = [UInt8](repeating: 1, count: 4096)
    while fwrite(block, 1, block.count, stream) == block.count {}
    fclose(stream)
  }

  func empty() { unlink(folder.path + "/filler") }

  /// Whether mounting is allowed: it takes CAP_SYS_ADMIN, which even root may lack in a container.
  static let isPossible = (try? TinyDisk(bytes: 4096)) != nil
}
