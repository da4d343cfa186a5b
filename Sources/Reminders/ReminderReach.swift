import AlarmClock

/// Whether a reminder can be seen or heard when it comes, depending on settings and devices.
public struct ReminderReach: Sendable {
  /// Why a reminder can be neither seen nor heard.
  public enum Obstacle: Hashable, Sendable {
    case noDisplay(Silence)
    /// The setting `display` hides messages.
    case noMessages(FaceSettings.Mode)
    case displayOff
  }

  /// Why a reminder cannot be heard.
  public enum Silence: Hashable, Sendable {
    /// Neither a speaker nor a buzzer is fitted.
    case noSounder
    /// The setting `reminder-sound` is off.
    case soundOff
    case volumeZero
    case quiet
  }

  public let settings: Settings
  public let zone: ZoneRules
  public let hasDisplay: Bool
  public let hasSounder: Bool
  /// Whether the display will be off, as far as the settings tell.
  public let isDisplayOff: @Sendable (Instant) -> Bool

  public init(
    settings: Settings, zone: ZoneRules, hasDisplay: Bool, hasSounder: Bool,
    isDisplayOff: @escaping @Sendable (Instant) -> Bool
  ) {
    (self.settings, self.zone, self.hasDisplay, self.hasSounder) = (settings, zone, hasDisplay, hasSounder)
    self.isDisplayOff = isDisplayOff
  }

  /// Returns why a reminder that comes at `due` reaches nobody, or `nil` if it can be seen or heard.
  public func obstacle(at due: Instant) -> Obstacle? {
    guard let silence = silence(at: due) else { return nil }
    guard hasDisplay else { return .noDisplay(silence) }
    guard [.normal, .message].contains(settings.face.mode) else { return .noMessages(settings.face.mode) }
    return isDisplayOff(due) ? .displayOff : nil
  }

  private func silence(at due: Instant) -> Silence? {
    if !hasSounder { return .noSounder }
    if settings.reminders.sound == .off { return .soundOff }
    if settings.volume == 0 { return .volumeZero }
    return settings.quiet.isQuiet(at: zone.local(due).time) ? .quiet : nil
  }
}
