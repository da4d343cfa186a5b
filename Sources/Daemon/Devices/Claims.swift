/// Who uses speaker and motor: whoever is named first has them before the others.
enum Claimant: Int, CaseIterable, Sendable {
  case alarm, timer, preview
  case test
  case noise
  /// Silence, to see whether the speaker plays.
  case probe
}

/// What each claimant wants of a device that only one of them can have.
struct Claims<Want: Hashable & Sendable>: Sendable {
  private var wants: [Claimant: Want] = [:]

  /// nil: nothing any more.
  subscript(claimant: Claimant) -> Want? {
    get { wants[claimant] }
    set { wants[claimant] = newValue }
  }

  /// Who has the device, and what for.
  var first: (claimant: Claimant, want: Want)? {
    for claimant in Claimant.allCases { if let want = wants[claimant] { return (claimant, want) } }
    return nil
  }
}
