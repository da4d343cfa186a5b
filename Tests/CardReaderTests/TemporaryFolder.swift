import Glibc

/// A folder for one test, gone with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = "/tmp/rouse-pictures-\(UInt64.random(in: 0...UInt64.max))"
    guard mkdir(path, 0o700) == 0 else { throw TestSetupError(what: "mkdir \(path)", code: errno) }
  }

  deinit {
    for name in names() { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// Writes a file and returns its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = "\(path)/\(name)"
    guard let stream = fopen(file, "w") else { throw TestSetupError(what: "fopen \(file)", code: errno) }
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
    return file
  }

  func names() -> [String] {
    var names: [String] = []
    guard let folder = opendir(path) else { return names }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }
}

struct TestSetupError: Error {
  let what: String
  let code: Int32
}
