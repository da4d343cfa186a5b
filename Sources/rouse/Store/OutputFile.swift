import Control
import Glibc

/// A file that gets its name when it is complete and on the disk. Only its owner can read it.
struct OutputFile: ~Copyable {
  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private(set) var count = 0
  private var isFinished = false

  /// - Parameter name: a regular file, or a new name. A link is followed: it stays, and its target is replaced.
  init(_ name: String) throws(ControlError) {
    if let refusal = Self.refusal(of: name) { throw refusal }
    let path = Self.target(of: name)
    let temporary = "\(path).\(UInt32.random(in: 0...UInt32.max)).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw ControlError(
        .cannotCreate, "\(path) cannot be created", why: String(cString: strerror(errno)),
        fix: "give a file in an existing folder that you can write to")
    }
    (self.path, self.temporary, self.descriptor) = (path, temporary, descriptor)
  }

  /// Returns an error if `name` exists but is no regular file: a device, pipe, socket or folder, or a link to one of
  /// them or to nothing.
  static func refusal(of name: String) -> ControlError? {
    var status = stat()
    guard lstat(name, &status) == 0 else { return nil }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink, stat(name, &status) != 0 { return refusal(of: name, "it is a broken link") }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFREG else { return nil }
    let what = [S_IFDIR: "a folder", S_IFIFO: "a pipe", S_IFSOCK: "a socket"][kind] ?? "a device"
    return refusal(of: name, isLink ? "it is a link to \(what)" : "it is \(what)")
  }

  /// Throws if `name` is no regular file, or exists and may not be replaced.
  static func check(_ name: String, replacing: Bool) throws(ControlError) {
    if let refusal = refusal(of: name) { throw refusal }
    if !replacing { try checkThatNone(name) }
  }

  static func checkThatNone(
    _ name: String, why: String = "existing files are kept",
    fix: String = "choose another name, or replace it with `--force`"
  ) throws(ControlError) {
    guard access(name, F_OK) != 0 else {
      throw ControlError(.cannotCreate, "\(Terminal.printable(name)) exists already", why: why, fix: fix)
    }
  }

  static func save(_ bytes: [UInt8], to name: String) throws(ControlError) {
    var file = try OutputFile(name)
    try file.append(bytes)
    try file.finish()
  }

  private static func refusal(of name: String, _ why: String) -> ControlError {
    ControlError(
      .cannotCreate, "\(name) is not written", why: "\(why), and only regular files are replaced; nothing was changed",
      fix: "give another name")
  }

  private static func target(of name: String) -> String {
    guard let resolved = realpath(name, nil) else { return name }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  deinit {
    close(descriptor)
    if !isFinished { unlink(temporary) }
  }

  mutating func append(_ bytes: [UInt8]) throws(ControlError) {
    let code = Output.put(bytes, to: descriptor)
    guard code == 0 else { throw refusal(code) }
    count += bytes.count
  }

  mutating func finish() throws(ControlError) {
    if let refusal = Self.refusal(of: path) { throw refusal }
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw refusal(errno) }
    isFinished = true
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let number = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw refusal(errno) }
    defer { close(number) }
    guard fsync(number) == 0 else { throw refusal(errno) }
  }

  private func refusal(_ code: Int32) -> ControlError {
    ControlError(
      .cannotWrite, "\(path) cannot be written", why: String(cString: strerror(code)),
      fix: "free space, or give a file on another disk")
  }
}

protocol FileKind: RawRepresentable<String>, CaseIterable {}

extension FileKind {
  init?(path: String) {
    let name = path.lowercased()
    guard let kind = Self.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }) else { return nil }
    self = kind
  }
}
