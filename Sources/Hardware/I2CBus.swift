/// An I2C bus with SMBus block transfers (SMBus 2.0, and the I2C block variant in Linux's
/// Documentation/i2c/smbus-protocol). Addresses have 7 bits.
public protocol I2CBus: Sendable {
  /// Sends a command byte and up to 32 more bytes in one transfer.
  func write(_ command: UInt8, _ bytes: [UInt8], to address: UInt8) throws(HardwareError)
  /// Sends a command byte and reads 1 to 32 bytes in the same transfer.
  func read(_ command: UInt8, count: Int, from address: UInt8) throws(HardwareError) -> [UInt8]
}
