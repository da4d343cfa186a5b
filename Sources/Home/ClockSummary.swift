import AlarmClock
import Control
import FoundationEssentials
import PlainText

/// The state of a clock in one retained message, for operators of many clocks.
package enum ClockSummary {
  private static let mostProblems = 3

  /// - Parameters:
  ///   - at: when the state was last known to be true.
  ///   - away: when the clock's daemon went away; `nil` if it is there.
  package static func message(
    of clock: HomeStateView, _ topics: Topics, at: Instant, away: Instant?
  ) -> HomeMessage {
    func text(_ moment: Instant) -> String { RFC3339.format(Instant(seconds: moment.seconds), in: .utc) }
    let lastRing = clock.lastRing.map {
      JSONObject(["time": $0.time, "label": $0.label.publishable(atMost: 60), "outcome": $0.outcome.rawValue])
    }
    let json = JSONWriter.document([
      "at": text(at), "away": away.map(text), "name": clock.name?.publishable(atMost: 60),
      "version": clock.version.publishable(atMost: 40), "state": clock.state.rawValue,
      "next": clock.next.map { JSONObject(["time": $0.time, "label": $0.label.publishable(atMost: 60)]) },
      "verdict": clock.verdict.state.rawValue,
      "problems": clock.verdict.problems.prefix(mostProblems).map { $0.publishable(atMost: 120) },
      "missed": clock.missed, "last_ring": lastRing,
      "scores": clock.scores.map {
        JSONObject(["waking": $0.waking, "rhythm": $0.rhythm, "readiness": $0.readiness])
      },
    ])
    return HomeMessage(topic: topics.summary, payload: json)
  }

  /// Bytes; operators ignore longer messages.
  package static let longest = 4000
  /// A clock repeats its summary this often, even if nothing has changed.
  package static let wordSpan: Duration = .seconds(900)
  /// A clock that was silent for this long is gone, whatever the broker says. Two summaries may get lost.
  package static let longestSilence: Duration = .seconds(2400)

  /// Returns the latest events, as many as fit.
  package static func recent(_ events: [HomeEvent], _ topics: Topics) -> HomeMessage {
    var events = events[...]
    while true {
      let written = events.map { event in
        JSONObject([
          "id": event.id, "time": event.time, "kind": event.kind, "label": event.label?.publishable(atMost: 60),
          "detail": event.detail?.publishable(atMost: 120),
        ])
      }
      let json = JSONWriter.document(["events": written])
      guard json.count > longest, !events.isEmpty else { return HomeMessage(topic: topics.recent, payload: json) }
      events = events.dropFirst()
    }
  }

  // MARK: Messages of other clocks

  /// A summary of another clock, which may contain anything.
  struct Written: Decodable {
    struct Ring: Decodable {
      var time: String
      var label: String?
      var outcome: String?
    }

    var at: String?
    var away: String?
    var name: String?
    var version: String?
    var state: String?
    var next: Ring?
    var verdict: String?
    var problems: [String]?
    var missed: Int?
    var lastRing: Ring?
    var scores: HomeStateView.ScoresView?

    private enum CodingKeys: String, CodingKey {
      case at, away, name, version, state, next, verdict, problems, missed, scores
      case lastRing = "last_ring"
    }
  }

  struct WrittenEvent: Decodable {
    var id: String
    var time: String
    var kind: String
    var label: String?
    var detail: String?
  }

  struct WrittenEvents: Decodable { var events: [WrittenEvent] }

  /// Decodes JSON that may contain anything. Returns `nil` if it is longer than `longest` or invalid.
  static func read<Value: Decodable>(_ type: Value.Type, _ payload: [UInt8]) -> Value? {
    // JSONDecoder would take text with NULs for UTF-16.
    guard payload.count <= longest, !payload.contains(0), String(validating: payload, as: UTF8.self) != nil else {
      return nil
    }
    do { return try JSONDecoder().decode(type, from: Data(payload)) } catch { return nil }
  }
}

extension String {
  /// Returns untrusted text as one short line, without characters that are invisible or change the direction of text;
  /// `nil` if nothing is left.
  func sanitized(atMost longest: Int = 60) -> String? {
    let text = String(String.UnicodeScalarView(printable().unicodeScalars.prefix(longest)))
    return text.allSatisfy { $0 == " " } ? nil : text
  }

  /// A time in untrusted text; `nil` if it is invalid.
  var untrustedMoment: Instant? { utf8.count <= 35 ? RFC3339.parse(self) : nil }
}
