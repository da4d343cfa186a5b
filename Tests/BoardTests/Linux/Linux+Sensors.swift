import Glibc
import Hardware
import LinuxHardware
import TestSupport
import Testing

extension LinuxContractTests {
  /// The result register has a 12-bit mantissa and a power-of-two exponent, in hundredths of a lux, with swapped bytes.
  @Test func anOPT3001IsALightSensor() throws {
    try LightSensorContract.verify(
      IIOLightSensor(device: "opt3001"), levels: [0, 0.1, 3, 40.95], tolerance: 0.001
    ) { lux in
      try VirtualBoard.setWord(0x44, 0x00, UInt16((lux * 100).rounded()).byteSwapped)
    }
  }

  /// One of its two diodes sees all light, the other only infrared.
  @Test func aTSL2563IsALightSensor() throws {
    let sensor = IIOLightSensor(device: "tsl2563")
    var readings: [Double] = []
    for raw in [0, 200, 2000] as [UInt16] {
      try VirtualBoard.setWord(0x39, 0x8C, raw)
      try VirtualBoard.setWord(0x39, 0x8E, raw / 5)
      // The driver caches a measurement for a second.
      usleep(1_200_000)
      readings.append(try sensor.illuminance())
    }
    #expect(readings.first == 0)
    #expect(zip(readings, readings.dropFirst()).allSatisfy { $0 < $1 }, "more light is more: \(readings)")
  }

  @Test func anyLightSensorWillDo() throws { #expect(try IIOLightSensor(device: nil).illuminance() >= 0) }

  @Test func anLM75IsARoomSensor() throws {
    try RoomSensorContract.verify(
      LinuxRoomSensor(.hwmon, device: "lm75"), degrees: [-10, 0, 21.5], hasHumidity: false
    ) { degrees in
      // The upper nine bits, in steps of half a degree, with swapped bytes.
      try VirtualBoard.setWord(0x48, 0x00, UInt16(bitPattern: Int16(degrees * 256)).byteSwapped)
      // The kernel's driver caches a measurement as long as the chip takes for one.
      usleep(400_000)
    }
  }

  @Test func aSensorWhoseDriverIsUnboundIsToldAndFoundAgain() throws {
    let sensor = LinuxRoomSensor(.hwmon, device: "lm75")
    _ = try sensor.climate()
    let driver = "/sys/bus/i2c/drivers/lm75"
    let device = try #require(Files.names(driver).first { $0.hasSuffix("-0048") })
    try Files.write(device, to: driver + "/unbind")
    var codes: [Int32?] = []
    for _ in 1...2 { codes.append(#expect(throws: HardwareError.self) { try sensor.climate() }?.code) }
    try Files.write(device, to: driver + "/bind")
    #expect(codes == [ENOENT, ENODEV], "its file has gone; then the sensor")
    _ = try sensor.climate()
  }

  @Test func thereIsNoMonitorOfTheSupply() throws {
    #expect(throws: HardwareError.self) { try HwmonPowerMonitor().strain() }
  }

  @Test func aGPIOButtonIsAButton() throws {
    let line = VirtualBoard.buttonLine
    let button = GPIOButton(GPIOLine(chip: VirtualBoard.gpioChip, line: .name(line.name)))
    defer { button.close() }
    try ButtonContract.verify(button) { isPressed in
      try VirtualBoard.pull(line.offset, up: isPressed)
      // Longer than contacts bounce.
      usleep(60_000)
    }
  }

  @Test func contactsThatBounceAreOnePress() throws {
    let line = VirtualBoard.buttonLine
    let button = GPIOButton(
      GPIOLine(chip: VirtualBoard.gpioChip, line: .name(line.name)), debounce: .milliseconds(500))
    defer { button.close() }
    try VirtualBoard.pull(line.offset, up: false)
    try button.open()
    for _ in 1...20 { for isUp in [true, false] { try VirtualBoard.pull(line.offset, up: isUp) } }
    try VirtualBoard.pull(line.offset, up: true)
    #expect(try button.waitForPress())
    try VirtualBoard.pull(line.offset, up: false)
    usleep(1_200_000)
    try VirtualBoard.pull(line.offset, up: true)
    #expect(try button.waitForPress(), "the second press, and no bounce before it")
    try VirtualBoard.pull(line.offset, up: false)
  }

  @Test func aButtonsLineIsOursAndFreeAfterwards() throws {
    let wiring = GPIOLine(chip: VirtualBoard.gpioChip, line: .name(VirtualBoard.buttonLine.name))
    let button = GPIOButton(wiring)
    try button.open()
    #expect(try wiring.report(for: .button).consumer == "rouse")
    let error = #expect(throws: HardwareError.self) { try GPIOButton(wiring).open() }
    #expect(error?.code == EBUSY && error?.operation.contains("in use by \"rouse\"") == true)
    button.close()
    #expect(try !wiring.report(for: .button).isUsed)
  }
}
