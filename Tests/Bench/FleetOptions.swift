/// The number of clocks, and the minutes that their day takes.
struct FleetOptions {
  var clocks = 2000
  var minutes = 10

  init(_ words: ArraySlice<String>) throws {
    var words = words
    while let word = words.popFirst() {
      guard let number = words.popFirst().flatMap({ Int($0) }), (1...20_000).contains(number) else {
        throw BenchError("usage: rouse-bench fleet [--clocks N] [--minutes N]")
      }
      switch word {
      case "--clocks": clocks = number
      case "--minutes": minutes = number
      default: throw BenchError("usage: rouse-bench fleet [--clocks N] [--minutes N]")
      }
    }
  }
}
