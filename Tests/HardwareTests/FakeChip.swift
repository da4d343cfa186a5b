import Glibc
import Hardware
import Synchronization

/// An HT16K33 on its own bus, after the data sheet, that records its display and its transfers.
final class FakeChip: I2CBus {
  struct State {
    var ram = [UInt8](repeating: 0, count: 16)
    var isOscillating = false
    /// The display setup bits; 0 is off.
    var display: UInt8 = 0
    var dimming: UInt8 = 15
    /// Every successful transfer: `21`, `00+16` for a write of 16 bytes, `00?16` for a read.
    var transfers: [String] = []
    /// Errors of the next transfers; 0 is success.
    var failures: [Int32] = []
    var attempts = 0
    /// The error of every read; 0 is success.
    var readRefusal: Int32 = 0
  }

  private let state = Mutex(State())
  private let address: UInt8

  init(address: UInt8 = 0x70) { self.address = address }

  var now: State { state.withLock { $0 } }

  /// The lit digits, or `nil` if the display is off.
  var litRAM: [UInt8]? { state.withLock { $0.isOscillating && $0.display & 1 != 0 ? $0.ram : nil } }

  /// Returns the transfers since the last call.
  func takeTransfers() -> [String] {
    state.withLock { state in
      defer { state.transfers = [] }
      return state.transfers
    }
  }

  func fail(_ failures: [Int32]) { state.withLock { $0.failures = failures } }

  /// Fails every read but accepts writes, as some copies of the chip do.
  func refuseReads(_ code: Int32) { state.withLock { $0.readRefusal = code } }

  /// Resets the registers as after power-on and fills the RAM with `ram`.
  func losePower(ram: UInt8 = 0) {
    state.withLock { state in
      state.ram = [UInt8](repeating: ram, count: 16)
      (state.isOscillating, state.display, state.dimming) = (false, 0, 15)
    }
  }

  func write(_ command: UInt8, _ bytes: [UInt8], to address: UInt8) throws(HardwareError) {
    try transfer(bytes.isEmpty ? hex(command) : "\(hex(command))+\(bytes.count)", address) { state in
      switch command >> 4 {
      case 0x0: for (index, byte) in bytes.enumerated() { state.ram[(Int(command) + index) % 16] = byte }
      case 0x2: state.isOscillating = command & 1 != 0
      case 0x8: state.display = command & 0x0F
      case 0xE: state.dimming = command & 0x0F
      default: break
      }
    }
  }

  func read(_ command: UInt8, count: Int, from address: UInt8) throws(HardwareError) -> [UInt8] {
    let refusal = now.readRefusal
    guard refusal == 0 else {
      state.withLock { $0.attempts += 1 }
      throw HardwareError(.display, "reading", code: refusal)
    }
    return try transfer("\(hex(command))?\(count)", address) { Array($0.ram[Int(command)...].prefix(count)) }
  }

  private func transfer<Result: Sendable>(
    _ name: String, _ address: UInt8, _ body: (inout State) -> Result
  ) throws(HardwareError) -> Result {
    try state.withLock { state throws(HardwareError) in
      state.attempts += 1
      guard address == self.address else { throw HardwareError(.display, name, code: EREMOTEIO) }
      let failure = state.failures.isEmpty ? 0 : state.failures.removeFirst()
      guard failure == 0 else { throw HardwareError(.display, name, code: failure) }
      state.transfers.append(name)
      return body(&state)
    }
  }

  private func hex(_ command: UInt8) -> String {
    (command < 16 ? "0" : "") + String(command, radix: 16)
  }
}
