import Control

/// What `rouse` alone says behind its help, where nothing is set.
enum FirstWords {
  /// nil: there is a card, or no daemon to ask: the help needs none.
  static func hint() -> String? {
    do throws(ControlError) {
      let path = SocketPath.fromEnvironment
      let client = try ControlClient(path: path ?? SocketPath.usual, isGiven: path != nil)
      return try client.send(ListCards()).cards.isEmpty ? text : nil
    } catch {
      return nil
    }
  }

  static let text = "Nothing is set yet: `rouse setup` asks for all that an alarm needs, step by step."
}
