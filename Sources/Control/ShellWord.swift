extension String {
  /// The text as one word of a shell command, quoted if necessary.
  public var shellWord: String {
    let others = "0123456789_-.,:+@%/=".unicodeScalars
    if !isEmpty, unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || others.contains($0) }) { return self }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
