/// A failed operation of the store, which has changed nothing.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  public var kind: Kind
  /// A verb phrase, such as "opening the store".
  public var operation: String
  /// SQLite's own message.
  public var reason: String

  public enum Kind: Hashable, Sendable {
    /// SQLITE_FULL: the disk is full.
    case full
    /// SQLITE_READONLY, or the folder is not writable.
    case readOnly
    /// SQLITE_CORRUPT, SQLITE_NOTADB, or a value that no version writes.
    case corrupt
    case newerVersion
    case olderVersion
    /// SQLITE_BUSY, SQLITE_LOCKED or SQLITE_PROTOCOL: other connections are using the store.
    case busy
    case constraint
    /// Anything else, such as SQLITE_IOERR.
    case other
  }

  public init(_ kind: Kind, _ operation: String, _ reason: String) {
    self.kind = kind
    self.operation = operation
    self.reason = reason
  }

  public var description: String { "\(operation): \(reason)" }
}
