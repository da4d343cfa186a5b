/// Rings what came due while nobody ran, or says that it was missed, once the clock is trusted or was waited for.
struct LateRings: Sendable {
  let trust: TrustWatch
  let ledger: Ledger
  let ringer: Ringer
  let newsSpeaker: NewsSpeaker

  /// How long what came due without power waits for a clock that tells how late it is.
  private static let longestWaitForTrust: Duration = .seconds(60)

  func decide() async {
    await ledger.tellAbsence(inThisBoot: true)
    await trust.waitForTrust(atMost: Self.longestWaitForTrust)
    // A service that stops leaves it to its next start.
    guard !Task.isCancelled else { return }
    ringer.begin(await Resumption.decideLate(ledger))
    // By a clock that tells for how long.
    await ledger.tellAbsence()
    newsSpeaker.startIsOver(isTrusted: trust.isTrusted)
  }
}
