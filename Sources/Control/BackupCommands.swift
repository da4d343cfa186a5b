/// A copy of everything stored, and of people's own sounds. A stream of its pieces, in order.
public struct TakeBackup: Command {
  public static let name = "backup"
  public static let mayTakeLong = true
  public typealias Reply = BackupPiece
  public init() {}
}

public struct BackupPiece: Codable, Sendable {
  /// So many bytes of the file at most, which fit into a line (`Wire.longestLine`) in base64.
  public static let mostBytes = 1 << 19
  /// No copy of a clock has more bytes. The daemon takes some fewer.
  public static let largestFile = 5_200_000_000

  /// The piece in base64.
  public var data: String
  /// Of the whole file, in bytes.
  public var size: Int
  /// How many sounds of people's own are in the whole file.
  public var sounds: Int
  /// With the first piece: what is not in the file, and why.
  public var notes: [String]
  public init(data: String, size: Int, sounds: Int, notes: [String]) {
    (self.data, self.size, self.sounds, self.notes) = (data, size, sounds, notes)
  }
}

/// Begins to hand over a copy that is to be restored, in place of one whose handing over was not finished.
public struct BeginRestore: Command {
  public static let name = "restore.begin"
  public struct Reply: Codable, Sendable {
    public var upload: Int
    public init(upload: Int) { self.upload = upload }
  }
  /// In bytes.
  public var size: Int
  public init(size: Int) { self.size = size }
}

/// Hands over the next piece. Nothing is changed yet.
public struct UploadRestore: Command {
  public static let name = "restore.upload"
  public var upload: Int
  /// At most `BackupPiece.mostBytes`, in base64.
  public var data: String
  public init(upload: Int, data: String) { (self.upload, self.data) = (upload, data) }
}

/// Puts the copy's alarms, cards and settings in the place of those there are, and its sounds beside those there are, all or
/// nothing.
public struct FinishRestore: ChangingCommand {
  public static let name = "restore.finish"
  public static let mayTakeLong = true
  public typealias Reply = RestoreView
  public var upload: Int
  public init(upload: Int) { self.upload = upload }
}

public struct RestoreView: Codable, Sendable, Hashable {
  public var alarms: Int
  public var cards: Int
  /// How many differ from what a new clock starts with.
  public var settings: Int
  public var sounds: Int
  /// The last that is known of the clock when the copy was made; nil: nothing is.
  @OrNull public var taken: String?
  /// Where what was there before is kept.
  public var before: String
  public var notes: [String]
  public init(alarms: Int, cards: Int, settings: Int, sounds: Int, taken: String?, before: String, notes: [String]) {
    (self.alarms, self.cards, self.settings, self.sounds) = (alarms, cards, settings, sounds)
    (self.taken, self.before, self.notes) = (taken, before, notes)
  }
}
