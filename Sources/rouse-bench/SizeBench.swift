import FoundationEssentials

/// How large the executables are that people install.
enum SizeBench {
  static func run(_ subject: Subject, report: inout Report) throws {
    for name in ["rouse", "rouse-daemon", "rouse-scan", "rouse-sound"] {
      let stripped = subject.folder + "/stripped"
      try Subject.time(["strip", "-o", stripped, Subject.program(name)])
      let bytes = try Data(contentsOf: URL(filePath: stripped))
      let megabytes = Double(bytes.count) / 1_000_000
      report.add("\(name), stripped", "\(oneDecimal(megabytes)) MB", must: "<= 25 MB", isMet: megabytes <= 25)
      // The name of ICU's data, which every ICU carries.
      let hasICU = bytes.firstRange(of: Data("icudt".utf8)) != nil
      report.add("  ICU in it", hasICU ? "yes" : "no", must: "no", isMet: !hasICU)
    }
  }
}
