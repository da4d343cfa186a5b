import CLinux
import Hardware

/// Sets the exposure of a camera that supports it.
struct CameraExposure {
  let range: ExposureRange
  /// V4L2's number of the automatic mode, or `nil` if the camera has none.
  private let automatic: Int32?
  private let hasModes: Bool
  private let hasAutomaticGain: Bool
  private let gainBefore: Int32?

  /// The menu entry for manual exposure in V4L2_CID_EXPOSURE_AUTO.
  private static let manual: Int32 = 1

  /// Returns `nil` if the exposure cannot be set.
  init?(of device: borrowing CameraDevice) {
    let modes = CameraControls.Wish(name: "auto_exposure", id: rouse_control_exposure_auto, values: [3, 0])
    let byHand = CameraControls.Wish(name: "auto_exposure", id: rouse_control_exposure_auto, values: [Self.manual])
    guard let time = CameraControls.range(of: rouse_control_exposure_absolute, device) else { return nil }
    hasModes = CameraControls.range(of: rouse_control_exposure_auto, device) != nil
    if hasModes, CameraControls.value(for: byHand, of: device) == nil { return nil }
    automatic = CameraControls.value(for: modes, of: device)
    hasAutomaticGain = CameraControls.range(of: rouse_control_auto_gain, device) != nil
    let gain = CameraControls.range(of: rouse_control_gain, device)
    var current = v4l2_control(id: rouse_control_gain, value: 0)
    gainBefore = gain != nil && rouse_video_get_control(device.descriptor, &current) == 0 ? current.value : nil
    func wide(_ range: ClosedRange<Int32>) -> ClosedRange<Int> { Int(range.lowerBound)...Int(range.upperBound) }
    range = ExposureRange(time: wide(time), gain: gain.map(wide), hasAutomatic: automatic != nil)
  }

  func apply(_ setting: ExposureSetting, to device: borrowing CameraDevice) throws(HardwareError) {
    switch setting {
    case .automatic:
      // The mode first, so that a failure does not leave the picture black; then the gain, which the camera may control
      // afterwards.
      if let automatic { try set(rouse_control_exposure_auto, automatic, "auto_exposure", of: device) }
      if let gainBefore { try set(rouse_control_gain, gainBefore, "gain", of: device) }
      if hasAutomaticGain { try set(rouse_control_auto_gain, 1, "gain_automatic", of: device) }
    case .manual(let time, let gain):
      if hasModes { try set(rouse_control_exposure_auto, Self.manual, "auto_exposure", of: device) }
      if hasAutomaticGain { try set(rouse_control_auto_gain, 0, "gain_automatic", of: device) }
      try set(rouse_control_exposure_absolute, Int32(clamping: time), "exposure_time_absolute", of: device)
      if let gain { try set(rouse_control_gain, Int32(clamping: gain), "gain", of: device) }
    }
  }

  private func set(
    _ id: UInt32, _ value: Int32, _ name: String, of device: borrowing CameraDevice
  ) throws(HardwareError) {
    try device.check(CameraControls.set(id, to: value, of: device), "setting \(name) to \(value)")
  }
}
