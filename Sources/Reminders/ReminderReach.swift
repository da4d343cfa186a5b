import AlarmClock

/// Whether a reminder can be seen or heard when it comes, depending on settings and devices.
public enum ReminderReach {
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

  /// Returns why a reminder that comes at `due` reaches nobody, or `nil` if it can be seen or heard.
  ///
  /// - Parameter isDisplayOff: whether the display will be off, as far as the settings tell.
  public static func obstacle(
    at due: Instant, in zone: ZoneRules, _ settings: Settings, hasDisplay: Bool, hasSounder: Bool, isDisplayOff: Bool
  ) -> Obstacle? {
    guard let silence = silence(at: due, in: zone, settings, hasSounder: hasSounder) else { return nil }
    guard hasDisplay else { return .noDisplay(silence) }
    guard [.normal, .message].contains(settings.face.mode) else { return .noMessages(settings.face.mode) }
    return isDisplayOff ? .displayOff : nil
  }

  private static func silence(
    at due: Instant, in zone: ZoneRules, _ settings: Settings, hasSounder: Bool
  ) -> Silence? {
    if !hasSounder { return .noSounder }
    if settings.reminders.sound == .off { return .soundOff }
    if settings.volume == 0 { return .volumeZero }
    return settings.quiet.isQuiet(at: zone.local(due).time) ? .quiet : nil
  }
}
