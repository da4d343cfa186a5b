/// A zone's data cannot be used.
public struct ZoneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The zone as it was asked for.
  public var name: String
  /// What is wrong with its data.
  public var reason: String

  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }

  public var description: String {
    "time zone '\(name)': \(reason); choose another with 'timedatectl set-timezone', or renew the data with "
      + "'apt install --reinstall tzdata'"
  }
}
