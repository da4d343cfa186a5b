import CALSA
import Glibc
import Hardware

/// The mixer of a card's playback (libasound's simple mixer interface).
public enum ALSAMixer {
  public struct Level: Hashable, Sendable {
    /// 0…100 as in alsamixer, for the quietest channel.
    public var percent: Int
    /// Whether any channel is switched off.
    public var isMuted: Bool
    public var element: String

    var volume: Int { isMuted ? 0 : percent }
  }

  /// Returns the current level of the card's element (`ALSACard.mixer`), or `nil` if the card has no playback volume.
  /// Works while another program holds the card's PCM. Throws ENOENT if the configured element does not exist.
  public static func level(of card: ALSACard) throws(HardwareError) -> Level? {
    guard let element = try MixerElement(of: card) else { return nil }
    return try element.level()
  }

  /// Unmutes the card's element, sets it to the card's level and reads it back; throws EIO if the setting did not take.
  /// `before` receives the previous setting for `putBack`, even on failure. Returns `nil` if there is no such element.
  static func apply(_ card: ALSACard, before: inout MixerElement.Position?) throws(HardwareError) -> Level? {
    guard let changed = try MixerElement(of: card) else { return nil }
    before = try changed.position()
    try changed.set(percent: card.level)
    // A handle caches what it has set, so another one reads it back.
    guard let element = try MixerElement(of: card) else { return nil }
    let operation = "setting the mixer element \(element.name) of \(card.pcmName) to \(card.level)%"
    let level = try element.level()
    guard !level.isMuted else { throw HardwareError(.speaker, "\(operation): it stays muted", code: EIO) }
    guard try element.isAt(percent: card.level) else {
      throw HardwareError(.speaker, "\(operation): it is at \(level.percent)%", code: EIO)
    }
    return level
  }

  /// Throws `HardwareError.turnedDown` if the element is now quieter than `apply` has set it.
  static func check(_ card: ALSACard) throws(HardwareError) {
    guard let element = try MixerElement(of: card) else { return }
    guard try !element.isAt(percent: card.level, orLouder: true) else { return }
    throw .turnedDown("\(element.name) of \(card.pcmName)", to: try element.level().volume)
  }

  /// Undoes `apply`, unless somebody has changed the element since.
  static func putBack(_ position: MixerElement.Position, on card: ALSACard) throws(HardwareError) {
    guard let element = try MixerElement(of: card), try element.isAt(percent: card.level) else { return }
    try element.set(position)
  }
}
