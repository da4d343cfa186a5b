import Glibc
import Hardware
import Synchronization
import TestSupport
import Testing

@testable import LinuxHardware

/// Sensors in an imitation of the kernel's files.
@Suite struct SensorFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// - Parameter files: Contents by the path below /sys.
  private func write(_ files: [String: String]) throws {
    for (path, text) in files {
      let parts = "/sys/\(path)".split(separator: "/")
      for count in 1..<parts.count { mkdir(folder.path + "/" + parts.prefix(count).joined(separator: "/"), 0o755) }
      let file = open(folder.path + "/sys/" + path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      try #require(file >= 0)
      defer { close(file) }
      try #require(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
    }
  }

  /// The name in the board file, the device's files, and the expected lux.
  static let lights: [(device: String?, files: [String: String], lux: Double)] = [
    ("bh1750", ["name": "bh1750\n", "in_illuminance_raw": "6\n", "in_illuminance_scale": "0.833333\n"], 4.999998),
    ("opt3001", ["name": "opt3001\n", "in_illuminance_input": "12.34\n", "in_illuminance_raw": "9\n"], 12.34),
    ("tsl2563", ["name": "tsl2563\n", "in_illuminance0_input": "300\n", "in_intensity0_raw": "77\n"], 300),
    // This scale is the gain, so the driver's computed value takes priority.
    (
      "veml6030",
      [
        "name": "veml6030\n", "in_illuminance_raw": "1000\n", "in_illuminance_scale": "0.125\n",
        "in_illuminance_input": "7.5\n",
      ], 7.5
    ),
    (nil, ["name": "x\n", "in_illuminance0_raw": "10\n", "in_illuminance_scale": "2\n"], 20),
    (nil, ["name": "x\n", "in_illuminance0_raw": "10\n", "in_illuminance0_offset": "-4\n"], 6),
    ("bedside", ["name": "opt3001\n", "label": "bedside\n", "in_illuminance_input": "1\n"], 1),
    (nil, ["name": "x\n", "in_illuminance_input": "-0.5\n"], 0),
    // A name that ends with the quantity.
    (nil, ["name": "x\n", "in_illuminance": "1\n", "in_illuminance_input": "2\n"], 2),
  ]

  @Test(arguments: lights.indices)
  func lightIsReadInLux(index: Int) throws {
    let (device, files, lux) = Self.lights[index]
    try write(["bus/iio/devices/iio:device0/name": "accelerometer\n"])
    try write(Dictionary(uniqueKeysWithValues: files.map { ("bus/iio/devices/iio:device1/\($0)", $1) }))
    let sensor = IIOLightSensor(device: device, root: folder.path)
    #expect(abs(try sensor.illuminance() - lux) < 1e-9)
    #expect(abs(try sensor.illuminance() - lux) < 1e-9)
  }

  @Test func aLightSensorThatIsNotThereIsNamedAndFoundOnceItIs() throws {
    let sensor = IIOLightSensor(device: "bh1750", root: folder.path)
    let absence = HardwareError(
      .light, "finding a light sensor called bh1750 in \(folder.path)/sys/bus/iio/devices", code: ENODEV)
    #expect(throws: absence) { try sensor.illuminance() }
    try write([
      "bus/iio/devices/iio:device0/name": "opt3001\n", "bus/iio/devices/iio:device0/in_illuminance_input": "1\n",
    ])
    #expect(throws: absence, "one of another name is another one") { try sensor.illuminance() }
    try write(["bus/iio/devices/iio:device0/name": "bh1750\n"])
    #expect(try sensor.illuminance() == 1)
  }

  @Test func aScaleThatMakesNoNumberIsAFailure() throws {
    let folder = "bus/iio/devices/iio:device0/"
    try write([
      folder + "name": "x\n", folder + "in_illuminance_raw": "1e300\n", folder + "in_illuminance_scale": "1e300\n",
    ])
    let error = #expect(throws: HardwareError.self) {
      try IIOLightSensor(device: nil, root: self.folder.path).illuminance()
    }
    #expect(error?.code == EBADMSG)
  }

  @Test func whatIsNoNumberIsAFailureAndEndsWithIt() throws {
    let path = "bus/iio/devices/iio:device0/in_illuminance_input"
    try write(["bus/iio/devices/iio:device0/name": "x\n", path: "bright\n"])
    let sensor = IIOLightSensor(device: nil, root: folder.path)
    for text in ["bright", "", "nan", "inf"] {
      try write([path: "\(text)\n"])
      #expect(
        throws: HardwareError(.light, "reading \(folder.path)/sys/\(path), which says \"\(text)\"", code: EBADMSG)
      ) { try sensor.illuminance() }
    }
    try write([path: "8\n"])
    #expect(try sensor.illuminance() == 8)
  }

  @Test func aSensorThatComesBackAtAnotherNumberIsFound() throws {
    let first = folder.path + "/sys/bus/iio/devices/iio:device0"
    try write([
      "bus/iio/devices/iio:device0/name": "x\n", "bus/iio/devices/iio:device0/in_illuminance_input": "1\n",
    ])
    let sensor = IIOLightSensor(device: "x", root: folder.path)
    #expect(try sensor.illuminance() == 1)
    #expect(rename(first, folder.path + "/sys/bus/iio/devices/iio:device3") == 0)
    #expect(throws: HardwareError.self) { try sensor.illuminance() }
    #expect(try sensor.illuminance() == 1)
  }

  static let rooms:
    [(interface: LinuxRoomSensor.Interface, device: String, files: [String: String], climate: RoomClimate)] = [
      (.hwmon, "lm75", ["name": "lm75\n", "temp1_input": "21500\n"], RoomClimate(temperature: 21.5)),
      (
        .hwmon, "w1_slave_temp", ["name": "w1_slave_temp\n", "temp1_input": "-1250\n"], RoomClimate(temperature: -1.25)
      ),
      (
        .hwmon, "sht3x", ["name": "sht3x\n", "temp1_input": "20000\n", "humidity1_input": "45300\n"],
        RoomClimate(temperature: 20, humidity: 45.3)
      ),
      (
        .iio, "bme280", ["name": "bme280\n", "in_temp_input": "20250\n", "in_humidityrelative_input": "101000\n"],
        RoomClimate(temperature: 20.25, humidity: 100)
      ),
      (
        .iio, "hdc100x",
        ["name": "hdc100x\n", "in_temp_raw": "100\n", "in_temp_offset": "-20\n", "in_temp_scale": "250\n"],
        RoomClimate(temperature: 20)
      ),
    ]

  @Test(arguments: rooms.indices)
  func aRoomIsReadInDegrees(index: Int) throws {
    let (interface, device, files, climate) = Self.rooms[index]
    // The processor's own sensor, which is hot.
    try write([
      "class/hwmon/hwmon0/name": "cpu_thermal\n", "class/hwmon/hwmon0/temp1_input": "61000\n",
      "bus/iio/devices/iio:device0/name": "adc\n", "bus/iio/devices/iio:device0/in_temp_input": "61000\n",
    ])
    let place = interface == .iio ? "bus/iio/devices/iio:device1" : "class/hwmon/hwmon1"
    try write(Dictionary(uniqueKeysWithValues: files.map { ("\(place)/\($0)", $1) }))
    #expect(try LinuxRoomSensor(interface, device: device, root: folder.path).climate() == climate)
  }

  @Test func theSupplyIsThatOfItsMonitor() throws {
    let monitor = HwmonPowerMonitor(root: folder.path)
    #expect(
      throws: HardwareError(
        .power, "finding a monitor of the voltage called rpi_volt in \(folder.path)/sys/class/hwmon", code: ENODEV)
    ) { try monitor.strain() }
    #expect(throws: HardwareError.self) { try monitor.waitForChange(atMost: .seconds(600)) }
    try write([
      "class/hwmon/hwmon0/name": "nvme\n", "class/hwmon/hwmon0/in0_lcrit_alarm": "1\n",
      "class/hwmon/hwmon1/name": "rpi_volt\n", "class/hwmon/hwmon1/in0_lcrit_alarm": "0\n",
    ])
    #expect(try !monitor.strain().isPowerLow)
    try monitor.waitForChange(atMost: .milliseconds(20))
    monitor.wake()
    try monitor.waitForChange(atMost: .seconds(600))
    // The change comes after the reading and before the wait.
    try write(["class/hwmon/hwmon1/in0_lcrit_alarm": "1\n"])
    try monitor.waitForChange(atMost: .seconds(600))
    #expect(try monitor.strain().isPowerLow)
  }

  /// The kernel's files of a Pi, of a computer without the sensor, and an empty one.
  @Test func theProcessorsHeatIsThatOfItsThermalZone() throws {
    let supply = ["class/hwmon/hwmon1/name": "rpi_volt\n", "class/hwmon/hwmon1/in0_lcrit_alarm": "0\n"]
    try write(supply)
    try write(["class/hwmon/hwmon2/name": "nvme\n", "class/hwmon/hwmon2/temp1_input": "33000\n"])
    let monitor = HwmonPowerMonitor(root: folder.path)
    #expect(try monitor.strain() == BoardStrain(isPowerLow: false))
    for (file, degrees) in [("61322\n", 61.322), ("-1500\n", -1.5), ("hot\n", nil)] as [(String, Double?)] {
      try write(["class/hwmon/hwmon0/name": "cpu_thermal\n", "class/hwmon/hwmon0/temp1_input": file])
      #expect(try monitor.strain() == BoardStrain(isPowerLow: false, processorTemperature: degrees))
      #expect(ProcessorThermometer(root: folder.path).temperature == degrees)
    }
  }

  /// Whether this process may set the domain name to its current value, which wakes pollers of its file.
  private static let canWakeByAFile = setNameAnew()

  private static func setNameAnew() -> Bool {
    var name = [CChar](repeating: 0, count: 65)
    return getdomainname(&name, name.count) == 0 && setdomainname(name, strlen(name)) == 0
  }

  @Test(.enabled(if: canWakeByAFile, "a file that wakes who polls it takes CAP_SYS_ADMIN"))
  func theMonitorsFileWakesWhoWaits() throws {
    try write(["class/hwmon/hwmon0/name": "rpi_volt\n"])
    let path = folder.path + "/sys/class/hwmon/hwmon0/in0_lcrit_alarm"
    try #require(symlink("/proc/sys/kernel/domainname", path) == 0)
    let monitor = HwmonPowerMonitor(root: folder.path)
    let ended = Mutex<Bool?>(nil)
    let code = DetachedThread.start("test-wait") {
      do throws(HardwareError) {
        try monitor.waitForChange(atMost: .seconds(600))
        ended.withLock { $0 = true }
      } catch {
        ended.withLock { $0 = false }
      }
    }
    try #require(code == 0)
    #expect(eventually { Self.setNameAnew() && ended.withLock { $0 != nil } })
    #expect(ended.withLock { $0 } == true)
  }

  @Test func waitReturnsAtOnceAfterAnEarlierWake() throws {
    try write(["class/hwmon/hwmon0/name": "rpi_volt\n", "class/hwmon/hwmon0/in0_lcrit_alarm": "0\n"])
    let monitor = HwmonPowerMonitor(root: folder.path)
    monitor.wake()
    try monitor.waitForChange(atMost: .seconds(600))
  }
}
