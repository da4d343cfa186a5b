/// A request to the daemon; its properties are the arguments.
///
/// The daemon answers with items, then an end or an error. All commands but streams get exactly one item.
public protocol Command: Codable, Sendable {
  /// An item of the answer.
  associatedtype Reply: Codable & Sendable = Done
  /// The name in requests, such as `alarm.add`.
  static var name: String { get }
}

/// A command for which an item of the answer may take longer than `ControlClient.patience`, because of a device, a
/// person or a long computation.
public protocol LongCommand: Command {}

/// An answer without data.
public struct Done: Codable, Sendable {
  public init() {}
}

/// A command that makes a permanent change. Its end means that the change is durable.
public protocol ChangingCommand: Command {}

/// The reply to a command without arguments, which it names.
public protocol PlainReply: Codable, Sendable {
  static var command: String { get }
}

/// The replies to a `ChangingCommand` and a `LongCommand` without arguments.
public protocol PlainChangeReply: PlainReply {}
public protocol LongPlainReply: PlainReply {}

/// A command without arguments.
public struct PlainCommand<Reply: PlainReply>: Command {
  public static var name: String { Reply.command }
  public init() {}
}

extension PlainCommand: ChangingCommand where Reply: PlainChangeReply {}
extension PlainCommand: LongCommand where Reply: LongPlainReply {}

/// The line protocol: one JSON value per line, UTF-8, at most `longestLine` bytes.
///
///     → {"id":1,"command":"alarm.list","arguments":{}}
///     ← {"id":1,"item":{…}}
///     ← {"id":1,"end":true}
///     → {"cancel":2}
///
/// A connection may have several requests under way, distinguished by `id`.
public enum Wire {
  /// In bytes; enough for a request with a complete camera frame in base64.
  public static let longestLine = 1 << 20

  public struct Request<Arguments: Command>: Codable {
    public var id: Int
    public var command: String
    public var arguments: Arguments

    public init(id: Int, arguments: Arguments) {
      self.id = id
      command = Arguments.name
      self.arguments = arguments
    }
  }

  /// The common part of all lines from a client: the head of a request, or a cancellation.
  public struct Head: Codable, Sendable {
    public var id: Int?
    public var command: String?
    public var cancel: Int?
  }

  public struct Response<Item: Codable & Sendable>: Codable, Sendable {
    public var id: Int
    public var item: Item? = nil
    public var end: Bool? = nil
    public var error: ControlError? = nil
    /// In the end only: messages to show to the user with any command.
    public var notices: [String]? = nil
    /// In the end only: whether the user reads times in the 12-hour format (`time-format`).
    public var twelveHours: Bool? = nil

    public init(id: Int, item: Item? = nil, error: ControlError? = nil) {
      (self.id, self.item, self.error) = (id, item, error)
    }
  }

  /// Returns the beginning of a line whose item writes its own JSON; `}` ends the line.
  public static func itemHead(_ id: Int) -> [UInt8] { Array(#"{"id":\#(id),"item":"#.utf8) }

  /// The item type of an answer without items.
  public struct NoItem: Codable, Sendable {}
}
