/// The messages that the broker should retain. Only the latest of a topic counts, so that at most one message per topic
/// is under way, however slow the broker is.
package struct RetainedMessages: Sendable {
  private var wanted: [String: [UInt8]] = [:]
  /// Topics in the order of sending.
  private var order: [String] = []
  private var told: [String: [UInt8]] = [:]
  private var underWay: [Int32: HomeMessage] = [:]
  /// Topics that the broker refused the last time, with its reasons.
  package private(set) var refused: [String: String] = [:]

  private static let mostUnderWay = 16

  package init() {}

  /// Replaces all wanted messages. Deletes topics that are no longer wanted with an empty message.
  package mutating func want(_ messages: [HomeMessage]) {
    let topics = Set(messages.map(\.topic))
    for topic in order where !topics.contains(topic) { wanted[topic] = [] }
    let gone = order.filter { !topics.contains($0) }
    for message in messages { wanted[message.topic] = message.payload }
    order = messages.map(\.topic) + gone
  }

  /// Deletes topics that an earlier program may have left, unless they are wanted.
  package mutating func takeBack(_ topics: [String]) {
    for topic in topics where wanted[topic] == nil {
      wanted[topic] = []
      order.append(topic)
    }
  }

  /// Sends everything again, for a new connection or readers that have forgotten it.
  package mutating func forget() {
    told = [:]
    underWay = [:]
    // A message that is tried again counts as refused until the broker says something else.
    let tried = Set(order)
    refused = refused.filter { tried.contains($0.key) }
  }

  package mutating func sayAgain(_ topics: [String]) { for topic in topics { told[topic] = nil } }

  package var next: HomeMessage? {
    guard underWay.count < Self.mostUnderWay else { return nil }
    let topic = order.first { topic in
      wanted[topic] != nil && told[topic] != wanted[topic] && !underWay.values.contains { $0.topic == topic }
    }
    return topic.flatMap { topic in wanted[topic].map { HomeMessage(topic: topic, payload: $0) } }
  }

  package mutating func sent(_ message: HomeMessage, as number: Int32) { underWay[number] = message }

  /// Handles the broker's answer to a message; a refused one is not sent again. Returns the topic, or `nil` if no
  /// message with this number was under way.
  ///
  /// - Parameter why: the broker's reason; `nil` if it has accepted the message.
  package mutating func answered(_ number: Int32, refused why: String? = nil) -> String? {
    guard let message = underWay.removeValue(forKey: number) else { return nil }
    drop(message, why)
    return message.topic
  }

  /// Does not send a message again.
  ///
  /// - Parameter why: the reason why it is refused; `nil` if the broker has accepted it.
  package mutating func drop(_ message: HomeMessage, _ why: String?) {
    let topic = message.topic
    refused[topic] = why
    told[topic] = message.payload
    // A deleted topic needs no more room.
    if message.payload.isEmpty, wanted[topic] == [] {
      wanted[topic] = nil
      told[topic] = nil
      order.removeAll { $0 == topic }
    }
  }

  package var isUnderWay: Bool { !underWay.isEmpty }

  package var isTold: Bool { underWay.isEmpty && next == nil }
}

package struct HomeMessage: Hashable, Sendable {
  package var topic: String
  package var payload: [UInt8]
}

extension HomeMessage {
  package init(_ topic: String, _ text: String) { self.init(topic: topic, payload: Array(text.utf8)) }

  package var text: String { String(decoding: payload, as: UTF8.self) }
}
