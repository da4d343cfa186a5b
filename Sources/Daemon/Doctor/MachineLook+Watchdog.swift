extension MachineLook {
  /// Whether somebody feeds the first watchdog (the kernel's Documentation/ABI/testing/sysfs-class-watchdog).
  static func hardwareWatchdog(_ files: SystemFiles) -> Symptoms.HardwareWatchdog {
    let watchdog = "/sys/class/watchdog/watchdog0"
    guard files.exists(watchdog) else { return .missing }
    if let state = files.text(watchdog + "/state") { return state == "active" ? .active : .idle }
    // Kernels without CONFIG_WATCHDOG_SYSFS do not tell, but systemd does what its files say; `nil`: there is no systemd.
    guard let setting = files.systemdSetting("RuntimeWatchdogSec", in: "system.conf") else { return .unknown }
    return ["", "0", "0s", "off", "infinity"].contains(setting) ? .idle : .active
  }
}
