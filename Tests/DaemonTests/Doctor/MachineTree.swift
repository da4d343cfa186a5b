import Glibc
import TestSupport

@testable import Daemon

final class MachineTree {
  let folder: TemporaryFolder

  /// - Parameters:
  ///   - files: The contents of each file by its path.
  ///   - links: The target of each link by its path.
  init(_ files: [String: String], links: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    for (path, text) in files {
      try makeFolders(above: path)
      try Files.write(text, to: folder.path + path)
    }
    for (path, target) in links {
      try makeFolders(above: path)
      guard symlink(target, folder.path + path) == 0 else { throw Failure("\(path) cannot be linked") }
    }
  }

  var files: SystemFiles { SystemFiles(root: folder.path) }

  private func makeFolders(above path: String) throws {
    var parent = folder.path
    for part in path.split(separator: "/").dropLast() {
      parent += "/" + part
      guard mkdir(parent, 0o755) == 0 || errno == EEXIST else { throw Failure("\(parent) cannot be made") }
    }
  }
}
