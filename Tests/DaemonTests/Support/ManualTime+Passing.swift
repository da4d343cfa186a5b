/// Time that passes while others do something in it.
extension ManualTime {
  /// Lets so much time pass in steps; after each of them whoever woke does what it has to before time goes on.
  func pass(_ duration: Duration, step: Duration = .milliseconds(100)) async {
    await look { hasSleepers }
    var left = duration
    while left > .zero {
      let last = advance(by: min(step, left))
      left -= step
      await look { sleeps >= last }
    }
  }

  /// Looks until it is so, though not often: who has come to an end does not sleep again.
  private func look(_ isSo: () -> Bool) async {
    for _ in 0..<50 where !isSo() { _ = try? await Task.sleep(for: .milliseconds(1)) }
  }
}
