import Glibc

/// The write-ahead log that an earlier run has left beside a store (https://sqlite.org/fileformat2.html#walformat).
///
/// SQLite silently ignores a log with a broken beginning or end, and uses a log that belongs to another store.
public struct LeftLog {
  /// Why the log and the file cannot be used together, or `nil` if they can.
  public private(set) var problem: String?
  /// Whether garbage follows the last change. A power cut only leaves part of a change, or zeros.
  public private(set) var hasGarbage = false

  private static let headerSize = 32
  private static let frameHeaderSize = 24
  /// Each time the log restarts, its first salt increases by one.
  private static let mostBeginnings: UInt32 = 1 << 22
  /// After this many restarts, the mark in the file is renewed (PRAGMA application_id, at byte 68).
  private static let mostSinceNote: UInt32 = 1 << 16

  /// Whether the mark in a file matches the log with this first salt and need not be renewed.
  static func isNoted(_ note: UInt32, for salt: UInt32) -> Bool { note != 0 && salt &- note < mostSinceNote }

  /// Returns `nil` if there is no log, or an empty one.
  public init?(besideFileAt file: String) {
    guard let stream = fopen(file + "-wal", "re") else { return nil }
    defer { fclose(stream) }
    guard let header = Self.read(Self.headerSize, stream) else { return nil }
    guard header.contains(where: { $0 != 0 }) else {
      // The power failed before anything was written; SQLite syncs the header first.
      while let rest = Self.read(4096, stream, isWhole: false), problem == nil {
        if rest.contains(where: { $0 != 0 }) { problem = "its write-ahead log begins with zeros" }
      }
      if problem == nil { return nil }
      return
    }
    var sums = Self.sums(header[..<24], after: (0, 0), isBigEndian: header[3] & 1 != 0)
    let pageSize = Int(Self.number(header, 8))
    guard header[..<3] == [0x37, 0x7F, 0x06], header[3] & 0xFE == 0x82, Self.number(header, 4) == 3_007_000,
      (512...65_536).contains(pageSize), sums == (Self.number(header, 24), Self.number(header, 28))
    else {
      problem = "its write-ahead log has no valid header"
      return
    }
    var pages: UInt32 = 0
    var (firstPage, committedFirstPage): ([UInt8]?, [UInt8]?) = (nil, nil)
    // The offset of the newest frame of each page.
    var (offsets, committed): ([UInt32: Int], [UInt32: Int]) = ([:], [:])
    var offset = Self.headerSize
    var isReadable = true
    while let frame = Self.read(Self.frameHeaderSize + pageSize, stream) {
      let isOfThisLog = frame[8..<16] == header[16..<24]
      if !isReadable, isOfThisLog { continue }
      let next = Self.sums(frame[..<8], after: sums, isBigEndian: header[3] & 1 != 0)
      sums = Self.sums(frame[Self.frameHeaderSize...], after: next, isBigEndian: header[3] & 1 != 0)
      isReadable = isReadable && sums == (Self.number(frame, 16), Self.number(frame, 20))
      guard isOfThisLog else {
        // The frame is left over from before the log restarted.
        let age = Self.number(header, 16) &- Self.number(frame, 8)
        // Or it is from a log that another program began, with any salt.
        hasGarbage =
          !(1...Self.mostBeginnings).contains(age) && frame[..<24].contains { $0 != 0 }
          && !Self.isContinued(frame, in: stream, isBigEndian: header[3] & 1 != 0)
        break
      }
      if !isReadable { continue }
      offsets[Self.number(frame, 0)] = offset
      offset += frame.count
      // The first page of a store has the number of pages at byte 28; so has the last frame of each change.
      if Self.number(frame, 0) == 1 { firstPage = Array(frame[Self.frameHeaderSize...].prefix(100)) }
      if Self.number(frame, 4) != 0 {
        (pages, committedFirstPage, committed) = (Self.number(frame, 4), firstPage, offsets)
      }
    }
    guard pages != 0, var start = Self.beginning(of: file) else { return }
    // A power cut during a checkpoint may tear the first page, which is still in the log.
    if let committedFirstPage, !start.starts(with: Array("SQLite format 3\0".utf8)) { start = committedFirstPage }
    let note = Self.number(start, 68)
    // Other programs do not mark the file, nor does Rouse while the disk is full.
    let isOfTheFile =
      note != 0 && Self.number(header, 16) &- note < Self.mostBeginnings || !Self.isChanged(file, after: file + "-wal")
      || Self.has(file, committed.filter { $0.key <= pages }, of: stream, pageSize)
    // Bytes 18 and 19 are 2 in a file that has a log.
    guard start[18] == 2, start[19] == 2, Self.number(committedFirstPage ?? start, 28) == pages,
      isOfTheFile || note == 0 && Store.isRicherWithLog(fileAt: file)
    else {
      problem = "its write-ahead log belongs to another store"
      return
    }
  }

  /// Whether the next frame in the log continues the checksums of `frame`.
  private static func isContinued(
    _ frame: [UInt8], in log: UnsafeMutablePointer<FILE>, isBigEndian: Bool
  ) -> Bool {
    guard let next = read(frame.count, log), next[8..<16] == frame[8..<16] else { return false }
    let start = sums(next[..<8], after: (number(frame, 16), number(frame, 20)), isBigEndian: isBigEndian)
    return sums(next[frameHeaderSize...], after: start, isBigEndian: isBigEndian)
      == (number(next, 16), number(next, 20))
  }

  /// Whether the file was written, renamed or copied over after the last write to the log, even by `cp -p` or `mv`.
  static func isChanged(_ file: String, after log: String) -> Bool {
    var (ofFile, ofLog) = (stat(), stat())
    guard stat(file, &ofFile) == 0, stat(log, &ofLog) == 0 else { return false }
    let (changed, written) = (ofFile.st_ctim, ofLog.st_ctim)
    return (changed.tv_sec, changed.tv_nsec) > (written.tv_sec, written.tv_nsec)
  }

  /// Whether the file contains the same pages as the log, as after a checkpoint.
  private static func has(
    _ file: String, _ offsets: [UInt32: Int], of log: UnsafeMutablePointer<FILE>, _ pageSize: Int
  ) -> Bool {
    guard let stream = fopen(file, "re") else { return false }
    defer { fclose(stream) }
    return offsets.allSatisfy { page, offset in
      guard fseek(log, offset + frameHeaderSize, SEEK_SET) == 0, let new = read(pageSize, log),
        fseek(stream, (Int(page) - 1) * pageSize, SEEK_SET) == 0
      else { return false }
      return new == read(pageSize, stream)
    }
  }

  private static func beginning(of file: String) -> [UInt8]? {
    guard let stream = fopen(file, "re") else { return nil }
    defer { fclose(stream) }
    return read(100, stream)
  }

  /// Returns `nil` at the end of the file.
  private static func read(
    _ count: Int, _ stream: UnsafeMutablePointer<FILE>, isWhole: Bool = true
  ) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let found = fread(&bytes, 1, count, stream)
    return found == count ? bytes : isWhole || found == 0 ? nil : Array(bytes[..<found])
  }

  static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes.withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
  }

  /// Returns the checksums of the file format, over whole pairs of words.
  private static func sums(
    _ bytes: ArraySlice<UInt8>, after start: (UInt32, UInt32), isBigEndian: Bool
  ) -> (UInt32, UInt32) {
    var (first, second) = start
    bytes.withUnsafeBytes { words in
      for offset in stride(from: 0, to: words.count - 7, by: 8) {
        let pair = (
          words.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
          words.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
        )
        first &+= (isBigEndian ? UInt32(bigEndian: pair.0) : UInt32(littleEndian: pair.0)) &+ second
        second &+= (isBigEndian ? UInt32(bigEndian: pair.1) : UInt32(littleEndian: pair.1)) &+ first
      }
    }
    return (first, second)
  }
}
