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
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}

extension SystemFiles {
  /// Returns what a configuration file of systemd and its drop-ins set a key to: the last of them in the order of their names
  /// counts, as systemd-system.conf(5) says. Returns `""` if none sets the key, and `nil` if there is no such file.
  ///
  /// - Parameter name: The file in `/etc/systemd`, such as `system.conf`.
  func systemdSetting(_ key: String, in name: String) -> String? {
    let places = ["/etc", "/run", "/usr/local/lib", "/usr/lib"].map { "\($0)/systemd/\(name)" }
    let main = places.lazy.compactMap(text).first
    var others: [String: String] = [:]
    // Of two drop-ins with one name, that of the place named first counts.
    for place in places.reversed() {
      for name in names(in: place + ".d") where name.hasSuffix(".conf") {
        others[name] = text("\(place).d/\(name)") ?? ""
      }
    }
    guard main != nil || !others.isEmpty else { return nil }
    let texts = [main ?? ""] + others.sorted { $0.key < $1.key }.map(\.value)
    let values = texts.flatMap { $0.split(separator: "\n") }.compactMap { line -> Substring? in
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }) == key else { return nil }
      return parts[1].drop { $0.isWhitespace }.prefix { !$0.isWhitespace }
    }
    return values.last.map(String.init) ?? ""
  }
}
