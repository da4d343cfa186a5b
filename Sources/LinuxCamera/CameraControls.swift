import CLinux

/// The settings that make print on a card readable, held 15 to 40 cm away in a dark bedroom with a lamp on it. What a
/// camera does not have or refuses is left alone: it may still see well enough.
enum CameraControls {
  struct Wish: Sendable {
    /// As `v4l2-ctl --list-ctrls` calls it.
    var name: String
    /// V4L2's number (linux/v4l2-controls.h).
    var id: UInt32
    /// The values to try, best first; of a menu only those are tried that the camera lists.
    var values: [Int32]

    /// The first value that a camera with this range, and for a menu these entries, can take.
    func value(in range: ClosedRange<Int32>, entries: Set<Int32>?) -> Int32? {
      values.first { range.contains($0) && (entries?.contains($0) ?? true) }
    }
  }

  /// In this order: some controls can be set only once another is.
  static let wishes = [
    // The camera exposes by itself, because the lamp goes on while it looks. 3 is "aperture priority", as webcams with a
    // fixed iris call it; 0 is fully automatic.
    Wish(name: "auto_exposure", id: rouse_control_exposure_auto, values: [3, 0]),
    // It keeps its frame rate in the dark, rather than exposing longer and longer: a fifth of a second blurs every card
    // that a sleepy hand holds.
    Wish(name: "exposure_dynamic_framerate", id: rouse_control_exposure_auto_priority, values: [0]),
    // More gain instead: the reader averages noise away, but no blur.
    Wish(name: "gain_automatic", id: rouse_control_auto_gain, values: [1]),
    // Off: it takes a bright thing before a dark room for the background, and overexposes the white card in the light.
    Wish(name: "backlight_compensation", id: rouse_control_backlight_compensation, values: [0]),
    // Lamps flicker with the mains, 50 or 60 Hz; 3 finds out by itself. Where there is no such entry, the owner's choice
    // stays.
    Wish(name: "power_line_frequency", id: rouse_control_power_line_frequency, values: [3]),
    // The distance is never the same, and the units of a fixed focus differ from camera to camera.
    Wish(name: "focus_automatic_continuous", id: rouse_control_focus_auto, values: [1]),
  ]

  /// Sets what the camera lets us set; says what is so now, as `auto_exposure=3`.
  static func apply(to device: borrowing CameraDevice) -> [String] {
    var done: [String] = []
    for wish in wishes {
      guard let value = value(for: wish, of: device) else { continue }
      var control = v4l2_control(id: wish.id, value: 0)
      let isSo = rouse_video_get_control(device.descriptor, &control) == 0 && control.value == value
      control.value = value
      // A change goes over USB and takes a while: none without need.
      guard isSo || rouse_video_set_control(device.descriptor, &control) == 0 else { continue }
      done.append("\(wish.name)=\(value)")
    }
    return done
  }

  /// The values of a control that can be set, at this moment or once another control is set; nil where there is none.
  static func range(of id: UInt32, _ device: borrowing CameraDevice) -> ClosedRange<Int32>? {
    control(id, device).map { $0.minimum...$0.maximum }
  }

  /// Whether the focus can be set, by hand or by the camera itself.
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

  /// The value to set; nil when the camera lacks the control or such a value.
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
