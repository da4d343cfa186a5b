/// A time zone whose data cannot be used.
public struct ZoneError: Error, Hashable, Sendable, CustomStringConvertible {
  public var name: String
  public var reason: String

  public var description: String {
    "time zone '\(name)': \(reason); choose another with 'timedatectl set-timezone', or reinstall its data with "
      + "'apt install --reinstall tzdata'"
  }
}
