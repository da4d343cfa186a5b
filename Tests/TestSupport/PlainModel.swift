import Glibc

/// A slow and simple model in Python (`model.py`) to compare the product with.
public enum PlainModel {
  /// Runs the model with these shell words; returns its exit status and output.
  ///
  /// - Parameter test: A file in the folder of the model.
  public static func run(_ words: String, beside test: String = #filePath) throws -> (status: Int32, output: String) {
    let script = test.prefix(upTo: test.lastIndex(of: "/") ?? test.endIndex) + "/model.py"
    guard let pipe = popen("python3 '\(script)' \(words)", "r") else { throw Failure("\(script) does not start") }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { output += buffer[..<count] }
    return (pclose(pipe), String(decoding: output, as: UTF8.self))
  }

  /// Asks the model these questions, a line each; returns its answers, a line each.
  ///
  /// - Parameter test: A file in the folder of the model.
  public static func answers(to questions: [String], beside test: String = #filePath) throws -> [Substring] {
    let folder = try TemporaryFolder()
    try Files.write(questions.joined(separator: "\n"), to: folder.path + "/questions")
    let result = try run("< '\(folder.path)/questions'", beside: test)
    let answers = result.output.split(separator: "\n")
    guard result.status == 0, answers.count == questions.count else {
      throw Failure("\(answers.count) answers to \(questions.count) questions, status \(result.status)")
    }
    return answers
  }
}
