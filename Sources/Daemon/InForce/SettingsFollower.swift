/// Somebody who has to act when a setting changed. The others read it when they need it.
protocol SettingsFollower: Sendable {
  /// They are in force already. Called on the ledger's thread, which may wait for a disk and for nothing else.
  func settingsChanged()
}
