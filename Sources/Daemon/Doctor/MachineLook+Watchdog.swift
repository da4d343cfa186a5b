extension MachineLook {
  /// Whether somebody feeds the first watchdog (the kernel's Documentation/ABI/testing/sysfs-class-watchdog).
  static func hardwareWatchdog(_ files: SystemFiles) -> Symptoms.HardwareWatchdog {
    let watchdog = "/sys/class/watchdog/watchdog0"
    guard files.exists(watchdog) else { return .missing }
    if let state = files.text(watchdog + "/state") { return state == "active" ? .active : .idle }
    // Kernels without CONFIG_WATCHDOG_SYSFS do not tell, but systemd does what its files say.
    guard let isFed = isFedBySystemd(files) else { return .unknown }
    return isFed ? .active : .idle
  }

  /// `RuntimeWatchdogSec` of systemd-system.conf(5): of the main file, then of all others in the order of their names, the
  /// last word counts. nil: there is no systemd.
  private static func isFedBySystemd(_ files: SystemFiles) -> Bool? {
    let folders = ["/etc", "/run", "/usr/local/lib", "/usr/lib"].map { $0 + "/systemd/system.conf" }
    let main = folders.lazy.compactMap { files.text($0) }.first
    var others: [String: String] = [:]
    // Of two with one name that of the folder named first counts.
    for folder in folders.reversed() {
      for name in files.names(in: folder + ".d") where name.hasSuffix(".conf") {
        others[name] = files.text("\(folder).d/\(name)") ?? ""
      }
    }
    guard main != nil || !others.isEmpty else { return nil }
    let texts = [main ?? ""] + others.sorted { $0.key < $1.key }.map(\.value)
    let words = texts.flatMap { $0.split(separator: "\n") }.compactMap { line -> Substring? in
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }) == "RuntimeWatchdogSec" else { return nil }
      return parts[1].drop { $0.isWhitespace }.prefix { !$0.isWhitespace }
    }
    return words.last.map { !["", "0", "0s", "off", "infinity"].contains($0) } ?? false
  }
}
