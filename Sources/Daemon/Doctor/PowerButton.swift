import Control

/// How systemd-logind answers the power button of a Raspberry Pi 5 (logind.conf(5)).
struct PowerButton: Sendable, Hashable {
  var press: String
  /// After five seconds (systemd's src/login/logind-button.c).
  var longPress: String
}

extension PowerButton {
  init(_ files: SystemFiles) {
    func setting(_ key: String, otherwise value: String) -> String {
      let setting = files.systemdSetting(key, in: "logind.conf") ?? ""
      return setting.isEmpty ? value : setting
    }
    press = setting("HandlePowerKey", otherwise: "poweroff")
    longPress = setting("HandlePowerKeyLongPress", otherwise: "ignore")
  }

  var finding: FindingView {
    guard press == "ignore" else {
      return .warning(
        "power-button", "a short press of the power button is not ignored (HandlePowerKey=\(press))",
        why: "pressed half asleep, it silences a ring, and no alarm rings until somebody switches the clock on again",
        fix: "`printf '[Login]\\nHandlePowerKey=ignore\\nHandlePowerKeyLongPress=poweroff\\n' | sudo install -D -m 644 "
          + "/dev/stdin /etc/systemd/logind.conf.d/90-power-button.conf && sudo systemctl kill -s HUP systemd-logind`")
    }
    let long = longPress == "ignore" ? "a long one too" : "held for 5 s, it does \(longPress)"
    return .ok(
      "power-button", "systemd-logind ignores a short press of the power button; \(long); off: `sudo poweroff`")
  }
}
