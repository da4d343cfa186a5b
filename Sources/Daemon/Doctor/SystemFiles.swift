import Glibc
import Machine

/// Small files in which the kernel and the system describe themselves.
struct SystemFiles: Sendable {
  /// The folder above them; tests use their own.
  var root = ""

  private static let limit = 1 << 14

  /// Returns the trimmed text, or `nil` if the file is missing or this user may not read it.
  func text(_ path: String) -> String? {
    do throws(SystemError) {
      let bytes = try Descriptor.contents(of: root + path, limit: Self.limit)
      var text = String(decoding: bytes, as: UTF8.self).drop { $0.isWhitespace }
      while text.last?.isWhitespace == true { text.removeLast() }
      return String(text)
    } catch {
      // This kernel, computer or system does not have the file.
      return nil
    }
  }

  func number(_ path: String) -> Int? { text(path).flatMap { Int($0) } }

  func names(in folder: String) -> [String] { DurableFile.names(in: root + folder).sorted() }

  func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }

  /// Returns the last component of the link's target.
  func target(of link: String) -> String? {
    DurableFile.target(ofLink: root + link)?.split(separator: "/").last.map(String.init)
  }
}

extension SystemFiles {
  /// Returns a key's value in a systemd file, such as `system.conf`, and its drop-ins: the last by file name counts
  /// (systemd-system.conf(5)). Returns `""` if none sets the key, and `nil` if there is no such file.
  func systemdSetting(_ key: String, in name: String) -> String? {
    let places = ["/etc", "/run", "/usr/local/lib", "/usr/lib"].map { "\($0)/systemd/\(name)" }
    let main = places.lazy.compactMap(text).first
    var others: [String: String] = [:]
    // Of drop-ins with the same name, the one in the first place counts.
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
