/// An error in a file written by people.
package struct FileProblem: Error, CustomStringConvertible {
  package var description: String

  package init(_ description: String, at path: [any CodingKey]) {
    let place = path.map(\.stringValue).joined(separator: ".")
    self.description = place.isEmpty ? description : "\(place): \(description)"
  }

  package init(_ error: any Error) {
    switch error {
    case let problem as FileProblem: self = problem
    case DecodingError.keyNotFound(let key, let context):
      self.init("`\(key.stringValue)` is missing", at: context.codingPath)
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      self.init("this value has the wrong type", at: context.codingPath)
    case DecodingError.dataCorrupted(let context):
      let reason = context.underlyingError.map { "\($0)" } ?? context.debugDescription
      self.init("it is not JSON5: \(reason)", at: context.codingPath)
    default: self.init("\(error)", at: [])
    }
  }
}
