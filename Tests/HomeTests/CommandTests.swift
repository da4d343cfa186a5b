import Control
import Testing

@testable import Home

struct CommandTests {
  private func command(
    _ place: String, _ payload: String, allowed: [HomeCommandName] = HomeCommandName.allCases, isRetained: Bool = false
  ) throws -> HomeCommand {
    try CommandMessages(Topics(try HomeConfiguration.sample()), allowed: allowed)
      .command(topic: "rouse/bedroom/" + place, payload: Array(payload.utf8), isRetained: isRetained)
  }

  static let good: [(String, String, HomeCommandName, HomeArguments)] = [
    ("skip_next/set", "PRESS", .skip, HomeArguments()), ("test/set", "PRESS", .test, HomeArguments()),
    ("volume/set", "35", .volume, HomeArguments(value: "35")),
    ("volume/set", "35.0", .volume, HomeArguments(value: "35")),
    ("sound/set", "off", .sound, HomeArguments(value: "off")),
    ("brightness/set", "auto", .brightness, HomeArguments(value: "auto")),
    ("noise/set", "rain", .noise, HomeArguments(value: "rain")),
    ("noise/set", "off", .noise, HomeArguments(on: false)),
    ("message/set", "Hi", .message, HomeArguments(text: "Hi")), ("say/set", "Hi", .say, HomeArguments(text: "Hi")),
    ("timer/set", "25m", .timer, HomeArguments(span: "25m")), ("timer/set", "tea", .timer, HomeArguments(value: "tea")),
    ("alarm/7/enabled/set", "ON", .enable, HomeArguments(alarm: "7")),
    ("alarm/7/enabled/set", "OFF", .disable, HomeArguments(alarm: "7")),
    ("alarm/7/time/set", "07:30", .set, HomeArguments(alarm: "7", time: "07:30")),
    ("alarm/7/days/set", "daily", .set, HomeArguments(alarm: "7", days: "daily")),
    ("command", #"{"command":"skip"}"#, .skip, HomeArguments()),
    ("command", #"{"command":"volume","arguments":{"value":"5"}}"#, .volume, HomeArguments(value: "5")),
  ]

  @Test(arguments: good)
  func whatIsSetIsACommand(place: String, payload: String, name: HomeCommandName, arguments: HomeArguments) throws {
    let made = try command(place, payload)
    #expect(made.command == name && made.arguments == arguments)
    #expect(made.origin == (place == "command" ? .mqtt : .homeAssistant))
    #expect(throws: CommandMessages.Refusal.retained) { try command(place, payload, isRetained: true) }
    let others = HomeCommandName.allCases.filter { $0 != name }
    #expect(throws: CommandMessages.Refusal.notAllowed(name.rawValue)) {
      try command(place, payload, allowed: others)
    }
  }

  @Test(arguments: [
    ("dismiss/set", "PRESS"), ("snooze/set", "PRESS"), ("ringing/set", "OFF"), ("state/set", "idle"), ("/set", "x"),
    ("volume", "35"), ("volume/set", ""), ("say/set", "a\u{0}b"), ("say/set", "a\u{1B}[2J"), ("alarm/7/set", "ON"),
    ("alarm//enabled/set", "ON"), ("alarm/7/enabled/set", "on"), ("alarm/7/enabled/x/set", "ON"),
    ("alarm/7/sound/set", "x"), ("command", "skip"), ("command", #"{"command":"dismiss"}"#), ("command", "{"),
    ("command", "\u{0}"), ("command", #"{"command":"skip","arguments":[]}"#),
  ])
  func whatIsNoCommandIsRefused(place: String, payload: String) {
    #expect(throws: CommandMessages.Refusal.notUnderstood) { try command(place, payload) }
  }

  @Test func bytesThatAreNoTextOrTooManyAreRefusedAndTheTruthIsTold() throws {
    let messages = CommandMessages(Topics(try HomeConfiguration.sample()), allowed: HomeCommandName.allCases)
    for payload in [[0xFF, 0xFE], [UInt8](repeating: 0x61, count: 2049)] {
      #expect(throws: CommandMessages.Refusal.notUnderstood) {
        try messages.command(topic: "rouse/bedroom/say/set", payload: payload, isRetained: false)
      }
    }
    #expect(throws: CommandMessages.Refusal.notUnderstood) {
      try messages.command(topic: "rouse/kitchen/say/set", payload: [0x61], isRetained: false)
    }
    let strict = CommandMessages(Topics(try HomeConfiguration.sample()), allowed: [])
    #expect(strict.truth(about: "rouse/bedroom/alarm/7/enabled/set") == ["rouse/bedroom/alarm/7/enabled"])
    #expect(strict.truth(about: "rouse/bedroom/command") == [])
  }

  @Test func oneWishAtATimeNotTooManyNoneThatIsOldAndNoFlood() {
    var wishes = Wishes()
    let skip = HomeCommand(.skip, origin: .homeAssistant)
    let taken = (0...16).map { wishes.add(skip, "\($0)", at: .seconds($0)) }
    #expect(taken == Array(repeating: true, count: 16) + [false])
    #expect(wishes.next(at: .seconds(5))?.topic == "0")
    #expect(wishes.next(at: .seconds(5)) == nil)
    wishes.done()
    let late = wishes.next(at: .seconds(12))
    #expect(late?.topic == "1" && late?.command == nil)
    #expect(wishes.next(at: .seconds(12))?.command != nil)
    #expect(wishes.all().first == "2" && wishes.next(at: .zero) == nil)
    wishes = Wishes()
    var granted = 0
    // A thousand commands a second, each answered at once.
    for millisecond in 0..<30_000 {
      let now = Duration.milliseconds(millisecond)
      guard wishes.add(skip, "t", at: now) else { continue }
      granted += wishes.next(at: now) == nil ? 0 : 1
      wishes.done()
    }
    #expect(granted == 3 * Wishes.most)
  }

  @Test(arguments: [
    (LineTrouble(connectReason: 134, words: ""), "password", true),
    (LineTrouble(connectReason: 5, words: ""), "refuses this user", true),
    (LineTrouble(connectReason: 136, words: ""), "busy", false),
    (LineTrouble(connectReason: 200, words: "Odd."), "Odd.", false),
    (LineTrouble(disconnectReason: 142, words: ""), "another clock uses the same account", true),
    (LineTrouble(disconnectReason: 139, words: ""), "shutting down", false),
    (LineTrouble(certificate: nil), "for another host", true),
    (LineTrouble(certificate: 9), "not valid yet", false),
    (LineTrouble(certificate: 10), "has expired", true),
    (LineTrouble(certificate: 18), "not signed by a CA that this clock trusts", true),
    (LineTrouble(certificate: 20), "not signed by a CA that this clock trusts", true),
  ])
  func whatTheBrokerAnswersIsToldInWords(trouble: LineTrouble, words: String, isLasting: Bool) {
    #expect(trouble.why.contains(words) && trouble.isLasting == isLasting)
  }
}
