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
  @OrNull public var alarm: AlarmSaved? = nil
  @OrNull public var setting: ChangeSetting.Reply? = nil
  @OrNull public var preset: PresetSaved? = nil
  @OrNull public var daysOff: DaysOffSaved? = nil
}

extension Undone {
  package init(_ undid: Change, ago: Int) { self.init(undid: undid, ago: ago) }
}
