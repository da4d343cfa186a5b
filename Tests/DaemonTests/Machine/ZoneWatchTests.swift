import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// The zone changes, or its rules do.
@Suite struct ZoneWatchTests {
  /// A folder whose `localtime` links to one of two zones, each in its own folder.
  private struct Zones {
    let folder: TemporaryFolder
    var path: String { folder.path }

    init() throws {
      folder = try TemporaryFolder()
      for folder in ["/etc", "/europe", "/asia"] { mkdir(path + folder, 0o700) }
      try write("/europe/berlin", "one")
      try write("/asia/tokyo", "two")
      symlink(path + "/europe/berlin", path + "/etc/localtime")
    }

    /// Replaces a file as package managers do: a new file, renamed.
    func write(_ name: String, _ text: String) throws {
      try Files.write(text, to: path + name + ".new")
      try #require(rename(path + name + ".new", path + name) == 0)
    }

    func link(to name: String) {
      symlink(path + name, path + "/etc/localtime.new")
      rename(path + "/etc/localtime.new", path + "/etc/localtime")
    }
  }

  private func sawChange(_ watch: ZoneWatch) -> Bool { watch.sawChange(in: watch.descriptors) }

  @Test func anotherZoneAndNewRulesOfItAreSeen() throws {
    let zones = try Zones()
    let watch = ZoneWatch(SystemZone(localtime: zones.path + "/etc/localtime", variable: ""))
    #expect(!sawChange(watch))
    try zones.write("/europe/berlin", "new rules")
    #expect(sawChange(watch))
    try zones.write("/europe/paris", "not ours")
    #expect(!sawChange(watch))
    try zones.write("/asia/tokyo", "not ours yet")
    #expect(!sawChange(watch))
    zones.link(to: "/asia/tokyo")
    #expect(sawChange(watch))
    try zones.write("/asia/tokyo", "new rules")
    #expect(sawChange(watch))
  }

  @Test func theZoneOfTheEnvironmentIsWatchedToo() throws {
    let zones = try Zones()
    let watch = ZoneWatch(
      SystemZone(localtime: zones.path + "/etc/localtime", variable: ":" + zones.path + "/asia/tokyo"))
    try zones.write("/asia/tokyo", "new rules")
    #expect(sawChange(watch))
  }
}
