import AlarmClock
import MQTTReports
import Testing

@testable import Control
@testable import Home

struct FleetTests {
  private static let now = Instant(seconds: 1_700_000_000)

  private static func local(_ moment: Instant) -> String { RFC3339.format(moment, in: .utc) }

  private static func fleet(_ messages: [(topic: String, text: String)], most: Int = 10) -> FleetView {
    var fleet = Fleet(base: "rouse", most: most)
    for (topic, text) in messages { _ = fleet.take(topic, Array(text.utf8)) }
    return fleet.view(at: now, local)
  }

  private static func clock(_ summary: String, bridge: String = "online") throws -> FleetClockView {
    let view = fleet([("rouse/a/bridge", bridge), ("rouse/a/summary", summary)])
    return try #require(view.clocks.first)
  }

  @Test func aClockIsReadAsItSaysItself() throws {
    let topics = Topics(try HomeConfiguration.sample())
    var state = HomeStateView.sample()
    state.name = "Room 12, Annex"
    state.lastRing = .init(time: "2026-11-24T07:01:12+01:00", label: "Work", outcome: .missed)
    state.scores = .init(waking: 90, rhythm: nil, readiness: 75)
    let at = Self.now
    var fleet = Fleet(base: "rouse")
    for message in [
      ClockSummary.message(of: state, topics, at: at, away: nil),
      ClockSummary.recent([.sample(1), .sample(2)], topics),
      HomeMessage(topics.bridge, "online"),
    ] {
      let isNews = fleet.take(message.topic, message.payload)
      #expect(isNews)
    }
    let clock = try #require(fleet.view(at: Self.now, Self.local).clocks.first)
    #expect(clock.id == "bedroom" && clock.name == "Room 12" && clock.place == "Annex" && clock.line == .connected)
    #expect(clock.next?.label == "Work" && clock.verdict == .atRisk && clock.missed == 1 && clock.state == .idle)
    #expect(clock.problems == ["the camera is not plugged in"] && clock.scores == state.scores)
    #expect(clock.lastRing?.outcome == .missed && clock.version == "1.2.3" && clock.since == nil)
    #expect(clock.events.map(\.id) == ["1-abc", "2-abc"] && clock.events.first?.name == "Room 12")
    _ = fleet.take(topics.bridge, Array("offline".utf8))
    let silent = try #require(fleet.view(at: Self.now, Self.local).clocks.first)
    #expect(silent.line == .silent && silent.since == Self.local(at))
    // The daemon is away, but its bridge is connected.
    let away = ClockSummary.message(of: state, topics, at: at, away: Instant(seconds: 1_700_000_100))
    _ = fleet.take(topics.bridge, Array("online".utf8))
    _ = fleet.take(away.topic, away.payload)
    let stopped = try #require(fleet.view(at: Self.now, Self.local).clocks.first)
    #expect(stopped.line == .stopped && stopped.since == Self.local(Instant(seconds: 1_700_000_100)))
    for topic in [topics.summary, topics.recent, topics.bridge] { _ = fleet.take(topic, []) }
    #expect(fleet.isEmpty)
  }

  /// After a power cut of the broker and its clocks, retained messages still call them connected.
  @Test(arguments: [(0, false), (2400, false), (2401, true), (400_000, true), (-86_400, false)])
  func aClockWhoseLastWordIsOldIsSilentWhateverTheBrokerKeeps(age: Int64, isSilent: Bool) throws {
    let at = Instant(seconds: Self.now.seconds - age)
    for away in ["null", "\"\(Self.local(at))\""] {
      let clock = try Self.clock("{\"at\":\"\(Self.local(at))\",\"away\":\(away),\"verdict\":\"ready\"}")
      #expect(clock.line == (isSilent ? .silent : away == "null" ? .connected : .stopped))
      #expect(clock.since == (isSilent || away != "null" ? Self.local(at) : nil))
    }
  }

  static let names: [(said: String, name: String?, place: String?)] = [
    ("Room 12", "Room 12", nil), ("Room 12, Annex", "Room 12", "Annex"), (" , ", nil, nil), ("", nil, nil),
    ("a,b,c", "a", "b,c"), ("\\u001b[2J\\u0007x", "?[2J?x", nil), ("\\u202eevil\\u2066", "?evil?", nil),
    ("\\u200e\\u200bz\\ufeff", "??z?", nil), ("a\\nb", "a?b", nil),
    ("Zimmer 5 – Süd, 1. Stock", "Zimmer 5 – Süd", "1. Stock"),
  ]

  @Test(arguments: names)
  func aNameIsOneShortLineThatTurnsNothing(said: String, name: String?, place: String?) throws {
    let clock = try Self.clock(#"{"name":"\#(said)"}"#)
    #expect(clock.name == name && clock.place == place && clock.trouble == nil)
  }

  static let garbage = [
    "", "x", "[]", "null", "{", "{\"missed\":\"many\"}", "{\"missed\":1e400}", "{\"missed\":99999999999999999999}",
    "{\"name\":7}", "{\"next\":[]}", String(repeating: "[", count: 3000), "{\"name\":\"\u{0}\"}",
    "{\"name\":\"" + String(repeating: "a", count: 5000) + "\"}", "{\"scores\":{\"waking\":{}}}",
  ]

  @Test(arguments: garbage.indices)
  func whatIsNoSummaryIsNamedAndTheOthersAreTold(index: Int) throws {
    let view = Self.fleet([
      ("rouse/a/bridge", "online"), ("rouse/a/summary", Self.garbage[index]), ("rouse/b/bridge", "online"),
      ("rouse/b/summary", "{\"name\":\"B\"}"),
    ])
    #expect(view.clocks.count == 2)
    #expect(view.clocks.first { $0.id == "a" }?.trouble != nil)
    #expect(view.clocks.first { $0.id == "b" }?.trouble == nil)
  }

  @Test func whatIsNoTextIsNoSummaryAndNamesNumbersAndTimesAreBounded() throws {
    var fleet = Fleet(base: "rouse")
    _ = fleet.take("rouse/a/summary", [0x7B, 0xFF, 0xFE, 0x7D])
    #expect(fleet.view(at: Self.now, Self.local).clocks.first?.trouble != nil)
    let accents = String(repeating: "\u{301}", count: 500)
    #expect(try Self.clock(#"{"name":"a\#(accents)"}"#).name?.unicodeScalars.count == 60)
    let clock = try Self.clock(
      #"{"missed":-5,"next":{"time":"tomorrow","label":"x"},"last_ring":{"time":"2026-11-24T07:00:00.\#(String(repeating: "1", count: 60))Z"},"scores":{"waking":1000,"rhythm":-1},"verdict":"fine","state":"asleep","at":"never","away":"\#(String(repeating: "9", count: 100))"}"#
    )
    #expect(clock.missed == 0 && clock.next == nil && clock.lastRing == nil && clock.verdict == nil)
    #expect(clock.state == nil && clock.scores == .init(waking: 100, rhythm: 0) && clock.since == nil)
    #expect(try Self.clock(#"{"missed":123456789}"#).missed == 9999)
  }

  @Test func topicsThatAreNoClocksAreNotHeard() {
    var fleet = Fleet(base: "rouse")
    let long = String(repeating: "a", count: 65)
    for topic in [
      "rouse/bridge", "rouse//bridge", "rouse/a b/bridge", "rouse/\u{1B}[2J/bridge", "rouse/ü/bridge",
      "rouse/\(long)/bridge", "other/a/bridge", "rouse/a/bridge/x", "rouse/a/session", "rouse/a/", "rouse", "",
      "rouse/+/bridge", "rouse/../bridge",
    ] {
      let isNews = fleet.take(topic, Array("online".utf8))
      #expect(!isNews, "\(topic)")
    }
    #expect(fleet.isEmpty)
  }

  @Test func moreThanAreToldOfAreCountedOnce() {
    let messages = (0..<15).flatMap { [("rouse/c\($0)/bridge", "online"), ("rouse/c\($0)/summary", "{}")] }
    let many = Self.fleet(messages.map { (topic: $0.0, text: $0.1) })
    #expect(many.clocks.count == 10 && many.left == 5)
    var fleet = Fleet(base: "rouse", most: 1)
    func isNews(_ topic: String, _ text: String) -> Bool { fleet.take(topic, Array(text.utf8)) }
    #expect(isNews("rouse/a/bridge", "online") && isNews("rouse/b/bridge", "online"))
    for text in ["offline", "online", "offline"] { #expect(!isNews("rouse/b/bridge", text)) }
    #expect(fleet.view(at: Self.now, Self.local).left == 1)
    #expect(isNews("rouse/c/bridge", "online") && fleet.view(at: Self.now, Self.local).left == 2)
    #expect(isNews("rouse/b/bridge", "") && fleet.view(at: Self.now, Self.local).left == 1)
    #expect(isNews("rouse/a/bridge", "") && isNews("rouse/c/bridge", "offline"))
    let view = fleet.view(at: Self.now, Self.local)
    #expect(view.clocks.map(\.id) == ["c"] && view.left == 0)
  }

  @Test func whoNeedsSomebodyComesFirstAndNumbersCountAsSuch() {
    var messages: [(topic: String, text: String)] = []
    for (id, bridge, summary) in [
      ("n10", "online", #"{"name":"Room 10","verdict":"ready"}"#), ("n9", "online", #"{"name":"room 9"}"#),
      ("n2", "online", #"{"name":"Room 2"}"#), ("risk", "online", #"{"name":"Z","verdict":"at_risk"}"#),
      ("gone", "offline", #"{"name":"Y"}"#), ("one", "online", #"{"name":"X","missed":1}"#),
      ("two", "offline", #"{"name":"W","missed":2}"#),
    ] {
      messages += [("rouse/\(id)/bridge", bridge), ("rouse/\(id)/summary", summary)]
    }
    #expect(Self.fleet(messages).clocks.map(\.id) == ["two", "one", "gone", "risk", "n2", "n9", "n10"])
  }

  @Test func eventsOfOthersAreCleanedToo() {
    let events =
      #"{"events":[{"id":"1\u001b","time":"2026-11-24T07:00:00Z","kind":"fired","label":"\u202ex","detail":"\u0000"},{"id":"2","time":"x","kind":"y"}]}"#
    let view = Self.fleet([("rouse/a/recent", events), ("rouse/a/summary", "{}")])
    #expect(view.clocks.first?.events.map(\.label) == ["?x"] && view.clocks.first?.events.map(\.id) == ["1?"])
    let fleet = Fleet(base: "rouse")
    let event = #"{"id":"1-a","sequence":1,"time":"2026-11-24T07:00:00Z","kind":"fired","label":null}"#
    #expect(fleet.event("rouse/a/log", Array(event.utf8))?.kind == "fired")
    #expect(fleet.event("rouse/a/event", Array(event.utf8)) == nil)
    #expect(fleet.event("rouse/a/log", Array("{}".utf8)) == nil)
  }

  @Test func whatHappenedLastFitsAndTheLatestStays() throws {
    let topics = Topics(try HomeConfiguration.sample())
    let long = String(repeating: "ü", count: 500)
    let events = (1...10).map { number -> HomeEvent in
      var event = HomeEvent.sample(Int64(number), label: long)
      event.detail = long
      return event
    }
    let message = ClockSummary.recent(events, topics)
    #expect(message.payload.count <= ClockSummary.longest)
    let told = Self.fleet([(topics.recent, message.text), (topics.summary, "{}")]).clocks.first?.events ?? []
    #expect(told.last?.id == "10-abc" && told.count > 3)
  }
}
