/// Undoes the last change to an alarm, a setting, a preset or days off.
public typealias UndoChange = PlainCommand<Undone>

/// The undone change. Exactly one of the last four properties is set, to the state after undoing.
public struct Undone: PlainChangeReply {
  public static let command = "undo"
  public enum Change: String, Codable, Sendable { case added, changed, removed }
  /// The change that was undone.
  public var undid: Change
  /// How many seconds ago the change was made.
  public var ago: Int
  @OrNull public var alarm: AlarmSaved? = nil
  @OrNull public var setting: ChangeSetting.Reply? = nil
  @OrNull public var preset: PresetSaved? = nil
  @OrNull public var daysOff: DaysOffSaved? = nil
}

extension Undone {
  package init(_ undid: Change, ago: Int) { self.init(undid: undid, ago: ago) }
}
