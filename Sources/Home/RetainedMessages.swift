/// What the broker is to keep of each topic, of which only the latest counts: however slow it is, no more than one message
/// a topic is under way.
package struct RetainedMessages: Sendable {
  private var wanted: [String: [UInt8]] = [:]
  /// In this order they are sent.
  private var order: [String] = []
  private var told: [String: [UInt8]] = [:]
  private var underWay: [Int32: (topic: String, payload: [UInt8])] = [:]
  /// What the broker would not take the last time, and why.
  package private(set) var refused: [String: String] = [:]

  /// So many messages at once.
  private static let mostUnderWay = 16

  package init() {}

  /// Puts these in the place of all that was wanted. What was and is not among them is taken back, by an empty message.
  package mutating func want(_ messages: [HomeMessage]) {
    let topics = Set(messages.map(\.topic))
    for topic in order where !topics.contains(topic) { wanted[topic] = [] }
    let gone = order.filter { !topics.contains($0) }
    for message in messages { wanted[message.topic] = message.payload }
    order = messages.map(\.topic) + gone
  }

  /// Takes back what an earlier program may have left there, where nothing else is wanted of it.
  package mutating func takeBack(_ topics: [String]) {
    for topic in topics where wanted[topic] == nil {
      wanted[topic] = []
      order.append(topic)
    }
  }

  /// Wants all to be sent again: the line is new, or whoever reads has forgotten.
  package mutating func forget() {
    told = [:]
    underWay = [:]
    // What is tried again counts as refused until the broker says something else.
    let tried = Set(order)
    refused = refused.filter { tried.contains($0.key) }
  }

  /// Wants what was said of these topics to be said again.
  package mutating func sayAgain(_ topics: [String]) { for topic in topics { told[topic] = nil } }

  /// The next that can be sent now.
  package var next: HomeMessage? {
    guard underWay.count < Self.mostUnderWay else { return nil }
    for topic in order {
      if let payload = wanted[topic], told[topic] != payload, !underWay.values.contains(where: { $0.topic == topic }) {
        return HomeMessage(topic: topic, payload: payload)
      }
    }
    return nil
  }

  package mutating func sent(_ message: HomeMessage, as number: Int32) {
    underWay[number] = (message.topic, message.payload)
  }

  /// The broker has it, or will not have it: then there is no use in saying it again. Returns the topic; nil: no message
  /// of this number was under way.
  ///
  /// - Parameter why: in the broker's words; nil: it has taken it.
  package mutating func answered(_ number: Int32, refused why: String? = nil) -> String? {
    guard let message = underWay.removeValue(forKey: number) else { return nil }
    refused[message.topic] = why
    done(message.topic, message.payload)
    return message.topic
  }

  /// As if it had been refused.
  package mutating func drop(_ message: HomeMessage, _ why: String) {
    refused[message.topic] = why
    done(message.topic, message.payload)
  }

  private mutating func done(_ topic: String, _ payload: [UInt8]) {
    told[topic] = payload
    // What was taken back needs no more room.
    if payload.isEmpty, wanted[topic] == [] {
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

  package init(topic: String, payload: [UInt8]) {
    self.topic = topic
    self.payload = payload
  }

  package init(_ topic: String, _ text: String) { self.init(topic: topic, payload: Array(text.utf8)) }

  package var text: String { String(decoding: payload, as: UTF8.self) }
}
