import AlarmClock

/// Selects events of the log.
public struct EventFilter: Hashable, Sendable {
  public var alarm: AlarmFilter?
  /// Empty for all kinds.
  public var kinds: [Event.Kind]
  /// The word for a device's role; `nil` for all events, including those about no device.
  public var device: String?

  public init(alarm: AlarmFilter? = nil, kinds: [Event.Kind] = [], device: String? = nil) {
    self.alarm = alarm
    self.kinds = kinds
    self.device = device
  }

  public func wants(_ event: Event) -> Bool {
    guard kinds.isEmpty || kinds.contains(event.kind) else { return false }
    guard alarm?.matches(alarmID: event.alarmID, label: event.label) ?? true else { return false }
    guard let device else { return true }
    if Self.ofDevice[device]?.contains(event.kind) ?? false { return true }
    let detail = event.detail ?? ""
    return Self.ofAnyDevice.contains(event.kind) && (detail == device || detail.hasPrefix(device + ":"))
  }

  /// The kinds whose details begin with the device.
  private static let ofAnyDevice: [Event.Kind] = [.deviceFailed, .deviceRecovered]

  /// The kinds that are only about a device.
  private static let ofDevice: [String: [Event.Kind]] = [
    "camera": [.cameraOpened, .cameraClosed, .noCamera, .cardLeft],
    "speaker": [.audioStarted, .audioStopped, .soundMissing], "buzzer": [.buzzerStarted],
    "power": [.powerLow, .powerRecovered, .processorHot, .processorCooled],
  ]

  /// The selected kinds, the device, the kinds that are only about the device, and the kinds that may be about it.
  var values: [(any SQLValue)?] {
    func words(_ kinds: [Event.Kind]) -> String { " \(kinds.map(\.rawValue).joined(separator: " ")) " }
    let ofDevice = device.flatMap { Self.ofDevice[$0] } ?? []
    return [kinds.isEmpty ? nil : words(kinds), device, words(ofDevice), words(Self.ofAnyDevice)]
  }
}
