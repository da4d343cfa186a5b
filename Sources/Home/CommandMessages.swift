import Control
import PlainText

/// Converts messages from the house to commands.
package struct CommandMessages {
  package enum Refusal: Error, Hashable, Sendable {
    /// The message waited in the broker, perhaps for hours.
    case retained
    /// Root has not allowed the command, or the clock does not have it.
    case notAllowed(String)
    case notUnderstood
  }

  private let topics: Topics
  private let allowed: Set<HomeCommandName>

  private static let longest = 2048

  package init(_ topics: Topics, allowed: [HomeCommandName]) {
    self.topics = topics
    self.allowed = Set(allowed)
  }

  package func command(topic: String, payload: [UInt8], isRetained: Bool) throws(Refusal) -> HomeCommand {
    guard !isRetained else { throw .retained }
    guard payload.count <= Self.longest, let text = String(validating: payload, as: UTF8.self) else {
      throw .notUnderstood
    }
    let command = topic == topics.command ? try written(payload) : try set(topics.target(of: topic) ?? "", text)
    guard allowed.contains(command.command) else { throw .notAllowed(command.command.rawValue) }
    return command
  }

  /// Returns the topics of the actual state, to correct what the sender shows.
  package func truth(about topic: String) -> [String] {
    topics.target(of: topic).map { [topics.state($0)] } ?? []
  }

  /// Parses `{"command": "skip", "arguments": {}}`.
  private func written(_ payload: [UInt8]) throws(Refusal) -> HomeCommand {
    struct Written: Decodable {
      var command: HomeCommandName
      var arguments: HomeArguments?
    }
    guard let written = ClockSummary.read(Written.self, payload) else { throw .notUnderstood }
    return HomeCommand(written.command, written.arguments ?? HomeArguments(), origin: .mqtt)
  }

  private func set(_ target: String, _ text: String) throws(Refusal) -> HomeCommand {
    guard !text.isEmpty, text.printable() == text else { throw .notUnderstood }
    func command(_ name: HomeCommandName, _ arguments: HomeArguments = HomeArguments()) -> HomeCommand {
      HomeCommand(name, arguments, origin: .homeAssistant)
    }
    switch target {
    case "skip_next": return command(.skip)
    case "test": return command(.test)
    case "volume": return command(.volume, HomeArguments(value: text.hasSuffix(".0") ? String(text.dropLast(2)) : text))
    case "sound": return command(.sound, HomeArguments(value: text))
    case "brightness": return command(.brightness, HomeArguments(value: text))
    case "noise": return command(.noise, text == "off" ? HomeArguments(on: false) : HomeArguments(value: text))
    case "message": return command(.message, HomeArguments(text: text))
    case "say": return command(.say, HomeArguments(text: text))
    case "timer":
      let isSpan = text.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } == true
      return command(.timer, isSpan ? HomeArguments(span: text) : HomeArguments(value: text))
    default: return try setAlarm(target, text)
    }
  }

  private func setAlarm(_ target: String, _ text: String) throws(Refusal) -> HomeCommand {
    let levels = target.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard levels.count == 3, levels[0] == "alarm", !levels[1].isEmpty else { throw .notUnderstood }
    var arguments = HomeArguments(alarm: levels[1])
    switch (levels[2], text) {
    case ("enabled", "ON"): return HomeCommand(.enable, arguments, origin: .homeAssistant)
    case ("enabled", "OFF"): return HomeCommand(.disable, arguments, origin: .homeAssistant)
    case ("time", _): arguments.time = text
    case ("days", _): arguments.days = text
    default: throw .notUnderstood
    }
    return HomeCommand(.set, arguments, origin: .homeAssistant)
  }
}
