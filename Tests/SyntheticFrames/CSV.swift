/// Lists of pictures as comma-separated values (RFC 4180).
public enum CSV {
  /// Returns the fields of each row. Quoted fields may contain commas, line ends and doubled quotes.
  public static func rows(of bytes: some Sequence<UInt8>) -> [[[UInt8]]] {
    var rows: [[[UInt8]]] = []
    var (row, field): ([[UInt8]], [UInt8]) = ([], [])
    var (isQuoted, previous) = (false, UInt8(0))
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        if isQuoted && previous == byte { field.append(byte) }
      case UInt8(ascii: ",") where !isQuoted:
        row.append(field)
        field = []
      case UInt8(ascii: "\n") where !isQuoted:
        rows.append(row + [field])
        (row, field) = ([], [])
      case UInt8(ascii: "\r") where !isQuoted: break
      default: field.append(byte)
      }
      previous = byte
    }
    return field.isEmpty && row.isEmpty ? rows : rows + [row + [field]]
  }
}
