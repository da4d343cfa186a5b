import AlarmClock
import ArgumentParser
import Control
import Glibc

/// What completions offer that only the daemon knows. Silent in whatever goes wrong, and done within a second: somebody
/// has just pressed a key.
enum LiveWords {
  static let alarms = kind { client throws(ControlError) in
    var rows: [AlarmRow] = []
    try client.stream(ListAlarmRows()) { (item) throws(ControlError) in rows += item.rows }
    return Offer.all(rows.map { Offer.Named(name: $0.label, id: $0.id, about: $0.rule) })
  }

  static let cards = kind { client throws(ControlError) in try offers(ofCards: client) }

  /// As `--card` takes them.
  static let answeringCards = kind { client throws(ControlError) in
    [Offer(word: "all", about: "every card")] + (try offers(ofCards: client))
  }

  static let sounds = kind { client throws(ControlError) in try offers(ofSounds: client) }

  static let ownSounds = kind { client throws(ControlError) in
    try client.send(ListSounds()).sounds.filter { $0.category == SoundView.own }.map(offer)
  }

  static let noises = kind { client throws(ControlError) in
    try client.send(ListSounds()).sounds.filter { ["noise", SoundView.own].contains($0.category) }.map(offer)
  }

  /// As alarms and timers take them.
  static let soundsAndNone = kind { client throws(ControlError) in
    try offers(ofSounds: client) + [
      Offer(word: "off", about: "none"), Offer(word: "default", about: "as in the settings"),
    ]
  }

  static let timers = kind { client throws(ControlError) in
    let timers = try client.send(ListTimers()).timers
    return Offer.all(timers.map { Offer.Named(name: $0.label, id: $0.id, about: $0.state.rawValue) })
  }

  static let presets = kind { client throws(ControlError) in
    let presets = try client.send(ListPresets()).presets
    return Offer.all(presets.map { Offer.Named(name: $0.name, id: nil, about: "preset") })
  }

  static let calendars = kind { client throws(ControlError) in
    let calendars = try client.send(ListCalendars()).calendars
    return Offer.all(calendars.map { Offer.Named(name: $0.name, id: nil, about: "calendar") })
  }

  static let pauses = kind { client throws(ControlError) in
    let pauses = try client.send(ListPauses()).pauses
    return Offer.all(pauses.map { Offer.Named(name: $0.name, id: nil, about: "until \($0.until)") })
  }

  static let messages = kind { client throws(ControlError) in
    try client.send(ListMessages()).messages.map { Offer(word: $0.id, about: $0.text) }
  }

  static let reminders = kind { client throws(ControlError) in
    try client.send(ListReminders()).reminders.map { Offer(word: $0.id, about: $0.text) }
  }

  static let evidence = kind { client throws(ControlError) in
    let rings = try client.send(ListEvidence()).rings
    return rings.map { Offer(word: $0.ring, about: $0.label ?? "") }
  }

  private static func offers(ofCards client: ControlClient) throws(ControlError) -> [Offer] {
    Offer.all(try client.send(ListCards()).cards.map { Offer.Named(name: $0.name, id: $0.id, about: $0.kind.rawValue) })
  }

  private static func offers(ofSounds client: ControlClient) throws(ControlError) -> [Offer] {
    try client.send(ListSounds()).sounds.map(offer)
  }

  private static func offer(_ sound: SoundView) -> Offer { Offer(word: sound.id, about: sound.category) }

  /// - Parameter look: asks the daemon.
  private static func kind(
    _ look: @escaping @Sendable (ControlClient) throws(ControlError) -> [Offer]
  ) -> CompletionKind {
    .custom { words, _, _ in offered(on: words, look) }
  }

  private static func offered(
    on words: [String], _ look: (ControlClient) throws(ControlError) -> [Offer]
  ) -> [String] {
    giveUpAfterASecond()
    do throws(ControlError) {
      let given = socket(in: words) ?? SocketPath.fromEnvironment
      let client = try ControlClient(path: given ?? SocketPath.usual, isGiven: given != nil)
      return try look(client).map { $0.text(for: CompletionShell.requesting) }
    } catch {
      // The line that is being typed is no place to say so; the command will.
      return []
    }
  }

  /// What stands after a setting's key on the line.
  static let valuesOfSettings = CompletionKind.custom { words, index, _ in
    guard words.indices.contains(index - 1), let key = SettingKey(rawValue: words[index - 1].lowercased()) else {
      return []
    }
    return SettingWords.words(of: key).map { Offer(word: $0, about: "").text(for: CompletionShell.requesting) }
      + (key == .sound ? offered(on: words, offers(ofSounds:)) : [])
  }

  /// The one that is typed on the line, as far as no quotes are needed.
  private static func socket(in words: [String]) -> String? {
    guard let option = words.lastIndex(of: "--socket"), option + 1 < words.count else { return nil }
    return words[option + 1].isEmpty ? nil : words[option + 1]
  }

  /// A daemon that hangs takes a connection, and answers nothing.
  private static func giveUpAfterASecond() {
    signal(SIGALRM) { _ in _exit(0) }
    alarm(1)
  }
}
