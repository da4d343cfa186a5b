/// Those who follow some news, each by a stream of its own. Whoever tells them keeps this under a lock.
package struct Followers<News: Sendable>: Sendable {
  private var all: [(news: AsyncStream<News>.Continuation, hasGone: Box<Bool>)] = []

  package init() {}

  /// A follower that falls `most` behind loses the oldest news.
  package mutating func add(behindAtMost most: Int) -> AsyncStream<News> {
    let (stream, continuation) = AsyncStream<News>.makeStream(bufferingPolicy: .bufferingNewest(most))
    let hasGone = Box(false)
    // Only noted, without the lock. A task that is cancelled says so while Swift's runtime holds the task, and whoever tells
    // it news, which is done under that lock, waits for the task: each would wait for the other.
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
