import Glibc
import LinuxHardware
import TestDevices
import Testing

extension LinuxContractTests {
  @Test func aPWMVibrationMotorIsAVibrationMotor() throws {
    do {
      let motor = PWMVibrationMotor(VirtualBoard.pwmChannel(.vibration), drive: MotorDrive())
      try VibrationMotorContract.verify(motor) { try VirtualBoard.duty(of: .vibration) }
      try motor.set(level: .light)
      #expect(try abs(VirtualBoard.duty(of: .vibration) - 0.4) < 0.001)
    }
    #expect(try VirtualBoard.duty(of: .vibration) == 0, "its end is stillness")
  }

  @Test func aPWMChipThatRefusesIsToldAndHeals() throws {
    let motor = PWMVibrationMotor(VirtualBoard.pwmChannel(.vibration), drive: MotorDrive())
    try motor.set(level: .medium)
    try VirtualBoard.failPWM(EIO)
    defer { #expect(throws: Never.self) { try VirtualBoard.failPWM(0) } }
    for _ in 1...2 {
      #expect(failureCode { try motor.set(level: .light) } == EIO)
    }
    try VirtualBoard.failPWM(0)
    try motor.set(level: .light)
    #expect(try abs(VirtualBoard.duty(of: .vibration) - 0.4) < 0.001)
  }

  @Test func aMotorOnAGPIOLineIsAVibrationMotor() throws {
    let line = VirtualBoard.motorLine
    let wiring = GPIOLine(chip: VirtualBoard.gpioChip, line: .name(line.name))
    do {
      let motor = PWMVibrationMotor(wiring, drive: MotorDrive())
      // The share of 100 samples in which the pin is high; the guest is too slow to be exact.
      try VibrationMotorContract.verify(motor) {
        var high = 0
        for _ in 0..<100 {
          high += try VirtualBoard.isHigh(line.offset) ? 1 : 0
          usleep(1700)
        }
        return Double(high) / 100
      }
      try motor.set(level: .light)
    }
    var isFree = false
    for _ in 0..<1000 where !isFree {
      isFree = try !wiring.report(for: .vibration).isUsed
      usleep(1000)
    }
    #expect(isFree, "its end gives the line back")
    #expect(try !VirtualBoard.isHigh(line.offset), "its end is stillness")
  }
}
