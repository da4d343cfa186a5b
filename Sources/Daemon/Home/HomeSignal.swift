import Machine
import Synchronization

/// Tells who follows the clock's state that something of it is another thing which no event tells: what a sensor says, or an
/// order. Costs nothing while nobody does.
final class HomeSignal: Sendable {
  private struct Follower {
    let news: AsyncStream<Void>.Continuation
    let hasGone: Box<Bool>
  }

  private let followers = Mutex<[Follower]>([])

  /// Never blocks.
  func changed() {
    followers.withLock { followers in
      followers.removeAll { $0.hasGone.value }
      for follower in followers { follower.news.yield() }
    }
  }

  func follow() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // Only noted: whoever tells it does so under the lock.
    let hasGone = Box(false)
    continuation.onTermination = { _ in hasGone.value = true }
    followers.withLock { $0.append(Follower(news: continuation, hasGone: hasGone)) }
    return stream
  }
}
