/// Which cards were *brought* before the camera, and which lay there already: a card ends nothing until it was seen to be
/// absent. One value for each ring, a new one for each round, and one for the timers.
///
/// A card counts when it is read after the camera has seen nothing for a while in light in which it would have been read.
/// One that is read sooner lies there. It counts once it was away and comes back elsewhere in the picture, whatever the light
/// was before; a card that is held closer or turned is elsewhere, too. In the same place it counts only after a longer absence
/// in pictures in which it would have been read: a hand before the lens takes no card away. If the rest of the picture has
/// moved with the card, the camera was pushed, and the card is in the same place.
public struct CardPresence: Hashable, Sendable {
  /// A point of the picture, in thousandths of its width and height.
  public struct Place: Hashable, Sendable {
    public var x: Int
    public var y: Int

    public init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }

    func isElsewhere(than other: Place) -> Bool {
      // Numbers from outside may be any.
      func isFar(_ one: Int, _ other: Int) -> Bool {
        let (difference, isTooLarge) = one.subtractingReportingOverflow(other)
        return isTooLarge || difference.magnitude > CardPresence.move
      }
      return isFar(x, other.x) || isFar(y, other.y)
    }
  }

  /// Where a card is in the picture: its corners, in any order.
  public struct Outline: Hashable, Sendable {
    public var corners: [Place]

    public init(_ corners: [Place]) { self.corners = corners }

    /// Whether two corners are far from each corner of the other outline: the card was moved, turned, or held closer. One pass
    /// may call another corner of the same card the first, and may find one corner of a card that lies still elsewhere.
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

  /// A card that was read in a picture.
  public struct Sighting: Hashable, Sendable {
    public var outline: Outline
    /// It shines by itself in a dark picture, as a telephone's screen does.
    public var glows: Bool

    public init(outline: Outline, glows: Bool = false) {
      self.outline = outline
      self.glows = glows
    }
  }

  /// What can be said of the codes that were not read in a picture.
  public enum View: Hashable, Sendable {
    case clear
    /// None that shines by itself; one on paper would not be seen.
    case dark
    /// Nothing: a code is in view that was not read, or something dazzles.
    case blocked
  }

  /// One picture.
  public struct Look: Hashable, Sendable {
    /// Counts the pictures that were looked at. A number that is missing was lost on its way.
    public var number: Int
    public var view: View
    /// The cards that were read, by their ids.
    public var cards: [String: Sighting]
    /// Whether a card that was not read was taken away. A glossy card that lies in view may be unreadable in the light of the
    /// lamp, though the picture is bright.
    public var provesAbsence: Bool
    /// `nil` from a reader that does not report it. Then nothing but `view` tells what kind of picture it was.
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

    /// Whether a card that lay there would have been read, if nobody had taken it away.
    fileprivate func wouldShow(_ spot: Spot) -> Bool {
      guard view == .clear, provesAbsence else { return false }
      guard let backdrop else { return true }
      if backdrop.isBlank { return false }
      return spot.backdrop.map { backdrop.shows(surroundingsOf: spot.outline, in: $0) } ?? true
    }
  }

  /// Where a card lay, and what else was in that picture.
  fileprivate struct Spot: Hashable, Sendable {
    var outline: Outline
    var backdrop: Backdrop?

    func wasPushed(since old: Spot) -> Bool {
      guard let backdrop, let before = old.backdrop else { return false }
      return backdrop.wasPushed(since: before, card: old.outline, to: outline)
    }
  }

  /// How long a card has to be unseen, by the clock and in pictures: one of the reader's passes alone may read it, and each
  /// of them comes round within so many.
  public static let absence: Duration = .seconds(1)
  public static let cycle = 16
  /// After so long in pictures in which it would have been read, it counts wherever it comes back.
  public static let longAbsence: Duration = .seconds(10)
  /// In thousandths of the picture's side: what moves less, as a reading differs from the next, lies still.
  static let move = 50
  /// Of the time between two pictures so much counts: nobody knows what was in view in the rest of it.
  static let longestGap: Duration = .seconds(1)

  /// A time without a sighting.
  private struct Absence: Hashable, Sendable {
    var time = Duration.zero
    var pictures = 0

    var isProven: Bool { time >= CardPresence.absence && pictures >= CardPresence.cycle }

    mutating func add(_ time: Duration) {
      self.time += time
      pictures += 1
    }
  }

  /// Pictures without a gap between them in which nothing could have been overlooked.
  private struct Emptiness: Hashable, Sendable {
    private var current: Absence?
    /// Once it was long enough, what comes later has come.
    private(set) var isProven = false

    /// - Parameter gap: since the picture before; nil: one between them was lost.
    mutating func look(_ isEmpty: Bool, after gap: Duration?) {
      guard isEmpty else { return current = nil }
      if let gap, current != nil { current?.add(gap) } else { current = Absence(pictures: 1) }
      isProven = isProven || current?.isProven ?? false
    }
  }

  private struct LastLook: Hashable, Sendable {
    var number: Int
    var at: Duration
  }

  private enum Standing: Hashable, Sendable {
    case brought
    /// - Parameter unread: how long it was not read, though it would have been.
    case lies(at: Spot, absent: Absence, unread: Duration, wasAway: Bool)

    static func lying(at spot: Spot, wasAway: Bool = false) -> Self {
      .lies(at: spot, absent: Absence(), unread: .zero, wasAway: wasAway)
    }
  }

  /// Of cards on paper, and of those that shine.
  private var emptiness = Emptiness()
  private var darkness = Emptiness()
  private var cards: [String: Standing] = [:]
  /// Whether the ring is snoozed. A card that the camera cannot read in the dark does not count as taken away then: otherwise a
  /// card left in view could end the ring while its owner sleeps.
  private var isResting = false
  /// The last known place of each card.
  private var places: [String: Spot] = [:]
  private var last: LastLook?
  /// Whatever was in view.
  private var looked = Absence()

  public init() {}

  /// Whether a card that comes now counts at once.
  public var isReady: Bool { emptiness.isProven }

  /// Whether it was looked for long enough that a card in view was read, where it can be.
  public var hasLooked: Bool { looked.isProven }

  /// Takes note of a picture.
  public mutating func look(at look: Look, at now: Duration) {
    let gap = last.map { min(now - $0.at, Self.longestGap) } ?? .zero
    let isNext = last.map { look.number == $0.number &+ 1 } ?? false
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
    last = LastLook(number: look.number, at: now)
  }

  /// Starts a snooze, during which the camera keeps looking. Every card read so far now counts as lying in view. A view that
  /// was empty still counts as empty, because nothing could prove it again in the dark.
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
      // Moved within view it still lies there, and so it does if the camera was pushed. It has to be taken away again then:
      // a slow push would count in its second picture.
      guard wasAway, !new.wasPushed(since: old) else { return .lying(at: new) }
      return .brought
    }
  }

  /// The ids of the cards that lie in view.
  public var lying: Set<String> {
    Set(cards.filter { if case .lies(_, let absent, _, _) = $0.value { !absent.isProven } else { false } }.keys)
  }

  /// Whether a card that was read counts.
  public func wasBrought(_ id: String) -> Bool { cards[id] == .brought }
}
