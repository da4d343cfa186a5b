extension String {
  /// As one word of a command that people can paste into a shell: in quotes where it needs them.
  public var shellWord: String {
    let isPlain =
      !isEmpty
      && unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "0123456789_-.,:+@%/=".unicodeScalars.contains($0) }
    if isPlain { return self }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
