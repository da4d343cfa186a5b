import AlarmClock
import Testing

/// Which cards count as shown, depending on what was in view before.
@Suite struct CardPresenceTests {
  typealias Place = CardPresence.Place
  typealias View = CardPresence.View

  /// Fifteen frames per second for a duration.
  enum Step: Sendable {
    case nothing(Duration, View = .clear)
    /// The card is read; other codes in the frame may be unread.
    case card(Duration, x: Int = 500, glows: Bool = false, View = .clear)
    case other(Duration)
    case both(Duration)
    /// No frames, because the camera failed or is being opened.
    case blind(Duration)
    /// A slow camera that sees nothing: a frame every 1.5 seconds.
    case slow(Duration)
    /// Every third frame is lost.
    case torn(Duration)
    /// Frames with a background, and with the card if it has a position.
    case scene(Duration, Scene, card: Int? = nil, side: Double = 100)
  }

  struct Watcher {
    var presence = CardPresence()
    var now = Duration.seconds(100)
    var number = 0
    var counts: Bool { presence.wasBrought("card") }

    init(_ steps: [Step] = []) {
      for step in steps { watch(step) }
    }

    mutating func watch(_ step: Step) {
      func sighting(_ x: Int, _ glows: Bool = false, side: Double = 100) -> CardPresence.Sighting {
        CardPresence.Sighting(place: Place(x: x, y: 500), side: side, glows: glows)
      }
      switch step {
      case .nothing(let time, let view): look(for: time, view)
      case .card(let time, let x, let glows, let view): look(for: time, view, cards: ["card": sighting(x, glows)])
      case .other(let time): look(for: time, cards: ["other": sighting(200)])
      case .both(let time): look(for: time, cards: ["card": sighting(500), "other": sighting(200)])
      case .blind(let time):
        now += time
        number = 0
      case .torn(let time): look(for: time, losesAPicture: true)
      case .slow(let time): look(for: time, every: .milliseconds(1500))
      case .scene(let time, let scene, let card, let side):
        let cards = card.map { ["card": sighting($0, side: side)] } ?? [:]
        look(for: time, scene.view, cards: cards, backdrop: scene.backdrop)
      }
    }

    mutating func look(
      for time: Duration, _ view: View = .clear, cards: [String: CardPresence.Sighting] = [:],
      losesAPicture: Bool = false, every interval: Duration = .milliseconds(66), backdrop: Backdrop? = nil
    ) {
      let end = now + time
      repeat {
        now += interval
        number += losesAPicture && number.isMultiple(of: 3) ? 2 : 1
        let look = CardPresence.Look(number: number, view: view, cards: cards, backdrop: backdrop)
        presence.look(at: look, at: now)
      } while now + interval <= end
    }
  }

  static let second: Duration = .milliseconds(1200)
  static let frame: Duration = .milliseconds(66)
  static let night: Duration = .seconds(600)
  static let lies = Step.card(second)
  static let moved = Step.card(second, x: 800)
  static let away = Step.nothing(second)
  static let brief = Step.nothing(.milliseconds(600))
  static let briefDark = Step.nothing(.milliseconds(600), .dark)
  static let darkness = Step.nothing(.seconds(5), .dark)
  static let longAway = Step.nothing(.milliseconds(10_100))
  static let broken = Step.blind(.seconds(20))

  static let rows: [(what: String, steps: [Step], counts: Bool)] = [
    ("it is brought to an empty place", [.nothing(second), .card(frame)], true),
    ("it lies there", [.card(frame)], false),
    ("it lies there all the ring", [.card(night)], false),
    ("it comes before a second is over", [.nothing(.milliseconds(900)), .card(second)], false),
    ("it is read by one pass of sixteen", [.nothing(frame * 15), .card(frame)], false),
    ("it lies there, unseen in the dark until the light comes", [.nothing(night, .dark), .card(second)], false),
    ("it is brought in the dark, in the light that came with it", [.nothing(night, .dark), .card(frame)], false),
    ("a telephone shows it in the dark", [.nothing(second, .dark), .card(frame, glows: true)], true),
    ("a telephone that lies there shows it in the dark", [.card(second, glows: true)], false),
    ("a telephone lies in the light", [.nothing(frame), .card(second, glows: true)], false),
    ("a poster hides what lies there", [.nothing(night, .blocked), .card(second)], false),
    ("a telephone beside a poster", [.nothing(night, .blocked), .card(second, glows: true)], false),
    ("a poster is there only at first", [.nothing(second, .blocked), .nothing(second), .card(frame)], true),
    ("a code that cannot be read yet is its own", [.nothing(second), .nothing(second, .blocked), .card(frame)], true),
    ("light at first, then dark", [.nothing(second), .nothing(second, .dark), .card(frame)], true),
    ("dark and light by turns, too short each", [brief, briefDark, brief, .card(frame)], false),
    ("another lies there", [.other(second), .both(frame)], true),
    ("another lies there too", [.both(second)], false),
    ("the camera was broken", [.blind(night), .card(second)], false),
    ("the camera was broken, then saw nothing", [.blind(night), .nothing(second), .card(frame)], true),
    ("the camera is opened anew in the middle", [brief, .blind(.seconds(2)), brief, .card(frame)], false),
    ("the camera is opened anew after it", [.nothing(second), .blind(.seconds(2)), .card(frame)], true),
    ("pictures are lost", [.torn(second), .card(frame)], false),
    ("a slow camera", [.slow(.seconds(25)), .card(frame)], true),
    ("a slow camera, and the card lies there", [.slow(.seconds(20)), .card(frame)], false),
    ("taken away before a slow camera", [.card(frame), .slow(.seconds(25)), .card(frame)], true),
    // The card was in view before or was shown too soon; then it is shown properly.
    ("taken away and brought elsewhere", [.card(second), .nothing(second), .card(frame, x: 551)], true),
    ("… in the dark", [.card(second), .nothing(second, .dark), .card(frame, x: 449)], true),
    ("… beside a poster", [.card(second), .nothing(second, .blocked), .card(frame, x: 700)], true),
    ("… while pictures are lost", [.card(second), .torn(.seconds(2)), .card(frame, x: 700)], true),
    ("… back to its place, then moved", [.card(second), .nothing(second), .card(second), .card(frame, x: 560)], true),
    ("taken away too shortly", [.card(second), .nothing(.milliseconds(900)), .card(second, x: 900)], false),
    ("moved in view", [.card(second), .card(second, x: 100), .card(second, x: 900)], false),
    ("moved in view, taken away and brought back there", [lies, moved, away, moved], false),
    ("… where it lay at first", [lies, moved, away, .card(frame)], true),
    ("brought back to its place", [.card(second), .nothing(second), .card(night, x: 550)], false),
    ("… again and again", [lies, away, lies, away, lies, away, lies], false),
    ("away for ten seconds", [lies, longAway, .card(frame)], true),
    ("… in the dark, beside a poster", [lies, darkness, .nothing(.seconds(5.2), .blocked), .card(night)], false),
    ("… and elsewhere then", [lies, darkness, .nothing(.seconds(6), .blocked), .card(frame, x: 560)], true),
    ("… in light only in part", [lies, .nothing(.seconds(9)), .nothing(.seconds(60), .dark), lies], false),
    ("… and the camera failed before", [lies, broken, longAway, .card(frame)], true),
    ("… behind another", [.both(second), .other(.milliseconds(10_100)), .both(frame)], true),
    ("away for less", [.card(second), .nothing(.milliseconds(9_800)), .card(second)], false),
    ("the camera is broken for ten seconds", [lies, broken, .card(second, x: 900)], false),
    ("held up after a camera that failed, then brought", [broken, lies, away, .card(frame, x: 300)], true),
    ("once it counts, it counts", [away, .card(frame), broken, .card(frame)], true),
  ]

  @Test func aCardCountsOnceItWasSeenToBeAbsent() {
    for (what, steps, counts) in Self.rows {
      let watcher = Watcher(steps)
      #expect(watcher.counts == counts, "\(what): \(steps)")
      #expect(!counts || !watcher.presence.lying.contains("card"), "\(what)")
    }
  }

  @Test func whatLiesInViewIsToldAsLongAsItDoes() {
    var watcher = Watcher()
    #expect(watcher.presence.lying.isEmpty && !watcher.presence.isReady && !watcher.presence.hasLooked)
    watcher.watch(.both(.milliseconds(200)))
    #expect(watcher.presence.lying == ["card", "other"])
    watcher.watch(.other(Self.second))
    #expect(watcher.presence.lying == ["other"])
    #expect(watcher.presence.hasLooked)
  }

  static let covers: [Scene] = [
    .blank(3, .dark), .blank(35), .blank(60), .blank(150), .blank(228), .blank(255, .blocked), .slope,
    .leftHalf(20), .topHalf(20), .leftHalf(110), .topHalf(150), .leftHalf(250),
  ]

  /// A hand, a cloth, a torch or paper before the lens does not count as taking the card away, however long it stays.
  @Test(arguments: covers, [Duration.seconds(2), .seconds(11), .seconds(40)])
  func aCoveredLensTakesNoCardAway(cover: Scene, time: Duration) {
    for x in [500, 545, 560] {
      let watcher = Watcher([Self.shown, .scene(time, cover), .scene(.seconds(4), Self.room, card: x)])
      #expect(watcher.counts == (x == 560), "at \(x)")
    }
  }

  /// If the card fills the frame, nothing beside it shows whether the camera could have read it.
  @Test func aCoveredLensTakesNoCardAwayThatFillsThePicture() {
    for side in [720.0, 900] {
      let held = Step.scene(Self.second, Self.room, card: 500, side: side)
      #expect(!Watcher([held, .scene(.seconds(11), .leftHalf(20)), held]).counts, "\(side)")
    }
  }

  static let room = Scene.room(pushed: 0)
  static let shown = Step.scene(second, room, card: 500)
  static let rooms: [(what: String, steps: [Step], counts: Bool)] = [
    ("taken away for ten seconds", [shown, .scene(.seconds(11), room)], true),
    ("… for less", [shown, .scene(.seconds(9), room)], false),
    ("… and the lens covered then", [shown, .scene(.seconds(9), room), .scene(.seconds(11), .blank(60))], false),
    ("… by a reader that reports no backdrop before", [lies, .scene(.seconds(11), room)], true),
    ("… and none afterwards", [shown, .nothing(.seconds(11))], true),
  ]

  @Test func aCardCountsInItsPlaceAfterTenSecondsInWhichItWouldHaveBeenRead() {
    for (what, steps, counts) in Self.rooms {
      #expect(Watcher(steps + [Self.shown]).counts == counts, "\(what)")
    }
  }

  /// The camera counts as pushed only if the rest of the frame moved with the card; in doubt the card moved.
  @Test(arguments: [-250, -120, -60, 60, 120, 250], covers)
  func aPushedCameraMovesNoCard(by push: Int, cover: Scene) {
    func counts(_ before: Scene, _ after: Scene) -> Bool {
      Watcher([
        .scene(Self.second, before, card: 500), .scene(.seconds(2), cover),
        .scene(Self.second, after, card: 500 + push),
      ]).counts
    }
    #expect(!counts(Self.room, .room(pushed: push)))
    #expect(!counts(Self.room, .room(pushed: push, light: 0.7)))
    #expect(counts(Self.room, Self.room))
    #expect(!counts(Self.room, .hand(pushed: push)))
    #expect(counts(Self.room, .room(pushed: -push)))
    #expect(counts(.person(0), .person(push)))
    // Too dark or too empty to compare.
    #expect(counts(.room(pushed: 0, light: 0.3), .room(pushed: push, light: 0.3)))
    #expect(counts(.blank(120), .blank(120)))
  }

  @Test func aCardThatWasPushedCountsOnceItIsBrought() {
    let pushed = Scene.room(pushed: 120)
    let covered = Step.scene(.seconds(2), .blank(60))
    var watcher = Watcher([
      Self.shown, covered, .scene(Self.second, pushed, card: 620), covered, .scene(Self.second, pushed, card: 630),
    ])
    #expect(!watcher.counts)
    watcher.watch(.scene(Self.second, pushed, card: 400))
    #expect(watcher.counts)
  }

  /// A slow push is judged as a whole, not frame by frame.
  @Test func aPushedCameraGetsNoSecondChance() {
    var watcher = Watcher([
      Self.shown, .scene(.seconds(2), .blank(60)), .scene(Self.frame, .room(pushed: 60), card: 560),
      // Nothing in these frames shows a push.
      .scene(Self.second, .blank(60), card: 640),
    ])
    #expect(!watcher.counts)
    watcher.watch(.scene(Self.second, Self.room))
    watcher.watch(.scene(Self.frame, Self.room, card: 500))
    #expect(watcher.counts)
  }

  /// Numbers from rouse-scan may have any value.
  @Test func noNumberIsTooLarge() {
    var presence = CardPresence()
    for (number, x) in [(Int.max, Int.min), (.min, .max), (0, 0)] {
      let sighting = CardPresence.Sighting(place: Place(x: x, y: x))
      presence.look(at: CardPresence.Look(number: number, view: .clear, cards: ["card": sighting]), at: .zero)
    }
    #expect(presence.lying == ["card"])
  }
}
