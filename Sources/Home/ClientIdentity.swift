/// The MQTT client ID.
package enum ClientIdentity {
  /// Returns an ID of the machine and the account: always the same, and different on every machine. The machine ID
  /// itself is confidential (machine-id(5)).
  ///
  /// It has at most 23 letters and digits, which every broker accepts (MQTT 3.1.1, 3.1.3.1).
  package static func make(machineID: String, account: String) -> String {
    // FNV-1a of 64 bits (draft-eastlake-fnv).
    let hash = "rouse-mqtt\n\(machineID)\n\(account)".utf8.reduce(0xCBF2_9CE4_8422_2325) { hash, byte -> UInt64 in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return "rouse" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
