import FoundationEssentials
import Glibc

/// A value in a JSON file of its own that survives restarts.
package struct StateFile<Value: Codable>: Sendable {
  package let path: String

  package init(_ name: String, in stateFolder: String) { path = "\(stateFolder)/\(name).json" }

  /// Returns the value as JSON for people to read.
  package static func text(of value: Value) throws(SystemError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do { return [UInt8](try encoder.encode(value)) } catch { throw SystemError("writing as JSON: \(error)", EINVAL) }
  }

  /// Returns once the value is on disk.
  package func write(_ value: Value) throws {
    try DurableFile.replace(path, by: [UInt8](try JSONEncoder().encode(value)))
  }

  /// Returns `nil` if there is no file yet.
  package func read() throws -> Value? {
    guard DurableFile.exists(path) else { return nil }
    return try JSONDecoder().decode(Value.self, from: Data(try Descriptor.contents(of: path)))
  }

  /// Does nothing if there is no file.
  package func delete() throws(SystemError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw SystemError("deleting \(path)", errno) }
  }
}
