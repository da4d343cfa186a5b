/// Somebody who has to act when a setting changed. The others read it when they need it.
package protocol SettingsFollower: Sendable {
  /// They are in force already. Must not block.
  func settingsChanged()
}
