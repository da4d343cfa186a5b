/// Returns the contents of the display and its next changes.
public typealias GetFace = PlainCommand<FaceView>

/// Turns the face on for ten seconds, including messages and turns, even if the display is off.
public struct PeekFace: Command {
  public static let name = "face.peek"
  public typealias Reply = FaceView
  public init() {}
}

public struct FaceView: PlainReply, Hashable {
  public static let command = "face"
  /// A future state of the display.
  public struct Next: Codable, Sendable, Hashable {
    public var time = ""
    public var inSeconds = 0
    public var text = ""
    /// Like `FaceView.shows`. Nothing is predicted after `ring`.
    public var shows = ""
    /// 0 to 15, or `nil` if the display is off.
    @OrNull public var brightness: Int? = nil
    /// `day` or `night`.
    public var theme = ""

    package init() {}
  }
  /// `:` and `.` do not take a digit. Empty if nothing is lit.
  public var text = ""
  /// 0 to 15, or `nil` if the display is off.
  @OrNull public var brightness: Int? = nil
  /// Whether the whole face blinks.
  public var blinking = false
  /// `ring`, `notice`, `timer`, `message`, `nothing`, or the current turn: `time`, `seconds`, `date`, `alarm`,
  /// `temperature`, `humidity`, or a zone's name.
  public var shows = ""
  /// `day` or `night`.
  public var theme = ""
  /// The reason for the brightness of the idle face, in words.
  public var light = ""
  public var shape: DisplayShapeView
  /// Why the face differs from the settings, or `nil` if it does not.
  @OrNull public var note: String? = nil
  /// The changes within a day if the user does nothing: turns and minutes, messages, the end of a timer, brightness,
  /// theme.
  public var next: [Next] = []

  package init(shape: DisplayShapeView) { self.shape = shape }
}
