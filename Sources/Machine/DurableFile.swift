import CLinux
import Glibc

/// Replaces files such that after a power cut either the old or the new content is intact.
package enum DurableFile {
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Returns the path without links (realpath(3)), or `nil` if there is no such file.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns the path that a symbolic link holds (readlink(2)), or `nil` if it cannot be read.
  package static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// Returns the names in a folder; empty if the folder does not exist or is unreadable.
  package static func names(in folder: String) -> [String] {
    do throws(SystemError) { return try readableNames(in: folder) } catch { return [] }
  }

  /// Returns the names in a folder; empty if it does not exist. Throws if it is unreadable.
  package static func readableNames(in folder: String) throws(SystemError) -> [String] {
    guard let stream = opendir(folder) else {
      if errno == ENOENT { return [] }
      throw SystemError("reading \(folder)", errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// Copies a file, or its first `most` bytes, to a new name; throws EEXIST if the name is taken.
  package static func copy(_ source: String, to target: String, first most: Int = .max) throws(SystemError) {
    let number = rouse_open_plain_file(source)
    guard number >= 0 else { throw SystemError("opening \(source)", errno) }
    let input = Descriptor(number)
    let output = try Descriptor(opening: target, O_WRONLY | O_CREAT | O_EXCL)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var left = most
    while true {
      let count = read(input.number, &buffer, min(buffer.count, left))
      guard count >= 0 else { throw SystemError("reading \(source)", errno) }
      if count == 0 { return }
      left -= count
      let code = Descriptor.write(Array(buffer[..<count]), to: output.number)
      guard code == 0 else { throw SystemError("writing \(target)", code) }
    }
  }

  /// Replaces a file with a copy of another; returns once it is on disk.
  package static func replace(_ target: String, byCopyOf source: String) throws(SystemError) {
    try replace(target) { new throws(SystemError) in
      try copy(source, to: new)
      try sync(new)
    }
  }

  /// Replaces a file's content; returns once it is on disk.
  package static func replace(_ target: String, by bytes: [UInt8]) throws(SystemError) {
    try replace(target) { new throws(SystemError) in try create(new, bytes) }
  }

  private static func replace(
    _ target: String, _ make: (_ new: String) throws(SystemError) -> Void
  ) throws(SystemError) {
    let new = target + ".new"
    unlink(new)
    try make(new)
    try rename(new, to: target)
    try sync(target.lastIndex(of: "/").map { String(target[..<$0]) } ?? ".")
  }

  /// Creates a file; returns once its content is on disk. Deletes a partial file, to free its space.
  package static func create(_ path: String, _ bytes: [UInt8], mode: mode_t = 0o640) throws(SystemError) {
    let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    var code = Descriptor.write(bytes, to: file.number)
    if code == 0, fsync(file.number) != 0 { code = errno }
    guard code == 0 else {
      unlink(path)
      throw SystemError("writing \(path)", code)
    }
  }

  package static func makeFolder(_ path: String, mode: mode_t = 0o750) throws(SystemError) {
    guard mkdir(path, mode) == 0 || errno == EEXIST else { throw SystemError("creating \(path)", errno) }
  }

  /// Flushes a file, or a folder's entries, to disk.
  package static func sync(_ path: String) throws(SystemError) {
    let file = try Descriptor(opening: path, O_RDONLY)
    guard fsync(file.number) == 0 else { throw SystemError("syncing \(path)", errno) }
  }

  package static func rename(_ source: String, to target: String) throws(SystemError) {
    guard Glibc.rename(source, target) == 0 else { throw SystemError("naming \(target)", errno) }
  }

  /// Creates a hard link, or a copy if the file system has no hard links.
  package static func link(_ source: String, to target: String) throws(SystemError) {
    if Glibc.link(source, target) != 0 { try copy(source, to: target) }
  }
}
