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
      let file = open(folder.path + path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      guard file >= 0, write(file, text, text.utf8.count) == text.utf8.count else { throw Trouble(path: path) }
      close(file)
    }
    for (path, target) in links {
      try makeFolders(above: path)
      guard symlink(target, folder.path + path) == 0 else { throw Trouble(path: path) }
    }
  }

  var files: SystemFiles { SystemFiles(root: folder.path) }

  private func makeFolders(above path: String) throws {
    let parts = path.split(separator: "/").dropLast()
    for count in parts.indices.map({ $0 + 1 }) {
      let parent = folder.path + "/" + parts.prefix(count).joined(separator: "/")
      guard mkdir(parent, 0o755) == 0 || errno == EEXIST else { throw Trouble(path: parent) }
    }
  }

  struct Trouble: Error { var path: String }
}
