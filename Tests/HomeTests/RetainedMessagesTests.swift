import Testing

@testable import Home

struct RetainedMessagesTests {
  private let one = HomeMessage("a", "1")

  @Test func onlyTheLatestIsSentOneOfATopicAtATimeAndNoMoreThanSomeAtOnce() {
    var messages = RetainedMessages()
    messages.want([one])
    #expect(messages.next == one)
    messages.sent(one, as: 1)
    messages.want([HomeMessage("a", "2")])
    messages.want([HomeMessage("a", "3")])
    #expect(messages.next == nil)
    #expect(messages.answered(1) == "a")
    #expect(messages.next == HomeMessage("a", "3"))
    messages.sent(HomeMessage("a", "3"), as: 2)
    _ = messages.answered(2)
    #expect(messages.isTold)
    messages = RetainedMessages()
    messages.want((0..<100).map { HomeMessage("t\($0)", "x") })
    var number: Int32 = 0
    while let next = messages.next {
      number += 1
      messages.sent(next, as: number)
    }
    #expect(number == 16)
    #expect(messages.answered(99) == nil)
  }

  @Test func whatIsAsItWasIsNotSaidAgainUnlessItIsAskedFor() {
    var messages = RetainedMessages()
    messages.want([one, HomeMessage("b", "1")])
    while let next = messages.next {
      messages.sent(next, as: 7)
      _ = messages.answered(7)
    }
    messages.want([one, HomeMessage("b", "1")])
    #expect(messages.isTold)
    messages.sayAgain(["a"])
    #expect(messages.next == one)
    messages.forget()
    #expect(messages.next == one)
  }

  @Test func whatIsNoMoreOrWasLeftByAnEarlierProgramIsTakenBackOnceUnlessItIsWanted() {
    var messages = RetainedMessages()
    messages.want([one, HomeMessage("b", "1")])
    messages.want([one])
    _ = messages.next.map { messages.sent($0, as: 1) }
    _ = messages.answered(1)
    #expect(messages.next == HomeMessage("b", ""))
    messages.sent(HomeMessage("b", ""), as: 2)
    _ = messages.answered(2)
    messages.forget()
    _ = messages.next.map { messages.drop($0, "too large") }
    #expect(messages.isTold)
    messages = RetainedMessages()
    messages.want([one])
    messages.takeBack(["a", "b"])
    messages.want([HomeMessage("a", "2")])
    var said: [HomeMessage] = []
    while let next = messages.next {
      said.append(next)
      messages.sent(next, as: 1)
      _ = messages.answered(1)
    }
    #expect(said == [HomeMessage("a", "2"), HomeMessage("b", "")])
  }

  @Test func whatIsRefusedIsKnownUntilItIsTakenOrNoLongerWanted() {
    var messages = RetainedMessages()
    messages.want([one, HomeMessage("b", "1")])
    messages.sent(one, as: 1)
    messages.sent(HomeMessage("b", "1"), as: 2)
    _ = messages.answered(1, refused: "not authorized")
    _ = messages.answered(2)
    #expect(messages.refused == ["a": "not authorized"])
    messages.forget()
    #expect(messages.refused.keys.sorted() == ["a"])
    messages.sent(one, as: 3)
    _ = messages.answered(3)
    #expect(messages.refused.isEmpty)
    // Deleting a message can be refused too; then the broker keeps it.
    messages.want([one])
    messages.sent(HomeMessage("b", ""), as: 4)
    _ = messages.answered(4, refused: "not authorized")
    #expect(messages.refused.keys.sorted() == ["b"])
    messages.forget()
    #expect(messages.refused.isEmpty)
    messages.drop(one, "too large")
    #expect(messages.refused == ["a": "too large"])
  }
}
