/// The sounds there are, those that cannot be played at this moment too.
public struct ListSounds: Command {
  public static let name = "sound.list"
  public struct Reply: Codable, Sendable {
    public var sounds: [SoundView]
    /// Why files that are put into the folder of sounds do not appear, and how to mend that.
    @OrNull public var problem: String?
    public init(sounds: [SoundView], problem: String? = nil) { (self.sounds, self.problem) = (sounds, problem) }
  }
  public init() {}
}

/// Begins to hand over a sound file, in place of one whose handing over was not finished.
public struct BeginSound: Command {
  public static let name = "sound.begin"
  public typealias Reply = BeginRestore.Reply
  /// As the file is called where it comes from.
  public var file: String
  /// What the sound is to be called; nil: as the file says.
  public var soundName: String?
  /// In bytes.
  public var size: Int
  public init(file: String, soundName: String?, size: Int) {
    (self.file, self.soundName, self.size) = (file, soundName, size)
  }
}

/// Hands over the next piece.
public struct UploadSound: Command {
  public static let name = "sound.upload"
  public var upload: Int
  /// At most `BackupPiece.mostBytes`, in base64.
  public var data: String
  public init(upload: Int, data: String) { (self.upload, self.data) = (upload, data) }
}

/// Makes the file that was handed over a sound, all or nothing.
public struct AddSound: ChangingCommand {
  public static let name = "sound.add"
  public static let mayTakeLong = true
  public typealias Reply = SoundView
  public var upload: Int
  public init(upload: Int) { self.upload = upload }
}

/// Removes a sound that somebody added, though alarms may use it.
public struct RemoveSound: ChangingCommand {
  public static let name = "sound.remove"
  public struct Reply: Codable, Sendable {
    public var sound: SoundView
    /// What used it, and what it rings with instead.
    public var notes: [String]
    public init(sound: SoundView, notes: [String]) { (self.sound, self.notes) = (sound, notes) }
  }
  public var sound: String
  public init(sound: String) { self.sound = sound }
}

/// Says what would be lost with a sound; refused where its removal would be.
public struct LookAtSoundLoss: Command {
  public static let name = "sound.loss"
  public typealias Reply = SoundLoss
  public var sound: String
  public init(sound: String) { self.sound = sound }
}

public struct SoundLoss: Codable, Sendable {
  public var sound: SoundView
  /// What has chosen it, in words.
  public var usedBy: [String]
  public init(sound: SoundView, usedBy: [String]) { (self.sound, self.usedBy) = (sound, usedBy) }
}

public struct SoundView: Codable, Sendable, Hashable {
  /// The category of the sounds that people have added.
  public static let own = "own"

  public var id: String
  public var name: String
  public var description: String
  public var category: String
  public var available: Bool
  /// Why it cannot, and how to mend that.
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
