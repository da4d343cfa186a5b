import Glibc

extension TemporaryFolder {
  /// Creates a folder and those above it.
  public func makeFolder(_ name: String) throws {
    var place = path
    for part in name.split(separator: "/") {
      place += "/" + part
      guard mkdir(place, 0o700) == 0 || errno == EEXIST else { throw Failure("\(place) cannot be created") }
    }
  }

  /// Writes a file and creates the folders above it; returns its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    if let end = name.lastIndex(of: "/") { try makeFolder(String(name[..<end])) }
    try Files.write(bytes, to: path + "/" + name)
    return path + "/" + name
  }

  @discardableResult
  public func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

  /// Creates a symbolic link.
  public func link(_ name: String, to target: String) throws {
    guard symlink(target, path + "/" + name) == 0 else { throw Failure("\(path)/\(name) cannot be linked") }
  }
}
