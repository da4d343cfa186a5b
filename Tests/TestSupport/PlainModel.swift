import Glibc

/// A slow and simple model in Python (`model.py`) to compare the product with.
public enum PlainModel {
  /// Runs the model with these shell words; returns its exit status and output.
  ///
  /// - Parameter test: A file in the folder of the model.
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
