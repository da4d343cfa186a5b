import AlarmClock
import Control

struct SoundUse: Sendable {
  let inForce: BookInForce
  let timers: TimerRunner
  let shelf: SoundShelf

  var missing: [MissingSoundView] {
    users.sorted { $0.key < $1.key }.compactMap { id, users in
      inPlace(of: id).map {
        MissingSoundView(sound: id, usedBy: users, playsInstead: $0, why: shelf.obstacle(to: id))
      }
    }
  }

  /// Returns the replacement for a chosen sound that is missing, or `nil` if it is not missing or none was chosen.
  func inPlace(of id: String?) -> String? {
    guard let id, !isThere(id) else { return nil }
    guard let common = inForce.settings.sound, common != Settings.noSound, isThere(common) else {
      return Settings.builtInSound
    }
    return common
  }

  /// The users of each chosen sound, in words, by the sound's ID.
  var users: [String: [String]] {
    let book = inForce.book
    var users: [(sound: String, words: String)] = book.settings.sound.map { [($0, "the setting `sound`")] } ?? []
    users += book.alarms.compactMap { alarm in alarm.overrides.sound.map { ($0, "the alarm \(alarm.name)") } }
    users += timers.all.compactMap { timer in timer.overrides.sound.map { ($0, "the timer \(timer.name)") } }
    users += book.presets.compactMap { preset in preset.overrides.sound.map { ($0, "the preset \(preset.name)") } }
    return Dictionary(grouping: users, by: \.sound).mapValues { $0.map(\.words) }
  }

  func notes(onRemoved id: String) -> [String] {
    missing.filter { $0.sound == id }.map { missing in
      "It was chosen by \(missing.usedBy.joined(separator: ", ")); \(missing.playsInstead) plays instead. "
        + "Choose another: `rouse sound list`"
    }
  }

  /// Notes after a restore on sounds that are missing here. The clock's own backups contain no sounds.
  var notesOnMissing: [String] {
    missing.map { missing in
      let sound = "The sound \(missing.sound) of \(missing.usedBy.joined(separator: ", "))"
      guard let why = missing.why else {
        return "\(sound) is not here: \(missing.playsInstead) plays instead. Add it again: `rouse sound add FILE`"
      }
      return "\(sound) cannot be played: \(why); \(missing.playsInstead) plays instead. "
        + "Choose another: `rouse sound list`"
    }
  }

  private func isThere(_ id: String) -> Bool { id == Settings.noSound || shelf.holds(id) }
}
