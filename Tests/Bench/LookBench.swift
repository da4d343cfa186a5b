import CardReader
import Pictures

/// Reads pictures as still live video and does nothing else, so that other tools can measure the cost of a look.
enum LookBench {
  static func run(_ options: LookOptions) throws {
    for path in options.pictures {
      let frame = try PictureFile.read(path).fitted()
      // A new reader, because it remembers what it has seen and how long passes took.
      let reader = try CardReader()
      var withCode = 0
      for _ in 0..<options.looks {
        let sightings =
          if let pass = options.pass {
            try reader.read(frame, with: pass, coarsely: options.scansCoarsely)
          } else {
            try reader.look(at: frame).sightings
          }
        if !sightings.isEmpty { withCode += 1 }
      }
      print("\(path): mean grey \(frame.meanBrightness), a code in \(withCode) of \(options.looks) looks")
    }
  }
}

/// The options of `rouse-bench look`.
struct LookOptions {
  /// Looks per picture.
  var looks = 60
  /// The only pass to run, or `nil` for those of live video.
  var pass: Pass?
  var scansCoarsely = false
  var pictures: [String] = []

  init(_ arguments: some Collection<String>) throws {
    var left = ArraySlice(Array(arguments))
    while let word = left.popFirst() {
      switch word {
      case "--looks": looks = try CardOptions.number(&left, from: 1)
      case "--pass":
        guard let named = left.popFirst().flatMap(Pass.init(rawValue:)) else { throw BenchError(CardOptions.usage) }
        pass = named
      case "--coarsely": scansCoarsely = true
      default:
        guard !word.hasPrefix("--") else { throw BenchError(CardOptions.usage) }
        pictures.append(word)
      }
    }
    guard !pictures.isEmpty else { throw BenchError(CardOptions.usage) }
  }
}
