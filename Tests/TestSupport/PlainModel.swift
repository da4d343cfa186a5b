import Glibc

/// A model in Python beside a test, which says slowly what the product says quickly: `model.py`.
public enum PlainModel {
  /// Runs it, with words as the shell takes them, and returns how it ended and what it printed.
  ///
  /// - Parameter test: the file beside which the model lies.
  public static func run(_ words: String, beside test: String = #filePath) throws -> (status: Int32, output: String) {
    let script = test.prefix(upTo: test.lastIndex(of: "/") ?? test.endIndex) + "/model.py"
    guard let pipe = popen("python3 '\(script)' \(words)", "r") else { throw NotStarted(script: String(script)) }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, pipe)
      if count == 0 { break }
      output += buffer[..<count]
    }
    return (pclose(pipe), String(decoding: output, as: UTF8.self))
  }

  struct NotStarted: Error {
    var script: String
  }
}
