extension RouseDaemon {
  /// How long occurrences from a time without power wait for a clock that shows how late they are.
  private static let longestWaitForTrust: Duration = .seconds(60)

  /// Rings or reports as missed what came due while no daemon ran, once the clock is trusted or has been waited for.
  func decideLateRings() async {
    await ledger.tellAbsence(inThisBoot: true)
    await trust.waitForTrust(atMost: Self.longestWaitForTrust)
    // A service that is stopping leaves this to its next start.
    guard !Task.isCancelled else { return }
    ringer.begin(await Resumption.decideLate(ledger))
    // Now the clock may show how long the absence was.
    await ledger.tellAbsence()
    newsSpeaker.startIsOver(isTrusted: trust.isTrusted)
  }
}
