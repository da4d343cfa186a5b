import Glibc

/// The places of the programs of this installation or build.
public enum ProgramPlaces {
  /// Returns the possible paths of a program: beside the running one, or in the folder for internal programs.
  public static func of(_ program: String) -> [String] {
    ["/", "/../libexec/rouse/"].map { folder + $0 + program }
  }

  /// Returns the path of a program, or its last possible path if it is missing.
  public static func path(of program: String) -> String {
    let places = of(program)
    return places.first { access($0, X_OK) == 0 } ?? places[places.count - 1]
  }

  /// The folder of the running program (proc(5)).
  private static var folder: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer.prefix(max(0, count)).map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    return own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
  }
}
