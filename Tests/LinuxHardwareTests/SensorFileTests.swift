import Glibc
import Hardware
import Synchronization
import TestDevices
import TestSupport
import Testing

@testable import LinuxHardware

/// Sensors in an imitation of the kernel's files.
@Suite struct SensorFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let iio = "bus/iio/devices/iio:device"
  private static let hwmon = "class/hwmon/hwmon"

  /// Writes the files of one device, whose driver has the device's name unless the files say otherwise.
  ///
  /// - Parameter place: The device's folder below /sys.
  private func write(_ files: [String: String], of device: String? = nil, in place: String) throws {
    for (file, text) in files.merging(["name": device ?? "x"], uniquingKeysWith: { own, _ in own }) {
      try folder.write(text + "\n", to: "sys/\(place)/\(file)")
    }
  }

  /// The name in the board file, the device's files, and the expected lux.
  static let lights: [(device: String?, files: [String: String], lux: Double)] = [
    ("bh1750", ["in_illuminance_raw": "6", "in_illuminance_scale": "0.833333"], 4.999998),
    ("opt3001", ["in_illuminance_input": "12.34", "in_illuminance_raw": "9"], 12.34),
    ("tsl2563", ["in_illuminance0_input": "300", "in_intensity0_raw": "77"], 300),
    // This scale is the gain, so the driver's computed value takes priority.
    ("veml6030", ["in_illuminance_raw": "1000", "in_illuminance_scale": "0.125", "in_illuminance_input": "7.5"], 7.5),
    (nil, ["in_illuminance0_raw": "10", "in_illuminance_scale": "2"], 20),
    (nil, ["in_illuminance0_raw": "10", "in_illuminance0_offset": "-4"], 6),
    ("bedside", ["name": "opt3001", "label": "bedside", "in_illuminance_input": "1"], 1),
    (nil, ["in_illuminance_input": "-0.5"], 0),
    // A name that ends with the quantity.
    (nil, ["in_illuminance": "1", "in_illuminance_input": "2"], 2),
  ]

  @Test(arguments: lights)
  func lightIsReadInLux(device: String?, files: [String: String], lux: Double) throws {
    try write([:], of: "accelerometer", in: Self.iio + "0")
    try write(files, of: device, in: Self.iio + "1")
    let sensor = IIOLightSensor(device: device, root: folder.path)
    for _ in 1...2 { #expect(abs(try sensor.illuminance() - lux) < 1e-9) }
  }

  @Test func aLightSensorThatIsNotThereIsNamedAndFoundOnceItIs() throws {
    let sensor = IIOLightSensor(device: "bh1750", root: folder.path)
    let operation = "finding a light sensor called bh1750 in \(folder.path)/sys/bus/iio/devices"
    let absence = HardwareError(.light, operation, code: ENODEV)
    #expect(throws: absence) { try sensor.illuminance() }
    try write(["in_illuminance_input": "1"], of: "opt3001", in: Self.iio + "0")
    #expect(throws: absence, "one of another name is another one") { try sensor.illuminance() }
    try write([:], of: "bh1750", in: Self.iio + "0")
    #expect(try sensor.illuminance() == 1)
  }

  @Test func whatIsNoNumberIsAFailureAndEndsWithIt() throws {
    let device = Self.iio + "0"
    let sensor = IIOLightSensor(device: nil, root: folder.path)
    for text in ["bright", "", "nan", "inf"] {
      try write(["in_illuminance_input": text], in: device)
      let operation = "reading \(folder.path)/sys/\(device)/in_illuminance_input, which contains \"\(text)\""
      #expect(throws: HardwareError(.light, operation, code: EBADMSG)) { try sensor.illuminance() }
    }
    try write(["in_illuminance_input": "8"], in: device)
    #expect(try sensor.illuminance() == 8)
    // A product that is not finite.
    unlink("\(folder.path)/sys/\(device)/in_illuminance_input")
    try write(["in_illuminance_raw": "1e300", "in_illuminance_scale": "1e300"], in: device)
    #expect(failureCode { try IIOLightSensor(device: nil, root: folder.path).illuminance() } == EBADMSG)
  }

  @Test func aSensorThatComesBackAtAnotherNumberIsFound() throws {
    let device = folder.path + "/sys/" + Self.iio
    try write(["in_illuminance_input": "1"], in: Self.iio + "0")
    let sensor = IIOLightSensor(device: "x", root: folder.path)
    #expect(try sensor.illuminance() == 1)
    #expect(rename(device + "0", device + "3") == 0)
    #expect(throws: HardwareError.self) { try sensor.illuminance() }
    #expect(try sensor.illuminance() == 1)
  }

  static let rooms: [(LinuxRoomSensor.Interface, device: String, files: [String: String], climate: RoomClimate)] = [
    (.hwmon, "lm75", ["temp1_input": "21500"], RoomClimate(temperature: 21.5)),
    (.hwmon, "w1_slave_temp", ["temp1_input": "-1250"], RoomClimate(temperature: -1.25)),
    (
      .hwmon, "sht3x", ["temp1_input": "20000", "humidity1_input": "45300"],
      RoomClimate(temperature: 20, humidity: 45.3)
    ),
    (
      .iio, "bme280", ["in_temp_input": "20250", "in_humidityrelative_input": "101000"],
      RoomClimate(temperature: 20.25, humidity: 100)
    ),
    (
      .iio, "hdc100x", ["in_temp_raw": "100", "in_temp_offset": "-20", "in_temp_scale": "250"],
      RoomClimate(temperature: 20)
    ),
  ]

  @Test(arguments: rooms)
  func aRoomIsReadInDegrees(
    interface: LinuxRoomSensor.Interface, device: String, files: [String: String], climate: RoomClimate
  ) throws {
    // The processor's own sensor, which is hot.
    try write(["temp1_input": "61000"], of: "cpu_thermal", in: Self.hwmon + "0")
    try write(["in_temp_input": "61000"], of: "adc", in: Self.iio + "0")
    try write(files, of: device, in: (interface == .iio ? Self.iio : Self.hwmon) + "1")
    #expect(try LinuxRoomSensor(interface, device: device, root: folder.path).climate() == climate)
  }

  @Test func theSupplyIsThatOfItsMonitor() throws {
    let monitor = HwmonPowerMonitor(root: folder.path)
    let operation = "finding a voltage monitor called rpi_volt in \(folder.path)/sys/class/hwmon"
    #expect(throws: HardwareError(.power, operation, code: ENODEV)) { try monitor.strain() }
    #expect(throws: HardwareError.self) { try monitor.waitForChange(atMost: .seconds(600)) }
    try write(["in0_lcrit_alarm": "1"], of: "nvme", in: Self.hwmon + "0")
    try write(["in0_lcrit_alarm": "0"], of: "rpi_volt", in: Self.hwmon + "1")
    #expect(try !monitor.strain().isPowerLow)
    try monitor.waitForChange(atMost: .milliseconds(20))
    monitor.wake()
    try monitor.waitForChange(atMost: .seconds(600))
    // The change comes after the reading and before the wait.
    try write(["in0_lcrit_alarm": "1"], of: "rpi_volt", in: Self.hwmon + "1")
    try monitor.waitForChange(atMost: .seconds(600))
    #expect(try monitor.strain().isPowerLow)
  }

  /// The kernel's files of a Pi, of a computer without the sensor, and an empty one.
  @Test func theProcessorsHeatIsThatOfItsThermalZone() throws {
    try write(["in0_lcrit_alarm": "0"], of: "rpi_volt", in: Self.hwmon + "1")
    try write(["temp1_input": "33000"], of: "nvme", in: Self.hwmon + "2")
    let monitor = HwmonPowerMonitor(root: folder.path)
    #expect(try monitor.strain() == BoardStrain(isPowerLow: false))
    for (file, degrees) in [("61322", 61.322), ("-1500", -1.5), ("hot", nil)] as [(String, Double?)] {
      try write(["temp1_input": file], of: "cpu_thermal", in: Self.hwmon + "0")
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
    try write([:], of: "rpi_volt", in: Self.hwmon + "0")
    try folder.link("sys/\(Self.hwmon)0/in0_lcrit_alarm", to: "/proc/sys/kernel/domainname")
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
}
