import CLinux

/// Camera settings for reading a card held at 15 to 40 cm in a dark bedroom with a lamp on it. Controls that a camera
/// lacks or refuses are skipped, because it may still see well enough.
enum CameraControls {
  struct Wish: Sendable {
    /// The name in `v4l2-ctl --list-ctrls`.
    var name: String
    /// V4L2's number (linux/v4l2-controls.h).
    var id: UInt32
    /// The values to try, best first; for a menu, only those that the camera lists.
    var values: [Int32]

    func value(in range: ClosedRange<Int32>, entries: Set<Int32>?) -> Int32? {
      values.first { range.contains($0) && (entries?.contains($0) ?? true) }
    }
  }

  /// In this order, because some controls can be set only after another.
  static let wishes = [
    // Automatic, because the lamp goes on while the camera watches. 3 is "aperture priority", which webcams with a
    // fixed iris use; 0 is fully automatic.
    Wish(name: "auto_exposure", id: rouse_control_exposure_auto, values: [3, 0]),
    // Keeps the frame rate in the dark: an exposure of 1/5 s would blur every card in a sleepy hand.
    Wish(name: "exposure_dynamic_framerate", id: rouse_control_exposure_auto_priority, values: [0]),
    // More gain instead: the reader can average away noise, but not blur.
    Wish(name: "gain_automatic", id: rouse_control_auto_gain, values: [1]),
    // Off: it treats a bright object in a dark room as background light and overexposes the white card.
    Wish(name: "backlight_compensation", id: rouse_control_backlight_compensation, values: [0]),
    // Lamps flicker with 50 or 60 Hz mains; 3 detects it. Cameras without this entry keep the owner's setting.
    Wish(name: "power_line_frequency", id: rouse_control_power_line_frequency, values: [3]),
    // The distance varies, and the units of a fixed focus differ between cameras.
    Wish(name: "focus_automatic_continuous", id: rouse_control_focus_auto, values: [1]),
  ]

  /// Applies what the camera supports, and returns the settings in effect, such as `auto_exposure=3`.
  static func apply(to device: borrowing CameraDevice) -> [String] {
    var done: [String] = []
    for wish in wishes {
      guard let value = value(for: wish, of: device), set(wish.id, to: value, of: device) == 0 else { continue }
      done.append("\(wish.name)=\(value)")
    }
    return done
  }

  /// Sets a control; returns 0 or the errno. Avoids needless changes, which are slow because they go over USB.
  static func set(_ id: UInt32, to value: Int32, of device: borrowing CameraDevice) -> Int32 {
    var control = v4l2_control(id: id, value: 0)
    if rouse_video_get_control(device.descriptor, &control) == 0, control.value == value { return 0 }
    control.value = value
    return rouse_video_set_control(device.descriptor, &control)
  }

  /// Returns the range of a control that can be set now or after another control, or `nil` if there is none.
  static func range(of id: UInt32, _ device: borrowing CameraDevice) -> ClosedRange<Int32>? {
    control(id, device).map { $0.minimum...$0.maximum }
  }

  /// Whether the focus can be set, manually or automatically.
  static func hasFocus(_ device: borrowing CameraDevice) -> Bool {
    control(rouse_control_focus_auto, device) != nil || control(rouse_control_focus_absolute, device) != nil
  }

  private static func control(_ id: UInt32, _ device: borrowing CameraDevice) -> v4l2_queryctrl? {
    var control = v4l2_queryctrl()
    control.id = id
    guard rouse_video_query_control(device.descriptor, &control) == 0,
      control.flags & UInt32(V4L2_CTRL_FLAG_DISABLED | V4L2_CTRL_FLAG_READ_ONLY) == 0,
      control.minimum <= control.maximum
    else { return nil }
    return control
  }

  /// Returns the value to set, or `nil` if the camera lacks the control or the value.
  static func value(for wish: Wish, of device: borrowing CameraDevice) -> Int32? {
    guard let control = control(wish.id, device) else { return nil }
    let range = control.minimum...control.maximum
    guard control.type == V4L2_CTRL_TYPE_MENU.rawValue else { return wish.value(in: range, entries: nil) }
    let entries = wish.values.filter { value in
      guard value >= 0 else { return false }
      var entry = v4l2_querymenu()
      entry.id = wish.id
      entry.index = UInt32(value)
      return rouse_video_query_menu(device.descriptor, &entry) == 0
    }
    return wish.value(in: range, entries: Set(entries))
  }
}
