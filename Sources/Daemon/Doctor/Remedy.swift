import Glibc
import Hardware

/// The consequence of a device's failure, and its fix.
struct Remedy {
  var why: String
  var fix: String

  init(_ error: HardwareError, user: String, fitted: Set<DeviceRole>) {
    why = Self.consequence(error.device, fitted: fitted)
    // A display on GPIO lines is found with the same commands as a buzzer.
    let device: DeviceRole = error.device == .display && error.operation.contains("GPIO") ? .buzzer : error.device
    let tools = Self.tools(device)
    fix =
      switch (error.code, error.device) {
      case (EACCES, _), (EPERM, _):
        user == "rouse" || user == "root"
          ? "`sudo udevadm control --reload && sudo udevadm trigger && sudo systemctl restart rouse`"
          : tools.group.map { "`sudo usermod -aG \($0) \(user)`, and log in again" } ?? "look at: `\(tools.list)`"
      case (ENODEV, .light), (ENODEV, .room):
        "look what the kernel has found: `\(tools.list)`, and put its name into the board file; a chip on I2C "
          + "needs a line of config.txt, as dtoverlay=i2c-sensor,bh1750"
      case (ENODEV, .power): "only a Raspberry Pi measures it: elsewhere take `power` out of the board file"
      case (ENOTUNIQ, .speaker):
        "name one of them in the board file, as `card: \"Device\"` (`aplay -l` lists the names), then "
          + "`sudo systemctl restart rouse`; or unplug the others"
      case (ENODEV, .camera):
        "plug in a USB camera: a webcam that needs no driver of its own (UVC), as nearly all do; Rouse reads no other kind. "
          + "Look whether it is there: `\(tools.list)`; then check `camera` in the board file"
      case (EBUSY, _): "another program has it; find out which: `\(tools.whoHolds)`"
      case (ENOENT, _), (ENODEV, _), (ENXIO, _):
        "look whether it is there: `\(tools.list)`; then check the board file"
      case (EREMOTEIO, .display), (ETIMEDOUT, .display), (EIO, .display):
        "check the wires SDA, SCL, 3.3 V and ground, and the address: `sudo i2cdetect -y 1` (1: the bus of the board file)"
      case (EPROTO, .display):
        "check the wires CLK, DIO, supply and ground of the TM1637, and the lines `clock` and `data` of the board file"
      case (ETIMEDOUT, .speaker), (EIO, .speaker):
        "restart the computer: `sudo reboot`. I2S on a Raspberry Pi 5 may stop playing until then: use a USB sound card"
      case (ETIMEDOUT, .camera): "plug the camera out and in again; look at: `sudo dmesg | tail`"
      default: "check the wiring and the board file; look at: `\(tools.list)`, and `sudo dmesg | tail`"
      }
  }

  static func consequence(_ role: DeviceRole, fitted: Set<DeviceRole>) -> String {
    switch role {
    case .buzzer where fitted.contains(.speaker): "an alarm would not buzz; the speaker rings alone"
    case .buzzer: "an alarm would not be heard"
    case .vibration: "an alarm would not vibrate; it is still heard"
    case .speaker where fitted.contains(.buzzer):
      "an alarm may not be heard from the speaker; the buzzer rings from its first second"
    case .speaker: "an alarm may not be heard"
    case .display: "the time is not shown; alarms ring"
    case .lamp: "a card may not be read in the dark; alarms ring"
    case .camera: "no card can be seen, so nothing ends a ring until `silence-after`"
    case .light: "the display does not follow the light of the room; alarms ring"
    case .room: "the room's temperature is not known; alarms ring"
    case .power: "nobody would tell of a supply that gives too little; alarms ring"
    case .button: "a press of it is not heard; no alarm needs it"
    }
  }

  /// Returns the group that may use the device, or `nil` if everybody may read its files.
  static func group(of role: DeviceRole) -> String? { tools(role).group }

  private static func tools(_ role: DeviceRole) -> (group: String?, list: String, whoHolds: String) {
    let lineHolders = "gpioinfo | grep -E 'used|consumer='"
    let sensors = "grep . /sys/bus/iio/devices/*/name"
    return switch role {
    case .buzzer, .lamp, .button: ("gpio", "gpioinfo", lineHolders)
    case .vibration:
      ("gpio", "ls -l /sys/class/pwm/*/device; gpioinfo", "sudo cat /sys/kernel/debug/pwm; \(lineHolders)")
    case .speaker: ("audio", "aplay -l", "sudo fuser -v /dev/snd/*")
    case .display: ("i2c", "ls /dev/i2c-*; sudo i2cdetect -y 1", "ls /sys/bus/i2c/devices/*/driver -d")
    case .camera: ("video", "lsusb; v4l2-ctl --list-devices", "sudo fuser -v /dev/video*")
    case .light: (nil, sensors, "sudo fuser -v /dev/iio*")
    case .room, .power: (nil, "\(sensors) /sys/class/hwmon/*/name", "sudo fuser -v /sys/class/hwmon/*/*")
    }
  }
}
