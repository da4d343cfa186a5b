import Glibc
import TestSupport

extension TemporaryFolder {
  var file: String { path + "/store" }
  var copy: String { path + "/copy" }

  func write(_ bytes: [UInt8]) throws {
    guard let stream = fopen(file, "w") else { throw SetupError(what: "fopen", code: errno) }
    defer { fclose(stream) }
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else { throw SetupError(what: "fwrite", code: errno) }
  }

  func read() throws -> [UInt8] {
    guard let stream = fopen(file, "r") else { throw SetupError(what: "fopen", code: errno) }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    return [UInt8](bytes[..<fread(&bytes, 1, bytes.count, stream)])
  }
}

/// A small file system mounted over a folder until the object ends.
final class TinyDisk: Sendable {
  let folder: TemporaryFolder

  init(bytes: Int) throws {
    folder = try TemporaryFolder()
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(bytes)") == 0 else {
      throw SetupError(what: "mount \(folder.path)", code: errno)
    }
  }

  deinit { umount2(folder.path, Int32(MNT_DETACH)) }

  func makeReadOnly() throws {
    guard mount("tmpfs", folder.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 else {
      throw SetupError(what: "remounting \(folder.path)", code: errno)
    }
  }

  func fill() throws {
    guard let stream = fopen(folder.path + "/filler", "w") else { throw SetupError(what: "fopen", code: errno) }
    setvbuf(stream, nil, Int32(_IONBF), 0)
    let block = [UInt8](repeating: 1, count: 4096)
    while fwrite(block, 1, block.count, stream) == block.count {}
    fclose(stream)
  }

  func empty() { unlink(folder.path + "/filler") }

  /// Whether mounting is allowed: it takes CAP_SYS_ADMIN, which even root may lack in a container.
  static let isPossible: Bool = {
    do {
      _ = try TinyDisk(bytes: 4096)
      return true
    } catch {
      return false
    }
  }()
}

struct SetupError: Error {
  let what: String
  let code: Int32
}
