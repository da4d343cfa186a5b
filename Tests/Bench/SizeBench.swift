import Control
import FoundationEssentials

/// The size of the installed executables.
enum SizeBench {
  static func run(_ subject: Subject, report: inout Report) throws {
    let bounds = [
      ("rouse", 18.1), ("rouse-daemon", 22.8), ("rouse-scan", 12.8), ("rouse-sound", 12.8), ("rouse-mqtt", 15.2),
    ]
    for (name, most) in bounds {
      let stripped = subject.folder + "/stripped"
      try Subject.time(["strip", "-o", stripped, ProgramPlaces.path(of: name)])
      let bytes = try Data(contentsOf: URL(filePath: stripped))
      report.add("\(name), stripped", megabytes: Double(bytes.count) / 1_048_576, most: most)
      // The name of ICU's data, which every copy of ICU contains.
      let hasICU = bytes.firstRange(of: Data("icudt".utf8)) != nil
      report.add("  ICU in it", hasICU ? "yes" : "no", must: "no", isMet: !hasICU)
    }
  }
}
