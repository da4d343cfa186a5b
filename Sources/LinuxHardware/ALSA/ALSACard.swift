/// The playback side of a sound card, and its mixer element.
public struct ALSACard: Hashable, Sendable {
  /// Stands for the only USB card with playback, whatever its name.
  public static let any = "any"

  /// The card's id (listed first by `aplay -l`: `Headphones`, `Device`), whose hardware is opened directly; or a PCM
  /// name with a colon such as `plughw:CARD=Device`, for which libasound converts formats; or `any`, the only USB card
  /// with playback (`found`). Ids are stable; card numbers depend on the order in which drivers load.
  public var card: String
  /// The mixer element to set when the card is opened, as listed by `amixer scontrols`: `PCM`, or `PCM,1` for the
  /// second of that name. `nil` selects the first of Master, PCM, Speaker, Headphone and Digital, or else the card's
  /// first element with a playback volume. A card may have none.
  public var mixer: String?
  /// The element's level, 0…100 percent as in alsamixer (`MixerScale`). Fade-in and volume scale the samples, so 100
  /// leaves them the full range. Use less if a card distorts: the Pi's headphone output amplifies by 4 dB at 100 and by
  /// 0 dB at 86.
  public var level: Int

  /// - Parameter level: clamped to 0…100.
  public init(card: String, mixer: String? = nil, level: Int = 100) {
    self.card = card
    self.mixer = mixer
    self.level = min(100, max(0, level))
  }

  var pcmName: String { card.contains(":") ? card : "hw:CARD=\(card)" }

  /// The control device for `snd_mixer_attach`, or `nil` if the PCM name does not name a card.
  var controlName: String? { cardID.map { "hw:CARD=\($0)" } }

  /// The card in the PCM name: its CARD argument, or the first one if the PCM takes the card first. `nil` for `any`.
  public var cardID: String? {
    guard card != Self.any else { return nil }
    guard let colon = card.firstIndex(of: ":") else { return card }
    let arguments = card[card.index(after: colon)...].split(separator: ",")
    if let argument = arguments.first(where: { $0.hasPrefix("CARD=") }) { return String(argument.dropFirst(5)) }
    guard Self.takesCardFirst.contains(String(card[..<colon])), let first = arguments.first, !first.contains("=") else {
      return nil
    }
    return String(first)
  }

  /// PCMs of /usr/share/alsa that take the card as first argument.
  private static let takesCardFirst: Set<String> = ["hw", "plughw", "default", "sysdefault", "front", "dmix"]
}
