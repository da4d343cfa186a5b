import SyntheticFrames

/// The options of `rouse-bench card`.
struct CardOptions {
  var seed: UInt64 = 1
  /// Frames per category.
  var count = 50
  /// Bursts per kind.
  var bursts = 20
  /// The categories to measure, or empty for all.
  var only: Set<String> = []
  /// How often a frame is read in the memory test.
  var decodes = 20_000
  /// The folder to write the frames to, instead of reading them.
  var folder: String?
  /// Manifests to read instead of drawing frames.
  var manifests: [String] = []

  static let usage = """
    usage: rouse-bench [--rings N]
           rouse-bench --check
           rouse-bench noise [--rings N]
           rouse-bench timer [--timers N]
           rouse-bench face [--minutes N]
           rouse-bench insight
           rouse-bench home [--rings N]
           rouse-bench fleet [--clocks N] [--minutes N]
           rouse-bench card [--seed N] [--per N] [--bursts N] [--only CATEGORY,...] [--decodes N]
                            [--manifest FILE... | --write FOLDER]
           rouse-bench look [--looks N] [--pass PASS [--coarsely]] PICTURE...
    """

  init(_ arguments: some Collection<String>) throws {
    var left = ArraySlice(Array(arguments))
    while let option = left.popFirst() {
      switch option {
      case "--seed": seed = UInt64(try Self.number(&left))
      case "--per": count = try Self.number(&left)
      case "--bursts": bursts = try Self.number(&left)
      case "--decodes": decodes = try Self.number(&left)
      case "--only":
        guard let names = left.popFirst() else { throw BenchError(Self.usage) }
        only = Set(names.split(separator: ",").map(String.init))
      case "--write":
        guard let name = left.popFirst() else { throw BenchError(Self.usage) }
        folder = name
      case "--manifest":
        while let name = left.first, !name.hasPrefix("--") {
          manifests.append(name)
          left.removeFirst()
        }
        guard !manifests.isEmpty else { throw BenchError(Self.usage) }
      default: throw BenchError(Self.usage)
      }
    }
    guard folder == nil || manifests.isEmpty else { throw BenchError(Self.usage) }
  }

  func includes(_ category: String) -> Bool { only.isEmpty || only.contains(category) }

  func count(of category: FrameCategory) -> Int { category.isBurst ? bursts : count }

  static func number(_ left: inout ArraySlice<String>, from least: Int = 0) throws -> Int {
    guard let number = left.popFirst().flatMap({ Int($0) }), number >= least else { throw BenchError(usage) }
    return number
  }
}
