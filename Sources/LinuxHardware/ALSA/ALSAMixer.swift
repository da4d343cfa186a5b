import CALSA
import Glibc
import Hardware

/// The mixer in front of a card's playback (the simple mixer interface of libasound).
public enum ALSAMixer {
  /// How loud an element lets the samples through.
  public struct Level: Hashable, Sendable {
    /// 0…100 as alsamixer shows it, of the quietest channel.
    public var percent: Int
    /// A channel is switched off.
    public var isMuted: Bool
    /// The element's name.
    public var element: String

    public init(percent: Int, isMuted: Bool, element: String) {
      self.percent = percent
      self.isMuted = isMuted
      self.element = element
    }
  }

  /// What the card's element (`ALSACard.mixer`) is set to now; nil: the card has no playback volume. Does not need the
  /// card's PCM, which another program may hold. Throws ENOENT when the card has no element of the name it is to have.
  public static func level(of card: ALSACard) throws(HardwareError) -> Level? {
    guard let element = try MixerElement(of: card) else { return nil }
    return try element.level()
  }

  /// Switches the card's element on, sets it to the card's level, and sees by a second look that it took: EIO when not.
  ///
  /// - Parameter before: gets how it was set, to be put back later, also where the setting fails.
  /// - Returns: how loud it is now; nil: there is no such element.
  static func apply(_ card: ALSACard, before: inout MixerElement.Position?) throws(HardwareError) -> Level? {
    guard let name = try set(card, before: &before), let element = try MixerElement(of: card) else { return nil }
    let operation = "setting the mixer element \(name) of \(card.pcmName) to \(card.level)%"
    let level = try element.level()
    guard !level.isMuted else { throw HardwareError(.speaker, "\(operation): it stays muted", code: EIO) }
    guard try element.isAt(percent: card.level) else {
      throw HardwareError(.speaker, "\(operation): it is at \(level.percent)%", code: EIO)
    }
    return level
  }

  /// Throws `HardwareError.turnedDown` when the element is quieter than `apply` has set it.
  static func check(_ card: ALSACard) throws(HardwareError) {
    guard let element = try MixerElement(of: card), try element.isBelow(percent: card.level) else { return }
    let level = try element.level()
    throw .turnedDown("\(element.name) of \(card.pcmName)", to: level.isMuted ? 0 : level.percent)
  }

  /// Undoes `apply`, unless the element is no longer at the card's level: somebody has set it meanwhile.
  static func putBack(_ position: MixerElement.Position, on card: ALSACard) throws(HardwareError) {
    guard let element = try MixerElement(of: card), try element.isAt(percent: card.level) else { return }
    try element.set(position)
  }

  /// Sets it; returns the element's name, nil when there is nothing to set. An element keeps what it was set to in memory,
  /// so that it is looked at through another handle.
  private static func set(_ card: ALSACard, before: inout MixerElement.Position?) throws(HardwareError) -> String? {
    guard let element = try MixerElement(of: card) else { return nil }
    before = try element.position()
    try element.set(percent: card.level)
    return element.name
  }
}
