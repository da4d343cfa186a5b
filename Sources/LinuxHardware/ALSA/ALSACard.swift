/// A sound card's playback, and the mixer element in front of it.
public struct ALSACard: Hashable, Sendable {
  /// Stands for the only USB card that plays, whatever its name is.
  public static let any = "any"

  /// The card's id (`aplay -l` names it first: `Headphones`, `Device`), whose hardware is opened directly; or, with a
  /// colon in it, a whole PCM name: `plughw:CARD=Device`, where libasound converts what the hardware does not take. `any`
  /// is the only USB card that plays (`found`).
  /// Ids stay, the numbers of cards change with the order in which drivers find them.
  public var card: String
  /// The mixer element that is set when the card is opened, as `amixer scontrols` names it: `PCM`, or `PCM,1` for the
  /// second of that name. nil: the first there is of Master, PCM, Speaker, Headphone, Digital, or else the card's first
  /// with a playback volume; a card may have none.
  public var mixer: String?
  /// What that element is set to, 0…100 per cent as alsamixer shows them (`MixerScale`). Fade-in and volume are scaled
  /// in the samples, so 100 leaves them the whole range. Less where a card distorts: the Pi's headphone output amplifies
  /// by 4 dB at 100, and by nothing at 86.
  public var level: Int

  /// - Parameter level: clamped to 0…100.
  public init(card: String, mixer: String? = nil, level: Int = 100) {
    self.card = card
    self.mixer = mixer
    self.level = min(100, max(0, level))
  }

  /// What `snd_pcm_open` gets.
  var pcmName: String { card.contains(":") ? card : "hw:CARD=\(card)" }

  /// The control device with the card's mixer, as `snd_mixer_attach` gets it; nil for a PCM name that names no card.
  var controlName: String? { cardID.map { "hw:CARD=\($0)" } }

  /// The card in the PCM's name: its argument CARD, or the first one where that is the card's; nil also for `any`, which
  /// `found` resolves.
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

  /// PCM names of /usr/share/alsa whose first argument is the card.
  private static let takesCardFirst: Set<String> = ["hw", "plughw", "default", "sysdefault", "front", "dmix"]
}
