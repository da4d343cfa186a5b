/// Which cards were *brought* to the camera and which were already lying there: a card does nothing until it has been
/// seen to be absent. Each round of a ring has its own value; the timers share one.
///
/// A card counts if it is read after the camera has seen no code for a while, in light in which it would have been
/// read. A card that is read sooner is lying there. It counts once it was away and returns to a different place in the
/// picture, in any light; a card that is held closer or turned is also in a different place. In the same place it
/// counts only after a longer absence in pictures that would have shown it, because a hand over the lens does not
/// remove a card. If the rest of the picture has moved with the card, the camera was pushed, and the card is in the
/// same place.
public struct CardPresence: Hashable, Sendable {
  /// A point in the picture, in thousandths of its width and height.
  public struct Place: Hashable, Sendable {
    public var x: Int
    public var y: Int

    public init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }

    func isElsewhere(than other: Place) -> Bool {
      // The coordinates come from another process and can be any integers.
      func isFar(_ one: Int, _ other: Int) -> Bool {
        let (difference, isTooLarge) = one.subtractingReportingOverflow(other)
        return isTooLarge || difference.magnitude > CardPresence.move
      }
      return isFar(x, other.x) || isFar(y, other.y)
    }
  }

  /// The outline of a card in the picture: its corners, in any order.
  public struct Outline: Hashable, Sendable {
    public var corners: [Place]

    public init(_ corners: [Place]) { self.corners = corners }

    /// Whether two corners are far from every corner of the other outline: the card was moved, turned, or held closer.
    /// One corner is not enough: a reader's pass may misplace one corner of a card that lies still. The order of
    /// corners differs between passes.
    func isElsewhere(than other: Outline) -> Bool {
      func areFar(_ some: [Place], _ others: [Place]) -> Bool {
        some.count { corner in others.allSatisfy(corner.isElsewhere) } >= 2
      }
      return areFar(corners, other.corners) || areFar(other.corners, corners)
    }

    func moved(x: Int, y: Int) -> Outline { Outline(corners.map { Place(x: $0.x &+ x, y: $0.y &+ y) }) }

    var middle: Place {
      func mean(_ values: [Int]) -> Int {
        values.reduce(0) { $0 + min(max($1, -10_000), 10_000) } / max(values.count, 1)
      }
      return Place(x: mean(corners.map(\.x)), y: mean(corners.map(\.y)))
    }
  }

  public struct Sighting: Hashable, Sendable {
    public var outline: Outline
    /// Whether the card shines in a dark picture, as a phone screen does.
    public var glows: Bool

    public init(outline: Outline, glows: Bool = false) {
      self.outline = outline
      self.glows = glows
    }
  }

  /// The conclusion that a picture allows about codes that were not read in it.
  public enum View: Hashable, Sendable {
    case clear
    /// No shining code is in view; a code on paper would not be seen.
    case dark
    /// No conclusion: an unread code is in view, or something dazzles the camera.
    case blocked
  }

  /// The findings of one picture.
  public struct Look: Hashable, Sendable {
    /// The number of the picture. A gap in the numbers means that pictures were lost on the way.
    public var number: Int
    public var view: View
    public var cards: [String: Sighting]
    /// Whether a card that was not read must be gone. A glossy card lying in view may be unreadable under the lamp,
    /// although the picture is bright.
    public var provesAbsence: Bool
    /// `nil` if the reader does not report it; then only `view` describes the picture.
    public var backdrop: Backdrop?

    public init(
      number: Int, view: View, cards: [String: Sighting] = [:], provesAbsence: Bool = true, backdrop: Backdrop? = nil
    ) {
      self.number = number
      self.view = view
      self.cards = cards
      self.provesAbsence = provesAbsence
      self.backdrop = backdrop
    }

    fileprivate func wouldShow(_ spot: Spot) -> Bool {
      guard view == .clear, provesAbsence else { return false }
      guard let backdrop else { return true }
      if backdrop.isBlank { return false }
      return spot.backdrop.map { backdrop.shows(surroundingsOf: spot.outline, in: $0) } ?? true
    }
  }

  fileprivate struct Spot: Hashable, Sendable {
    var outline: Outline
    var backdrop: Backdrop?

    func wasPushed(since old: Spot) -> Bool {
      guard let backdrop, let before = old.backdrop else { return false }
      return backdrop.wasPushed(since: before, card: old.outline, to: outline)
    }
  }

  /// How long a card must be unseen to count as absent, in time and in pictures: a card may be readable by only one of
  /// the reader's passes, and each pass runs at least once in `cycle` pictures.
  public static let absence: Duration = .seconds(1)
  public static let cycle = 16
  /// After this long unseen in pictures that would have shown it, a card counts wherever it returns.
  public static let longAbsence: Duration = .seconds(10)
  /// The least distance that counts as a move, in thousandths of the picture's side. Readings of a still card differ by
  /// less.
  static let move = 50
  /// The longest time between two pictures that counts as observed.
  static let longestGap: Duration = .seconds(1)

  private struct Absence: Hashable, Sendable {
    var time = Duration.zero
    var pictures = 0

    var isProven: Bool { time >= CardPresence.absence && pictures >= CardPresence.cycle }

    mutating func add(_ time: Duration) {
      self.time += time
      pictures += 1
    }
  }

  /// A run of consecutive pictures in which no code could have been overlooked.
  private struct Emptiness: Hashable, Sendable {
    private var current: Absence?
    /// Whether the run was long enough, once. Any card first seen after that has been brought.
    private(set) var isProven = false

    /// - Parameter gap: The time since the picture before, or `nil` if one between them was lost.
    mutating func look(_ isEmpty: Bool, after gap: Duration?) {
      guard isEmpty else { return current = nil }
      if let gap, current != nil { current?.add(gap) } else { current = Absence(pictures: 1) }
      isProven = isProven || current?.isProven ?? false
    }
  }

  private enum Standing: Hashable, Sendable {
    case brought
    /// - Parameter unread: How long the card was not read in pictures that would have shown it.
    case lies(at: Spot, absent: Absence, unread: Duration, wasAway: Bool)

    static func lying(at spot: Spot, wasAway: Bool = false) -> Self {
      .lies(at: spot, absent: Absence(), unread: .zero, wasAway: wasAway)
    }
  }

  /// `emptiness` is for cards on paper, `darkness` for cards that shine.
  private var emptiness = Emptiness()
  private var darkness = Emptiness()
  private var cards: [String: Standing] = [:]
  /// Whether the ring is snoozed. A card that the camera cannot read in the dark then does not count as gone; otherwise
  /// a card left in view could end the ring while its owner sleeps.
  private var isResting = false
  private var places: [String: Spot] = [:]
  /// The number of the picture before, and the moment of the look at it.
  private var lastNumber: Int?
  private var lastLook: Duration?
  /// The total time looked at, whatever was in view.
  private var looked = Absence()

  public init() {}

  /// Whether a card that is brought now counts at once.
  public var isReady: Bool { emptiness.isProven }

  /// Whether the camera has looked long enough to read any readable card in view.
  public var hasLooked: Bool { looked.isProven }

  public mutating func look(at look: Look, at now: Duration) {
    let gap = lastLook.map { min(now - $0, Self.longestGap) } ?? .zero
    let isNext = lastNumber.map { look.number == $0 &+ 1 } ?? false
    let countsAsAbsent = !isResting || look.view == .clear && look.provesAbsence
    for (id, standing) in cards where look.cards[id] == nil {
      guard case .lies(let spot, var absent, let unread, let wasAway) = standing, countsAsAbsent else { continue }
      absent.add(gap)
      cards[id] = .lies(
        at: spot, absent: absent, unread: unread + (look.wouldShow(spot) ? gap : .zero),
        wasAway: wasAway || absent.isProven)
    }
    for (id, sighting) in look.cards {
      let spot = Spot(outline: sighting.outline, backdrop: look.backdrop)
      cards[id] = standing(of: cards[id], after: sighting, at: spot)
      places[id] = spot
    }
    emptiness.look(look.view == .clear, after: isNext ? gap : nil)
    darkness.look(look.view != .blocked, after: isNext ? gap : nil)
    looked.add(gap)
    lastNumber = look.number
    lastLook = now
  }

  /// Starts a snooze, during which the camera keeps looking. Every card read so far now counts as lying in view. A view
  /// proven to be empty stays so, because in the dark it could not be proven again.
  public mutating func rest() {
    cards = places.mapValues { .lying(at: $0) }
    isResting = true
  }

  private func standing(of card: Standing?, after sighting: Sighting, at new: Spot) -> Standing {
    switch card {
    case .brought: return .brought
    case nil: return emptiness.isProven || sighting.glows && darkness.isProven ? .brought : .lying(at: new)
    case .lies(let old, _, let unread, let wasAway):
      if wasAway, unread >= Self.longAbsence { return .brought }
      guard new.outline.isElsewhere(than: old.outline) else { return .lying(at: old, wasAway: wasAway) }
      // A card that moved within view, or whose camera was pushed, is still lying there. It starts over as present;
      // otherwise a slow push would count in its second picture.
      guard wasAway, !new.wasPushed(since: old) else { return .lying(at: new) }
      return .brought
    }
  }

  public var lying: Set<String> {
    Set(cards.filter { if case .lies(_, let absent, _, _) = $0.value { !absent.isProven } else { false } }.keys)
  }

  public func wasBrought(_ id: String) -> Bool { cards[id] == .brought }
}
