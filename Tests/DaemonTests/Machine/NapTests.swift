import Testing

@testable import Machine

@Suite(.timeLimit(.minutes(5))) struct NapTests {
  private static let long: Duration = .seconds(3600)

  @Test func sleepReturnsAtOnceAfterAnEarlierEnd() async {
    let nap = Nap(time: SystemTime())
    nap.end()
    nap.end()
    await nap.sleep(for: Self.long)
  }

  @Test func theEndOfOneDoesNotEndTheNext() async {
    let time = ManualTime(morning)
    let nap = Nap(time: time)
    nap.end()
    await nap.sleep(for: Self.long)
    let next = Task { await nap.sleep(for: Self.long) }
    #expect(await eventually { time.hasSleepers })
    nap.end()
    await next.value
  }

  @Test func itEndsWithItsTask() async {
    let time = ManualTime(morning)
    let nap = Nap(time: time)
    let sleep = Task { await nap.sleep(for: Self.long) }
    #expect(await eventually { time.hasSleepers })
    sleep.cancel()
    await sleep.value
  }
}
