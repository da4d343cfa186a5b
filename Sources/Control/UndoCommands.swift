/// Takes back the last change of an alarm, a setting, a preset or days off.
public struct UndoChange: ChangingCommand {
  public static let name = "undo"
  public typealias Reply = Undone
  public init() {}
}

/// What was taken back. One of the four is there, with what has become of it.
public struct Undone: Codable, Sendable {
  public enum Change: String, Codable, Sendable { case added, changed, removed }
  /// What had been done to it.
  public var undid: Change
  /// How many seconds before.
  public var ago: Int
  @OrNull public var alarm: AlarmSaved?
  @OrNull public var setting: ChangeSetting.Reply?
  @OrNull public var preset: PresetSaved?
  @OrNull public var daysOff: DaysOffSaved?

  public init(
    undid: Change, ago: Int, alarm: AlarmSaved? = nil, setting: ChangeSetting.Reply? = nil,
    preset: PresetSaved? = nil, daysOff: DaysOffSaved? = nil
  ) {
    self.undid = undid
    self.ago = ago
    self.alarm = alarm
    self.setting = setting
    self.preset = preset
    self.daysOff = daysOff
  }
}
