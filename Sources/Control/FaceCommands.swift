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
    public var time = ""
    public var inSeconds = 0
    public var text = ""
    /// As that of the face; after `ring` nothing is told.
    public var shows = ""
    /// 0…15; nil: the display is off.
    @OrNull public var brightness: Int? = nil
    /// `day` or `night`.
    public var theme = ""

    package init() {}
  }
  /// A `:` and a `.` take no place of their own; empty: nothing is lit.
  public var text = ""
  /// 0…15; nil: the display is off.
  @OrNull public var brightness: Int? = nil
  /// The whole face goes on and off.
  public var blinking = false
  /// `ring`, `notice`, `timer`, `message`, `nothing`, or what has its turn: `time`, `seconds`, `date`, `alarm`, `temperature`,
  /// `humidity`, or a zone's name.
  public var shows = ""
  /// `day` or `night`.
  public var theme = ""
  /// Why the idle face is as bright as it is, in words.
  public var light = ""
  public var shape: DisplayShapeView
  /// What keeps the face from being what was asked for; nil: nothing does.
  @OrNull public var note: String? = nil
  /// What is to be seen next, if nobody changes anything, within a day: turns and minutes, messages, the end of a timer, another
  /// brightness or theme.
  public var next: [Next] = []

  package init(shape: DisplayShapeView) { self.shape = shape }
}
