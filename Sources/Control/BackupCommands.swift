/// A backup of the store and of the user's own sounds, as a stream of pieces in order.
public typealias TakeBackup = PlainCommand<BackupPiece>

public struct BackupPiece: LongPlainReply {
  public static let command = "backup"
  /// The most bytes of the file in one piece, so that its base64 fits into a line (`Wire.longestLine`).
  public static let mostBytes = 1 << 19
  /// An upper bound for the size of a backup. The daemon accepts slightly less.
  public static let largestFile = 5_200_000_000

  /// Base64.
  public var data: String
  /// The size of the whole file, in bytes.
  public var size: Int
  /// The number of the user's own sounds in the whole file.
  public var sounds: Int
  /// In the first piece: what the file leaves out, and why.
  public var notes: [String]
  public init(data: String, size: Int, sounds: Int, notes: [String]) {
    (self.data, self.size, self.sounds, self.notes) = (data, size, sounds, notes)
  }
}

/// Begins to upload a backup to restore, discarding an unfinished upload.
public struct BeginRestore: Command {
  public static let name = "restore.begin"
  public struct Reply: Codable, Sendable {
    public var upload: Int
    public init(upload: Int) { self.upload = upload }
  }
  public var size: Int
  public init(size: Int) { self.size = size }
}

/// Uploads the next piece. Nothing is changed yet.
public struct UploadRestore: Command {
  public static let name = "restore.upload"
  public var upload: Int
  /// At most `BackupPiece.mostBytes`, in base64.
  public var data: String
  public init(upload: Int, data: String) { (self.upload, self.data) = (upload, data) }
}

/// Replaces the alarms, cards and settings by those of the backup, and adds its sounds, all or nothing.
public struct FinishRestore: ChangingCommand, LongCommand {
  public static let name = "restore.finish"
  public typealias Reply = RestoreView
  public var upload: Int
  public init(upload: Int) { self.upload = upload }
}

public struct RestoreView: Codable, Sendable, Hashable {
  public var alarms: Int
  public var cards: Int
  /// The number of settings that differ from their defaults.
  public var settings: Int
  public var sounds: Int
  /// The last time that the other clock recorded before the backup, or `nil` if unknown.
  @OrNull public var taken: String?
  /// The place of a copy of the replaced data.
  public var before: String
  public var notes: [String]
  public init(alarms: Int, cards: Int, settings: Int, sounds: Int, taken: String?, before: String, notes: [String]) {
    (self.alarms, self.cards, self.settings, self.sounds) = (alarms, cards, settings, sounds)
    (self.taken, self.before, self.notes) = (taken, before, notes)
  }
}
