import AlarmClock
import Testing

@testable import Faces

@Suite struct MessageQueueTests {
  static let start = ClockReading(now: Instant(seconds: 1_795_244_400), sinceBoot: .seconds(100), boot: "one")

  static func reading(_ elapsed: Duration, step: Duration = .zero) -> ClockReading {
    ClockReading(now: start.now + elapsed + step, sinceBoot: start.sinceBoot + elapsed, boot: start.boot)
  }

  static func message(_ id: String, _ text: String, for length: Duration = .seconds(600)) -> Message {
    Message(id: id, text: text, end: .after(Deadline(after: length, at: start)))
  }

  /// Returns the texts in order without repetitions, with the time as `-`.
  static func seen(
    _ queue: inout MessageQueue, for length: Duration, timeTurn: Duration = MessageQueue.timeTurn
  ) -> [String] {
    var (elapsed, seen) = (Duration.zero, [String]())
    while elapsed < length, let sight = queue.sight(at: elapsed, reading(elapsed), moves: true, timeTurn: timeTurn) {
      seen.append(sight.text ?? "-")
      elapsed += sight.holds
    }
    return seen
  }

  @Test func withoutATurnForTheTimeTheyStandAlone() {
    var queue = MessageQueue(on: .fourDigits)
    for (id, text) in [("a", "tea"), ("b", "eggs")] { queue.put(Self.message(id, text)) }
    #expect(Self.seen(&queue, for: .seconds(20), timeTurn: .zero) == ["eggs", "tea", "eggs", "tea"])
  }

  @Test func noMoreThanTenAreKept() {
    var queue = MessageQueue(on: .fourDigits)
    for number in 0..<15 {
      queue.put(Self.message("\(number)", "tea"))
    }
    #expect(queue.messages.map(\.id) == (0..<10).map(String.init))
    for number in 15..<30 {
      var reminder = Self.message("\(number)", "test it")
      reminder.isReminder = true
      queue.put(reminder)
    }
    let reminders = queue.messages.filter(\.isReminder).map(\.id)
    #expect(queue.messages.count == 20 && reminders == (15..<25).map(String.init))
  }

  @Test func oneThatIsTakenAwayGivesItsTurnToTheNext() {
    var queue = MessageQueue(on: .fourDigits)
    #expect(queue.sight(at: .zero, Self.start, moves: true) == nil)
    for (id, text) in [("a", "tea"), ("b", "eggs"), ("c", "bread")] { queue.put(Self.message(id, text)) }
    #expect(queue.sight(at: .zero, Self.start, moves: true)?.last == "c")
    queue.remove("c")
    #expect(queue.sight(at: .zero, Self.start, moves: true) == MessageSight(id: nil, text: nil, holds: .seconds(5)))
    queue.remove("x")
    #expect(queue.sight(at: .seconds(5), Self.reading(.seconds(5)), moves: true)?.text == "tea")
    queue.remove("a")
    #expect(queue.sight(at: .seconds(6), Self.reading(.seconds(6)), moves: true)?.text == "eggs")
    queue.remove("b")
    #expect(queue.sight(at: .seconds(6), Self.reading(.seconds(6)), moves: true) == nil)
  }

  @Test func whatWasInterruptedBeginsAnew() {
    var queue = MessageQueue(on: .fourDigits)
    queue.put(Self.message("a", "bin day"))
    #expect(Self.seen(&queue, for: .milliseconds(2_300)) == ["bin ", "in d"])
    #expect(
      queue.sight(at: .seconds(300), Self.reading(.seconds(300)), moves: true)
        == MessageSight(id: "a", text: "bin ", holds: .seconds(2), last: "a"))
  }

  @Test func whileTheTimeHasItsTurnTheMessageThatWasSeenLastIsKnown() {
    var queue = MessageQueue(on: .fourDigits)
    for (id, text) in [("a", "tea"), ("b", "eggs")] { queue.put(Self.message(id, text)) }
    var (elapsed, last) = (Duration.zero, [String]())
    while elapsed < .seconds(35), let sight = queue.sight(at: elapsed, Self.reading(elapsed), moves: true) {
      last.append("\(sight.text ?? "-") \(sight.last ?? "none")")
      elapsed += sight.holds
    }
    #expect(last == ["eggs b", "- b", "tea a", "eggs b", "- b", "tea a", "eggs b"])
    // A removed message, or one that was seen before something else took the display, does not count.
    #expect(queue.sight(at: .seconds(38), Self.reading(.seconds(38)), moves: true)?.last == "b")
    queue.remove("b")
    #expect(queue.sight(at: .seconds(38), Self.reading(.seconds(38)), moves: true)?.last == nil)
  }

  @Test func aCourseGoesOnAsTheMessagesWouldAndChangesNone() {
    var queue = MessageQueue(on: .fourDigits)
    queue.put(Self.message("a", "tea", for: .seconds(12)))
    _ = queue.sight(at: .zero, Self.start, moves: true)
    var course = MessageCourse(
      queue, from: .seconds(2), Self.reading(.seconds(2)), moves: true, timeTurn: MessageQueue.timeTurn)
    #expect(course.waiting(at: .seconds(2)).map(\.id) == ["a"])
    for (moment, text) in [(2, "tea"), (5, "-"), (10, "tea"), (11, "tea")] as [(Int, String)] {
      let sight = course.sight(at: .seconds(moment))
      #expect(sight.map { $0.text ?? "-" } == text)
    }
    #expect(course.sight(at: .seconds(12)) == nil && course.waiting(at: .seconds(12)).isEmpty)
    #expect(queue.messages.map(\.id) == ["a"])
  }

  @Test func aSpanGoesByTheTimeThatPassesAndAMomentByTheClock() {
    var queue = MessageQueue(on: .fourDigits)
    queue.put(Self.message("span", "tea", for: .seconds(60)))
    queue.put(Message(id: "moment", text: "eggs", end: .at(Self.start.now + .seconds(60))))
    queue.removeEnded(at: Self.reading(.seconds(10), step: .seconds(3600)))
    #expect(queue.messages.map(\.id) == ["span"])
    // After a power cut only the time of day is known.
    queue.removeEnded(at: ClockReading(now: Self.start.now + .seconds(59), sinceBoot: .seconds(5), boot: "two"))
    #expect(queue.messages.map(\.id) == ["span"])
    queue.removeEnded(at: ClockReading(now: Self.start.now + .seconds(60), sinceBoot: .seconds(6), boot: "two"))
    #expect(queue.messages.isEmpty)
  }

  /// Looks every 50 ms: nothing changes earlier than announced, and nothing follows the end.
  @Test(arguments: [4, 6, 8], [true, false]) func nothingChangesBeforeItWasSaidTo(digits: Int, moves: Bool) {
    var dice = SystemRandomNumberGenerator()
    for _ in 0..<40 {
      var queue = MessageQueue(on: MessagePassTests.shape(digits))
      var ends: [String: Duration] = [:]
      var held: (sight: MessageSight?, until: Duration)?
      for tick in 0..<1_200 {
        let now = Duration.milliseconds(50) * tick
        if Int.random(in: 0..<150, using: &dice) == 0 {
          let (id, length) = ("\(tick)", Duration.milliseconds(Int.random(in: 300...20_000, using: &dice)))
          let text = ["tea", "bin day", "recycling out", "go"].randomElement() ?? "tea"
          queue.put(Message(id: id, text: text, end: .after(Deadline(after: length, at: Self.reading(now)))))
          ends[id] = now + length
          held = nil
        }
        if Int.random(in: 0..<300, using: &dice) == 0, let message = queue.messages.randomElement() {
          queue.remove(message.id)
          held = nil
        }
        let sight = queue.sight(at: now, Self.reading(now), moves: moves)
        #expect(queue.messages.count <= MessageQueue.most)
        for message in queue.messages { #expect(ends[message.id].map { $0 > now } == true) }
        if let held, now < held.until, held.sight?.id != nil {
          #expect(sight?.text == held.sight?.text && sight?.id == held.sight?.id)
        }
        if let sight {
          #expect(sight.holds > .zero && sight.holds <= .seconds(10))
          held = (sight, now + sight.holds)
        }
      }
    }
  }
}
