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
