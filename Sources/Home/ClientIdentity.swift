/// By what the broker tells one client from another.
package enum ClientIdentity {
  /// Of the machine and the account: the same whenever it connects, and on no two machines. The machine's id itself is
  /// nobody's business (machine-id(5)).
  ///
  /// At most 23 letters and digits, which every broker takes (MQTT 3.1.1, 3.1.3.1).
  package static func make(machineID: String, account: String) -> String {
    let hash = fnv1a("rouse-mqtt\n\(machineID)\n\(account)")
    let digits = String(hash, radix: 16)
    return "rouse" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// FNV-1a of 64 bits (draft-eastlake-fnv).
  private static func fnv1a(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
