/// Lets time pass step by step while other tasks use it.
extension ManualTime {
  /// Lets `duration` pass in steps, and waits after each one until the tasks that woke sleep again.
  func pass(_ duration: Duration, step: Duration = .milliseconds(100)) async {
    await look { hasSleepers }
    var left = duration
    while left > .zero {
      let last = advance(by: min(step, left))
      left -= step
      await look { sleeps >= last }
    }
  }

  /// Waits for a condition for at most about 50 ms, because a task that has ended does not sleep again.
  private func look(_ isSo: () -> Bool) async {
    for _ in 0..<50 where !isSo() { _ = try? await Task.sleep(for: .milliseconds(1)) }
  }
}
