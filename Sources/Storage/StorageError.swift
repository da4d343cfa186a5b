/// The store could not do what was asked; nothing of it was changed.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  public var kind: Kind
  /// What was being done, as a verb phrase.
  public var operation: String
  /// SQLite's own words.
  public var reason: String

  public enum Kind: Hashable, Sendable {
    /// SQLITE_FULL: no space is left.
    case full
    /// SQLITE_READONLY, or the folder is not writable.
    case readOnly
    /// SQLITE_CORRUPT, SQLITE_NOTADB, or a value that no version writes.
    case corrupt
    /// The schema is of a later version of Rouse.
    case newerVersion
    /// The schema is of a version that this Rouse no longer reads.
    case olderVersion
    /// SQLITE_BUSY or SQLITE_LOCKED: another program holds it.
    case busy
    case constraint
    /// Anything else, as SQLITE_IOERR.
    case other
  }

  public init(_ kind: Kind, _ operation: String, _ reason: String) {
    self.kind = kind
    self.operation = operation
    self.reason = reason
  }

  public var description: String { "\(operation): \(reason)" }
}
