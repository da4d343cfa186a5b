/// The followers of some news, each with its own stream. The owner keeps this value under a lock.
package struct Followers<News: Sendable>: Sendable {
  private var all: [(news: AsyncStream<News>.Continuation, hasGone: Box<Bool>)] = []

  package init() {}

  /// A follower that falls `most` behind loses the oldest news.
  package mutating func add(behindAtMost most: Int) -> AsyncStream<News> {
    let (stream, continuation) = AsyncStream<News>.makeStream(bufferingPolicy: .bufferingNewest(most))
    let hasGone = Box(false)
    // Only noted, without the lock: the runtime holds the task of a canceled follower meanwhile (`WorkPool`), and whoever
    // tells it news under that lock waits for the task.
    continuation.onTermination = { _ in hasGone.value = true }
    letGo()
    all.append((continuation, hasGone))
    return stream
  }

  /// Never blocks.
  package mutating func tell(_ news: News) {
    letGo()
    for follower in all { follower.news.yield(news) }
  }

  private mutating func letGo() { all.removeAll { $0.hasGone.value } }
}
