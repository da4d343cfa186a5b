import AlarmClock
import Control
import ControlService

/// Views of a backup compared with this clock.
struct ImportViews: Sendable {
  /// Both books are shown as if in force here, with the settings of this clock.
  private let mine: AlarmViews
  private let theirs: AlarmViews
  private let comparison: Restores.Comparison
  private let zone: ZoneRules
  private let now: Instant
  /// The rings that each of their calendars would skip, by the calendar's name.
  private let silencings: [String: AlarmBook.Silencing]
  /// Labels that several alarms share.
  private let doubles: Set<String>

  init(_ comparison: Restores.Comparison, like views: AlarmViews) {
    func shown(_ book: AlarmBook) -> AlarmViews {
      var book = book
      book.settings = comparison.books.mine.settings
      let sounds = SoundUse(inForce: BookInForce(book), timers: views.sounds.timers, shelf: views.sounds.shelf)
      return AlarmViews(
        inForce: sounds.inForce, scheduler: views.scheduler, sounds: sounds, fitting: views.fitting, time: views.time)
    }
    mine = shown(comparison.books.mine)
    theirs = shown(comparison.books.theirs)
    self.comparison = comparison
    (zone, now) = (views.scheduler.zone, views.time.now)
    silencings = comparison.books.silencings(at: now, in: zone)
    let labels = comparison.books.differences.compactMap { difference in
      if case .alarm(let mine, let theirs) = difference { (mine ?? theirs)?.label } else { nil }
    }
    doubles = Set(Dictionary(grouping: labels, by: \.self).filter { $1.count > 1 }.keys)
  }

  var facts: ImportFacts {
    ImportFacts(
      token: comparison.token, taken: comparison.taken.map { RFC3339.format($0, in: zone) }, cards: cards,
      alike: comparison.books.alike + comparison.sounds.count { $0.state == .same }, staying: comparison.staying,
      doubt: doubt, leftOut: comparison.books.leftOut.map { "\($0.name) \($0.words(at: now, in: zone))" })
  }

  /// The doubt about all their calendars together. A doubt about a single one is shown with that calendar.
  private var doubt: String? {
    let all: AlarmBook
    do throws(AlarmBook.Refusal) {
      all = try comparison.books.merged(ImportChoices(all: .theirs), at: now, in: zone) { Names.newID(taken: $0) }.book
    } catch {
      // The import is refused for another reason.
      return nil
    }
    guard let (calendars, doubt) = comparison.books.doubt(about: all, at: now, in: zone), calendars.count > 1 else {
      return nil
    }
    return Self.words(for: doubt, by: calendars)
  }

  /// - Parameter calendars: the names of the imported calendars.
  static func words(for doubt: AlarmBook.Silencing.Doubt, by calendars: [String]) -> String {
    calendars.count == 1
      ? "its calendar \(calendars[0]): \(CalendarCommands.words(for: doubt))"
      : CalendarCommands.words(for: doubt, "its \(calendars.count) calendars together would skip")
  }

  var items: [ImportItem] { comparison.books.differences.map(item) + comparison.sounds.compactMap(item) }

  // MARK: Items

  private func item(_ difference: BookComparison.Difference) -> ImportItem {
    func item<Thing>(
      _ kind: ImportItem.Kind, _ own: Thing?, _ other: Thing?, name: String?, changes: [ValueChange] = [],
      notes: [String] = [], text: (Thing) -> String
    ) -> ImportItem {
      ImportItem(
        kind: kind, id: difference.name, name: name ?? "", mine: own.map(text), theirs: other.map(text),
        changes: changes, choices: difference.choices, notes: notes)
    }
    let books = comparison.books
    var changes: [ValueChange] = []
    switch difference {
    case .alarm(let own, let other):
      let (ownView, otherView) = (own.map { mine.view(of: $0) }, other.map { theirs.view(of: $0) })
      if let ownView, let otherView {
        changes = otherView.changes(from: ownView).filter { $0.name != Self.rule }
        if changes.isEmpty, ownView.rule == otherView.rule { changes = [Self.unnamed] }
      }
      let notes = (other.flatMap { books.remarks[$0.id] } ?? []).map { note($0, isNamed: false) }
      return item(.alarm, ownView, otherView, name: name(own ?? other), changes: changes, notes: notes, text: \.rule)
    case .pause(let own, let other):
      return item(.pause, own, other, name: (own ?? other)?.name) {
        "\($0.from) until \($0.until)\($0.scope.words(alarm))"
      }
    case .calendar(let own, let other):
      if let own, let other, text(own) == text(other) {
        func first(_ days: [HolidayCalendar.Day], notIn others: [HolidayCalendar.Day]) -> String? {
          days.first { !others.contains($0) }.map { "\($0.date) \($0.title)" }
        }
        changes = [
          ValueChange("first", was: first(own.days, notIn: other.days), now: first(other.days, notIn: own.days))
        ]
      }
      return item(
        .calendar, own, other, name: (own ?? other)?.name, changes: changes,
        notes: other.map { notes(on: silencings[$0.name]) } ?? [], text: text)
    case .preset(let own, let other):
      if let own, let other {
        let ownView = PresetView(own, books.mine.settings, gone: nil)
        changes = PresetView(other, books.mine.settings, gone: nil).changes(from: ownView)
          .filter { $0.name != Self.length }
      }
      return item(.preset, own, other, name: (own ?? other)?.name, changes: changes) { DurationText.format($0.length) }
    case .setting(let key):
      return item(.setting, books.mine.settings, books.theirs.settings, name: key.rawValue) { settings in
        settings.text(of: key) ?? (key == .sound ? Settings.builtInSound : "-")
      }
    }
  }

  private func text(_ calendar: HolidayCalendar) -> String {
    let last = calendar.days.last.map { ", the last \($0.date)" } ?? ""
    let ends = calendar.ends.map { ", some ending \($0)" } ?? ""
    let texts = calendar.choice.only.map { ", only \($0)" } + calendar.choice.except.map { ", except \($0)" }
    return "\(CalendarCommands.count(calendar.days))\(last)\(ends)\(texts.joined())\(calendar.scope.words(alarm))"
  }

  private func alarm(_ id: String) -> Alarm? { comparison.books.mine.alarm(id) ?? comparison.books.theirs.alarm(id) }

  private static let mostRings = 5

  private func notes(on silencing: AlarmBook.Silencing?) -> [String] {
    guard let silencing else { return [] }
    var notes: [String] = []
    if silencing.count > 0 {
      let rings = silencing.first.prefix(Self.mostRings).map { ring in
        let local = zone.local(ring.due)
        return "\(local.date) \(local.time) \(ring.label.isEmpty ? ring.alarmID : ring.label)"
      }
      let more = silencing.count - rings.count
      notes.append(
        "it skips \(silencing.count) ring\(silencing.count == 1 ? "" : "s"): \(rings.joined(separator: ", "))"
          + (more > 0 ? " and \(more) more" : ""))
    }
    if let doubt = silencing.doubt { notes.append("look twice: \(CalendarCommands.words(for: doubt))") }
    return notes
  }

  private func item(_ sound: ComparedSound) -> ImportItem? {
    let theirs = "\((sound.size + 1023) / 1024) KiB"
    switch sound.state {
    case .same: return nil
    case .new:
      return ImportItem(
        kind: .sound, id: sound.name, name: sound.file, mine: nil, theirs: theirs, choices: [],
        notes: sound.id == sound.theirID ? [] : ["it is called \(sound.id) here, as \(sound.theirID) is taken"])
    case .other:
      return ImportItem(
        kind: .sound, id: sound.name, name: sound.file, mine: "another file", theirs: theirs,
        choices: [.mine, .theirs], notes: ["the file that is here is gone then"])
    }
  }

  /// The names in `ValueChange` of the values that are shown first.
  private static let (rule, length) = ("set for", "length")
  /// Stands for a difference in something that is not shown.
  private static let unnamed = ValueChange("dates", was: "as here", now: "otherwise")

  private func name(_ alarm: Alarm?) -> String {
    guard let alarm else { return "" }
    return alarm.label.isEmpty ? alarm.id : doubles.contains(alarm.label) ? alarm.name : alarm.label
  }

  // MARK: Cards

  private var cards: ImportCards? {
    guard !comparison.areCardsAlike else { return nil }
    let (own, others) = (comparison.before.cards, comparison.theirCards)
    let canEnd = others.contains { $0.isEnrolled && $0.kind == .dismiss }
    return ImportCards(
      mine: own.map(\.name), theirs: others.map(\.name), taken: comparison.takesCards,
      obstacle: canEnd ? nil : others.isEmpty ? "they have none" : "none of theirs is enrolled and ends a ring",
      notes: comparison.books.remarksOnMine.map { note($0, isNamed: true) })
  }

  private func note(_ remark: BookComparison.Remark, isNamed: Bool) -> String {
    switch remark {
    case .cardsMissing(let alarm, let names):
      let left = alarm.cards.compactMap { id in comparison.books.mine.cards.first { $0.id == id }?.name }
      return (isNamed ? "\(alarm.name): " : "")
        + "\(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") not among the cards here: "
        + (left.isEmpty
          ? "every card ends it" : "\(left.joined(separator: ", ")) still \(left.count == 1 ? "ends" : "end") it")
    case .off(let disabled):
      guard let passed = disabled.passed else { return "it is off: no enrolled card could end it" }
      return "it is off: \(passed.date) \(passed.time) has passed"
    }
  }
}
