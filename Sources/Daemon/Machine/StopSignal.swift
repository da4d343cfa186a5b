import Dispatch
import Glibc

/// SIGTERM, as systemd sends it, SIGINT, as Ctrl-C does, or SIGHUP of a terminal that closes.
enum StopSignal {
  /// Returns when the first one comes, or when the task is cancelled.
  static func wait() async {
    let (signals, continuation) = AsyncStream<Void>.makeStream()
    let sources = [SIGTERM, SIGINT, SIGHUP].map { number in
      // The source sees it all the same, and nothing else acts on it.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable in continuation.yield() }
      source.resume()
      return source
    }
    for await _ in signals { break }
    for source in sources { source.cancel() }
  }
}
