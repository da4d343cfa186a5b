/// Rings or reports as missed what came due while no daemon ran, once the clock is trusted or has been waited for.
struct LateRings: Sendable {
  let trust: TrustWatch
  let ledger: Ledger
  let ringer: Ringer
  let newsSpeaker: NewsSpeaker

  /// How long occurrences from a time without power wait for a clock that shows how late they are.
  private static let longestWaitForTrust: Duration = .seconds(60)

  func decide() async {
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
