/// Lists all sounds, including those that cannot be played at the moment.
public typealias ListSounds = PlainCommand<SoundList>

public struct SoundList: PlainReply {
  public static let command = "sound.list"
  public var sounds: [SoundView]
  /// Why files in the folder of sounds do not appear, with the remedy.
  @OrNull public var problem: String?
  public init(sounds: [SoundView], problem: String? = nil) { (self.sounds, self.problem) = (sounds, problem) }
}

/// Begins to upload a sound file, discarding an unfinished upload.
public struct BeginSound: Command {
  public static let name = "sound.begin"
  public typealias Reply = BeginRestore.Reply
  /// The original file name.
  public var file: String
  /// The name of the sound, or `nil` to use the one in the file.
  public var soundName: String?
  public var size: Int
  public init(file: String, soundName: String?, size: Int) {
    (self.file, self.soundName, self.size) = (file, soundName, size)
  }
}

/// Uploads the next piece of a sound file.
public struct UploadSound: Command {
  public static let name = "sound.upload"
  public var upload: Int
  /// At most `BackupPiece.mostBytes`, in base64.
  public var data: String
  public init(upload: Int, data: String) { (self.upload, self.data) = (upload, data) }
}

/// Adds the uploaded file as a sound, all or nothing.
public struct AddSound: ChangingCommand, LongCommand {
  public static let name = "sound.add"
  public typealias Reply = SoundView
  public var upload: Int
  public init(upload: Int) { self.upload = upload }
}

/// Removes a user's own sound, even if alarms use it.
public struct RemoveSound: ChangingCommand {
  public static let name = "sound.remove"
  public struct Reply: Codable, Sendable {
    public var sound: SoundView
    /// The alarms and timers that used it, and the sounds that replace it.
    public var notes: [String]
    public init(sound: SoundView, notes: [String]) { (self.sound, self.notes) = (sound, notes) }
  }
  public var sound: String
  public init(sound: String) { self.sound = sound }
}

/// Returns the effects of removing a sound. Refused for the same reasons as removing it.
public struct LookAtSoundLoss: Command {
  public static let name = "sound.loss"
  public typealias Reply = SoundLoss
  public var sound: String
  public init(sound: String) { self.sound = sound }
}

public struct SoundLoss: Codable, Sendable {
  public var sound: SoundView
  /// The users of the sound, in words.
  public var usedBy: [String]
  public init(sound: SoundView, usedBy: [String]) { (self.sound, self.usedBy) = (sound, usedBy) }
}

public struct SoundView: Codable, Sendable, Hashable {
  /// The category of users' own sounds.
  public static let own = "own"

  public var id: String
  public var name: String
  public var description: String
  public var category: String
  public var available: Bool
  /// Why it is not available, with the remedy.
  @OrNull public var problem: String?
  @OrNull public var fix: String?
  public init(
    id: String, name: String, description: String, category: String, available: Bool, problem: String? = nil,
    fix: String? = nil
  ) {
    (self.id, self.name, self.description, self.category) = (id, name, description, category)
    (self.available, self.problem, self.fix) = (available, problem, fix)
  }
}
