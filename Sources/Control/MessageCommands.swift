import AlarmClock

/// Shows a text on the display for a while.
public struct ShowMessage: ChangingCommand {
  public static let name = "message.show"
  public struct Reply: Codable, Sendable {
    public var message: MessageView
    public var notes: [String]
    public init(message: MessageView, notes: [String]) { (self.message, self.notes) = (message, notes) }
  }
  public var text: String
  /// For example `10m`. If `until` is `nil` as well, ten minutes.
  public var span: String?
  /// A time of day, such as `08:00`.
  public var until: String?
  public var beeps: Bool
  public init(text: String, span: String? = nil, until: String? = nil, beeps: Bool = false) {
    (self.text, self.span, self.until, self.beeps) = (text, span, until, beeps)
  }
}

public typealias ListMessages = PlainCommand<MessageList>

public struct MessageList: PlainReply {
  public static let command = "message.list"
  public var messages: [MessageView]
  public init(messages: [MessageView]) { self.messages = messages }
}

/// Removes messages before their end.
public struct ClearMessages: ChangingCommand {
  public static let name = "message.clear"
  public struct Reply: Codable, Sendable {
    public var messages: [MessageView]
    public var notes: [String]
    public init(messages: [MessageView], notes: [String]) { (self.messages, self.notes) = (messages, notes) }
  }
  /// An id, a prefix of an id, or a text; `nil` for all messages.
  public var message: String?
  public init(message: String?) { self.message = message }
}

/// A message on the display.
public struct MessageView: Codable, Sendable, Hashable {
  public var id: String
  public var text: String
  public var drawn: String
  /// RFC 3339 with offset.
  public var until: String
  /// In how many days it ends; 0 for today.
  public var inDays: Int
  /// In seconds, rounded up.
  public var left: Int
  public var beep: Bool
  public init(id: String, text: String, drawn: String, until: String, inDays: Int, left: Int, beep: Bool) {
    (self.id, self.text, self.drawn, self.until) = (id, text, drawn, until)
    (self.inDays, self.left, self.beep) = (inDays, left, beep)
  }
}
