import Testing

@testable import Home

struct RetainedMessagesTests {
  private let one = HomeMessage("a", "1")

  @Test func onlyTheLatestIsSentAndOneOfATopicAtATime() {
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

  @Test func whatIsNoMoreIsTakenBackOnce() {
    var messages = RetainedMessages()
    messages.want([one, HomeMessage("b", "1")])
    messages.want([one])
    _ = messages.next.map { messages.sent($0, as: 1) }
    _ = messages.answered(1)
    #expect(messages.next == HomeMessage("b", ""))
    messages.sent(HomeMessage("b", ""), as: 2)
    _ = messages.answered(2)
    messages.forget()
    _ = messages.next.map { messages.drop($0) }
    #expect(messages.isTold)
  }

  @Test func noMoreThanSomeAreUnderWay() {
    var messages = RetainedMessages()
    messages.want((0..<100).map { HomeMessage("t\($0)", "x") })
    var number: Int32 = 0
    while let next = messages.next {
      number += 1
      messages.sent(next, as: number)
    }
    #expect(number == 16)
    #expect(messages.answered(99) == nil)
  }
}
