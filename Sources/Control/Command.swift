/// One thing the daemon can be asked for. Its properties are the arguments.
///
/// The daemon answers with items, and then an end or an error. All but streams give exactly one item.
public protocol Command: Codable, Sendable {
  /// An item of the answer.
  associatedtype Reply: Codable & Sendable = Done
  /// The name on the wire, as `alarm.add`.
  static var name: String { get }
  /// Whether the daemon may need longer than `ControlClient.patience` for an item of its answer: it waits for a device or a
  /// person, or computes for long.
  static var mayTakeLong: Bool { get }
}

extension Command {
  public static var mayTakeLong: Bool { false }
}

/// It was done; there is nothing else to say.
public struct Done: Codable, Sendable {
  public init() {}
}

/// A command that changes something for good: its end says that this is done, and durable.
public protocol ChangingCommand: Command {}

/// The line protocol: one JSON value a line, UTF-8, each at most `longestLine` bytes.
///
///     → {"id":1,"command":"alarm.list","arguments":{}}
///     ← {"id":1,"item":{…}}
///     ← {"id":1,"end":true}
///     → {"cancel":2}
///
/// Several requests may be under way on one connection; `id` tells their answers apart.
public enum Wire {
  /// A request with a whole camera frame in base64 fits.
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

  /// What every line from a client starts as: a request's head, or a cancellation.
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
    /// At the end: what people are to be told with their next command, whatever it is.
    public var notices: [String]? = nil
    /// At the end: people want to read times on 12 hours (`time-format`).
    public var twelveHours: Bool? = nil

    public init(id: Int, item: Item? = nil, error: ControlError? = nil) {
      (self.id, self.item, self.error) = (id, item, error)
    }
  }

  /// How a line starts whose item writes its own JSON; `}` ends the line.
  public static func itemHead(_ id: Int) -> [UInt8] { Array(#"{"id":\#(id),"item":"#.utf8) }

  /// An answer without an item.
  public struct NoItem: Codable, Sendable {}
}
