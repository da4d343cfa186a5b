import Machine

/// Where the ledger runs, which may wait for a disk.
extension StateFile where Value: Sendable {
  /// Returns once the value is on the disk, or why the disk takes nothing.
  func keep(_ value: Value, in ledger: isolated Ledger) -> String? {
    guard ledger.folder.isWritable else { return ledger.folder.problem ?? "nothing can be stored now" }
    do {
      try write(value)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Deletes the file, on the thread of the ledger.
  func delete(in ledger: isolated Ledger) throws(SystemError) { try delete() }
}
