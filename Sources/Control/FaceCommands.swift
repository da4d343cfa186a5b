/// What the display shows, and what comes next.
public struct GetFace: Command {
  public static let name = "face"
  public typealias Reply = FaceView
  public init() {}
}

/// Shows the face for ten seconds, though the display is off; within them, the messages, and what comes by turns.
public struct PeekFace: Command {
  public static let name = "face.peek"
  public typealias Reply = FaceView
  public init() {}
}

public struct FaceView: Codable, Sendable, Hashable {
  /// What the display is to show later.
  public struct Next: Codable, Sendable, Hashable {
    public var time: String
    public var inSeconds: Int
    public var text: String
    /// As that of the face; after `ring` nothing is told.
    public var shows: String
    /// 0…15; nil: the display is off.
    @OrNull public var brightness: Int?
    /// `day` or `night`.
    public var theme: String

    public init(time: String, inSeconds: Int, text: String, shows: String, brightness: Int?, theme: String) {
      self.time = time
      self.inSeconds = inSeconds
      self.text = text
      self.shows = shows
      self.brightness = brightness
      self.theme = theme
    }
  }
  /// A `:` and a `.` take no place of their own; empty: nothing is lit.
  public var text: String
  /// 0…15; nil: the display is off.
  @OrNull public var brightness: Int?
  /// The whole face goes on and off.
  public var blinking: Bool
  /// `ring`, `notice`, `timer`, `message`, `nothing`, or what has its turn: `time`, `seconds`, `date`, `alarm`, `temperature`,
  /// `humidity`, or a zone's name.
  public var shows: String
  /// `day` or `night`.
  public var theme: String
  /// Why the idle face is as bright as it is, in words.
  public var light: String
  public var shape: DisplayShapeView
  /// What keeps the face from being what was asked for; nil: nothing does.
  @OrNull public var note: String?
  /// What is to be seen next, if nobody changes anything, within a day: turns and minutes, messages, the end of a timer, another
  /// brightness or theme.
  public var next: [Next]

  public init(
    text: String, brightness: Int?, blinking: Bool, shows: String, theme: String, light: String,
    shape: DisplayShapeView, note: String?, next: [Next]
  ) {
    self.text = text
    self.brightness = brightness
    self.blinking = blinking
    self.shows = shows
    self.theme = theme
    self.light = light
    self.shape = shape
    self.note = note
    self.next = next
  }
}
