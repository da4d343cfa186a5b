import FoundationEssentials

/// Reads files written by people: JSON5 (json5.org), without the input that makes JSONDecoder trap.
package enum JSON5File {
  /// - Parameter malformedNumbersAsNull: whether to read malformed numbers as unset rather than reject the file.
  package static func read<Value: Decodable>(
    _ type: Value.Type, from text: [UInt8], malformedNumbersAsNull: Bool = false
  ) throws(FileProblem) -> Value {
    // JSONDecoder would take text with NULs for UTF-16.
    guard String(validating: text, as: UTF8.self) != nil, !text.contains(0) else {
      throw FileProblem("it is not UTF-8 text", at: [])
    }
    var text = text
    if malformedNumbersAsNull {
      text = JSON5Numbers.withoutMalformed(text)
    } else if let number = JSON5Numbers.firstMalformed(in: text) {
      throw FileProblem("it is not JSON5: `\(number)` is not a number", at: [])
    } else if let key = JSON5Numbers.firstRepeatedKey(in: text) {
      throw FileProblem("it has `\(key)` twice: delete one of them", at: [])
    }
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do { return try decoder.decode(Value.self, from: Data(text)) } catch { throw FileProblem(error) }
  }
}
