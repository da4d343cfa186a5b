import Testing

@testable import Machine

@Suite struct ZoneDatabaseTests {
  private static let names = [
    "UTC", "America/New_York", "America/North_Dakota/Center", "Asia/Kolkata", "Asia/Tokyo", "Europe/Berlin",
    "Europe/Dublin", "Europe/Lisbon",
  ]

  @Test(arguments: [
    ("Asia/Tokio", ["Asia/Tokyo"]), ("asia/tokyo", ["Asia/Tokyo"]), ("tokyo", ["Asia/Tokyo"]),
    ("Tokio", ["Asia/Tokyo"]), ("Japan/Tokyo", ["Asia/Tokyo"]), ("posix/Asia/Tokyo", ["Asia/Tokyo"]),
    ("right/UTC", ["UTC"]), ("new_york", ["America/New_York"]), ("utc", ["UTC"]), ("Europe/Munich", []), ("", []),
    ("center", ["America/North_Dakota/Center"]), ("Europe/Berlni", ["Europe/Berlin"]), ("localtime", []),
  ])
  func aNameThatIsNoneIsAnsweredWithWhatWasMeant(typed: String, meant: [String]) {
    #expect(ZoneDatabase.meant(by: typed, among: Self.names) == meant)
  }

  @Test(arguments: [
    ("Asia/Tokyo", true), ("UTC", true), ("Etc/GMT+5", true), ("localtime", false), ("posixrules", false),
    ("Factory", false), ("posix/UTC", false), ("right/Europe/Berlin", false), ("posix", false),
  ])
  func aZoneIsOneOfAPlace(name: String, isOne: Bool) { #expect(ZoneDatabase.isOfAPlace(name) == isOne) }

  /// The machine's own list, from Debian's package tzdata.
  @Test func theMachinesOwnListIsAsked() throws {
    #expect(ZoneDatabase.meant(by: "Asia/Tokio") == ["Asia/Tokyo"])
    #expect(ZoneDatabase.meant(by: "new_york") == ["America/New_York"])
    for name in ZoneDatabase.meant(by: "berlin") { _ = try ZoneDatabase.rules(named: name) }
  }
}
