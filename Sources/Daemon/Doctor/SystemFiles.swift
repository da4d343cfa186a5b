import Glibc
import Machine

/// Small files in which kernel and system tell of themselves.
struct SystemFiles: Sendable {
  /// Where they are; tests have a folder of their own.
  var root = ""

  private static let limit = 1 << 14

  /// Without blanks and newlines around it; nil where it is not there, or not for this user.
  func text(_ path: String) -> String? {
    do throws(SystemError) {
      return String(decoding: try Descriptor.contents(of: root + path, limit: Self.limit), as: UTF8.self).trimmed
    } catch {
      // A kernel, a card or a system without it: what it would tell is not known.
      return nil
    }
  }

  func number(_ path: String) -> Int? { text(path).flatMap { Int($0) } }

  /// What a folder holds, sorted; nothing where there is none.
  func names(in folder: String) -> [String] { DurableFile.names(in: root + folder).sorted() }

  func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }

  /// The last part of where a link leads.
  func target(of link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(root + link, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return buffer[..<count].split(separator: CChar(UInt8(ascii: "/"))).last.map { name in
      String(decoding: name.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
  }
}

extension StringProtocol {
  /// Without blanks and newlines around it.
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
