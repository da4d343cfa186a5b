import Synchronization
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

@Suite struct ReadAheadTests {
  private struct Broken: Error {}

  @Test func samplesComeInOrder() throws {
    let source = try ReadAhead(rate: 1000, patience: HangDetector.longest) {
      var next: Float = 0
      return { count in
        defer { next += Float(count) }
        return (0..<count).map { next + Float($0) }
      }
    }
    var taken: [Float] = []
    for count in [1, 20, 300, 4000, 7] { taken += source.next(count) }
    #expect(taken == (0..<4328).map(Float.init))
  }

  @Test func noMoreIsReadThanSomeSecondsAhead() async throws {
    let count = Mutex(0)
    let source = try ReadAhead(rate: 1000, patience: HangDetector.longest) {
      return { wanted in
        count.withLock { $0 += wanted }
        return [Float](repeating: 0, count: wanted)
      }
    }
    _ = source.next(1000)
    #expect(await eventually { count.withLock { $0 } >= 3000 })
    #expect(count.withLock { $0 } <= 4100)
  }

  @Test func aSoundThatCannotBeOpenedGivesNothing() throws {
    let source = try ReadAhead(rate: 1000, patience: HangDetector.longest) { throw Broken() }
    #expect(source.next(10).isEmpty)
    #expect(source.next(10).isEmpty)
  }

  @Test func whatWasReadBeforeItFailedIsPlayedFirst() throws {
    let source = try ReadAhead(rate: 1000, patience: HangDetector.longest) {
      var isFirst = true
      return { count in
        guard isFirst else { throw Broken() }
        isFirst = false
        return [Float](repeating: 1, count: count)
      }
    }
    #expect(source.next(60).count == 60)
    #expect(source.next(60).count == 40)
    #expect(source.next(60).isEmpty)
  }

  /// A disk that hangs in the kernel, immediately or after the first read.
  @Test(arguments: [0, 1]) func aDiskThatHangsIsGivenUp(after reads: Int) async throws {
    let gate = try Wakeup()
    let hangs = Mutex(false)
    let source = try ReadAhead(rate: 1000, patience: .milliseconds(50)) {
      var count = 0
      return { wanted in
        if count == reads {
          hangs.withLock { $0 = true }
          gate.wait()
        }
        count += 1
        return [Float](repeating: 1, count: wanted)
      }
    }
    // Samples read before the hang still play, however long they took.
    #expect(await eventually { hangs.withLock { $0 } })
    var taken = 0
    while true {
      let samples = source.next(20)
      taken += samples.count
      if samples.count < 20 { break }
    }
    #expect(taken == 100 * reads)
    gate.signal()
    for _ in 0..<20 { #expect(source.next(20).isEmpty) }
  }

  @Test func itsThreadEndsWithItsLastOwner() async throws {
    final class Token: Sendable {}
    final class Watcher {
      weak var token: Token?
    }
    var token: Token? = Token()
    let watcher = Watcher()
    watcher.token = token
    var source: ReadAhead? = try ReadAhead(rate: 1000, patience: HangDetector.longest) { [token] in
      return { count in [Float](repeating: token == nil ? 1 : 0, count: count) }
    }
    token = nil
    #expect(source?.next(10).count == 10)
    #expect(watcher.token != nil)
    source = nil
    #expect(await eventually { watcher.token == nil })
  }
}
