import AlarmClock
import FoundationEssentials
import MQTTReports

@testable import Home

/// Feeds messages of many clocks, or of anyone with an account: topics and payloads alternate, each up to a NUL. At the
/// end all of them are deleted.
func look(_ messages: [UInt8]) throws {
  let most = 3
  var pieces = Pieces(messages)
  var fleet = Fleet(base: "rouse", most: most)
  var topics: [String] = []
  while !pieces.isAtEnd {
    let (topic, payload) = ("rouse/" + pieces.text(), pieces.bytes())
    topics.append(topic)
    _ = fleet.take(topic, payload)
    if let event = fleet.event(topic, payload) { try check(event) }
  }
  let view = fleet.view(at: Instant(seconds: 1_800_000_000)) { RFC3339.format($0, in: .utc) }
  try promise(view.clocks.count <= most && view.left <= topics.count, "more clocks than have said anything")
  try promise(Set(view.clocks.map(\.id)).count == view.clocks.count, "a clock is told of twice")
  for clock in view.clocks { try check(clock) }
  let line = try JSONEncoder().encode(FleetLine(view: view))
  try promise(!line.contains(0x0A), "what is told of many clocks is more than a line")
  try promise(try JSONDecoder().decode(FleetLine.self, from: line).view == view, "many clocks read back as others")

  for topic in topics { _ = fleet.take(topic, []) }
  try promise(
    fleet.isEmpty && fleet.view(at: Instant(seconds: 1_800_000_000)) { RFC3339.format($0, in: .utc) }.left == 0,
    "what was taken back is still told of")
}

private func check(_ clock: FleetClockView) throws {
  try promise(HomeConfiguration.isID(clock.id), "a clock of no account: \(clock.id)")
  try promise((0...9999).contains(clock.missed) && clock.problems.count <= 3, "a number without an end")
  let rings = [clock.next, clock.lastRing].compactMap(\.self)
  let own: [String?] = [clock.name, clock.place, clock.version, clock.trouble, clock.since]
  let texts = own.compactMap(\.self) + clock.problems + rings.flatMap { [$0.label, $0.time] }
  for text in texts { try check(text) }
  for ring in rings { try promise(RFC3339.parse(ring.time) != nil, "a ring at no time: \(ring.time)") }
  let scores = [clock.scores?.waking, clock.scores?.rhythm, clock.scores?.readiness].compactMap(\.self)
  try promise(scores.allSatisfy { (0...100).contains($0) }, "a score that there is not")
  try promise(clock.events.count <= BridgeMemory.mostRecent, "more events than are kept")
  for event in clock.events { try check(event) }
}

private func check(_ event: FleetEventView) throws {
  try promise(RFC3339.parse(event.time) != nil, "an event at no time: \(event.time)")
  for text in [event.id, event.kind, event.name, event.label, event.detail].compactMap(\.self) { try check(text) }
}

private func check(_ text: String) throws {
  try promise(text.unicodeScalars.count <= 200, "a text without an end")
  try promise(
    text == text.printable() && !text.unicodeScalars.contains { $0.properties.generalCategory == .format },
    "a text that is not as it looks")
}

let fleets = [
  "a/bridge\0online\0a/summary\0"
    + #"{"at":"2026-11-24T07:00:00Z","away":null,"name":"Room 12, Annex","version":"1.2.3","state":"idle","next":{"time":"2026-11-26T07:00:00+01:00","label":"Work"},"verdict":"at_risk","problems":["the camera is not plugged in"],"missed":1,"last_ring":{"time":"2026-11-24T07:01:12+01:00","label":"Work","outcome":"missed"},"scores":{"waking":90,"rhythm":null,"readiness":75}}"#
    + "\0a/recent\0"
    + #"{"events":[{"id":"1-a","time":"2026-11-24T07:00:00Z","kind":"fired","label":"Work","detail":null}]}"#,
  "a/summary\0" + #"{"name":"\u001b[2J\u202eRoom 12","away":"2026-11-24T07:00:00Z","problems":["a\r\nb"],"missed":-5}"#
    + "\0a/bridge\0offline\0a/log\0"
    + #"{"id":"2-a","time":"2026-11-24T07:00:00+01:00","kind":"missed","label":"\u2066x"}"#,
  "a/bridge\0online\0b/bridge\0online\0c/bridge\0offline\0d/bridge\0online\0d/bridge\0offline\0a/bridge\0\0d/summary\0{}",
  "a b/bridge\0online\0/bridge\0online\0a/summary\0[[[[",
]
