import AlarmClock
import Control
import MQTTReports

/// Messages of many clocks, which operators read. Each is written by a clock, or by anyone with its account, so it need
/// not be well-formed, short or true.
package struct Fleet: Sendable {
  private struct Clock: Hashable, Sendable {
    var isConnected: Bool?
    var summary: [UInt8]?
    var recent: [UInt8]?
  }

  private let base: String
  private let most: Int
  private var clocks: [String: Clock] = [:]
  /// Clocks beyond the limit, which are only counted.
  private var left: Set<String> = []

  /// Stop counting here: an account may use any number of names.
  private static let mostLeft = 10_000

  package init(base: String, most: Int = FleetView.mostClocks) {
    self.base = base
    self.most = most
  }

  package var isEmpty: Bool { clocks.isEmpty }

  package static func topics(_ base: String, withRecent: Bool) -> [String] {
    (["summary", "bridge"] + (withRecent ? ["recent"] : [])).map { Topics.ofAll(base, $0) }
  }

  /// Returns `false` if the message concerns no clock, or changes nothing.
  package mutating func take(_ topic: String, _ payload: [UInt8]) -> Bool {
    guard let (id, name) = Topics.parts(of: topic, base: base), HomeConfiguration.isID(id) else { return false }
    if clocks[id] == nil, clocks.count >= most {
      // Each clock has one such topic.
      guard name == "bridge" else { return false }
      if payload.isEmpty { return left.remove(id) != nil }
      return left.count < Self.mostLeft && left.insert(id).inserted
    }
    var clock = clocks[id] ?? Clock()
    // An empty message deletes a topic.
    let kept = payload.isEmpty ? nil : Array(payload.prefix(ClockSummary.longest + 1))
    switch name {
    case "bridge": clock.isConnected = kept.map { $0.elementsEqual("online".utf8) }
    case "summary": clock.summary = kept
    case "recent": clock.recent = kept
    default: return false
    }
    clocks[id] = clock == Clock() ? nil : clock
    left.remove(id)
    return true
  }

  /// - Parameter local: formats a time for the reader, in RFC 3339.
  package func view(at now: Instant, _ local: (Instant) -> String) -> FleetView {
    let views = clocks.map { id, clock in Self.view(id, clock, now, local) }
    return FleetView(
      clocks: views.sorted { Self.order($0).lexicographicallyPrecedes(Self.order($1)) }, left: left.count)
  }

  private static func view(
    _ id: String, _ clock: Clock, _ now: Instant, _ local: (Instant) -> String
  ) -> FleetClockView {
    var view = FleetClockView(id: id, line: clock.isConnected == true ? .connected : .silent)
    guard let payload = clock.summary else {
      view.events = events(clock.recent, id, nil)
      view.trouble = "its state is missing or too long"
      return view
    }
    guard let said = ClockSummary.read(ClockSummary.Written.self, payload) else {
      view.trouble = "its state cannot be read"
      return view
    }
    let at = said.at?.untrustedMoment
    let away = said.away?.untrustedMoment
    // A broker that went down together with its clocks does not know that they are gone.
    if let at, now - at > ClockSummary.longestSilence { view.line = .silent }
    view.since = (view.line == .silent ? at : away).map(local)
    if view.line == .connected, said.away != nil { view.line = .stopped }
    (view.name, view.place) = namePlace(said.name?.sanitized())
    view.state = said.state.flatMap(HomeStateView.State.init)
    view.next = ring(said.next)
    view.verdict = said.verdict.flatMap(HomeStateView.VerdictView.State.init)
    view.problems = (said.problems ?? []).prefix(3).compactMap { $0.sanitized(atMost: 120) }
    view.missed = min(max(0, said.missed ?? 0), 9999)
    view.lastRing = ring(said.lastRing)
    view.scores = said.scores.map(bounded)
    view.version = said.version?.sanitized(atMost: 40)
    view.events = events(clock.recent, id, view.name)
    return view
  }

  /// Splits `Room 12, Annex` into a name and a place.
  static func namePlace(_ text: String?) -> (name: String?, place: String?) {
    guard let text, let comma = text.firstIndex(of: ",") else { return (text, nil) }
    func part(_ text: Substring) -> String? {
      let part = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      return part.isEmpty ? nil : part
    }
    return (part(text[..<comma]), part(text[text.index(after: comma)...]))
  }

  private static func ring(_ ring: ClockSummary.Written.Ring?) -> FleetRingView? {
    guard let ring, ring.time.untrustedMoment != nil else { return nil }
    return FleetRingView(
      time: ring.time, label: ring.label?.sanitized() ?? "",
      outcome: ring.outcome.flatMap(HomeStateView.LastRingView.Outcome.init))
  }

  private static func bounded(_ scores: HomeStateView.ScoresView) -> HomeStateView.ScoresView {
    func bounded(_ score: Int?) -> Int? { score.map { min(max(0, $0), 100) } }
    return HomeStateView.ScoresView(
      waking: bounded(scores.waking), rhythm: bounded(scores.rhythm), readiness: bounded(scores.readiness))
  }

  // MARK: Events

  private static func events(_ payload: [UInt8]?, _ id: String, _ name: String?) -> [FleetEventView] {
    guard let payload, let said = ClockSummary.read(ClockSummary.WrittenEvents.self, payload) else { return [] }
    return said.events.suffix(BridgeMemory.mostRecent).compactMap { event($0, id, name) }
  }

  private static func event(
    _ event: ClockSummary.WrittenEvent, _ id: String, _ name: String?
  ) -> FleetEventView? {
    guard event.time.untrustedMoment != nil, let number = event.id.sanitized(atMost: 40),
      let kind = event.kind.sanitized(atMost: 40)
    else { return nil }
    var view = FleetEventView(clock: id, id: number, time: event.time, kind: kind)
    view.name = name
    view.label = event.label?.sanitized()
    view.detail = event.detail?.sanitized(atMost: 200)
    return view
  }

  package func event(_ topic: String, _ payload: [UInt8]) -> FleetEventView? {
    guard let (id, topic) = Topics.parts(of: topic, base: base), topic == "log", HomeConfiguration.isID(id),
      let said = ClockSummary.read(ClockSummary.WrittenEvent.self, payload)
    else { return nil }
    let summary = clocks[id]?.summary.flatMap { ClockSummary.read(ClockSummary.Written.self, $0) }
    return Self.event(said, id, Self.namePlace(summary?.name?.sanitized()).name)
  }

  // MARK: Order

  /// Returns a key that sorts clocks that need attention sooner first.
  private static func order(_ clock: FleetClockView) -> [UInt32] {
    let isDoubtful = clock.verdict == .atRisk || clock.trouble != nil
    let need: UInt32 = clock.missed > 0 ? 0 : clock.line != .connected ? 1 : isDoubtful ? 2 : 3
    return [need, UInt32(9999 - clock.missed)] + naturalKey(clock.name ?? clock.id) + [0]
      + clock.id.unicodeScalars.map(\.value)
  }

  /// Returns a key that sorts `Room 2` before `Room 10`: numbers are preceded by their length.
  static func naturalKey(_ text: String) -> [UInt32] {
    var key: [UInt32] = []
    var rest = text.lowercased().unicodeScalars[...]
    while let first = rest.first {
      let digits = rest.prefix { (0x30...0x39).contains($0.value) }
      if digits.isEmpty {
        key.append(first.value)
      } else {
        let number = digits.drop { $0 == "0" }.map(\.value)
        key += [0x30, UInt32(number.count)] + number
      }
      rest = rest.dropFirst(max(1, digits.count))
    }
    return key
  }
}
