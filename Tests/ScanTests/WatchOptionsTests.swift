import Glibc
import Testing

@testable import rouse_scan

@Suite struct WatchOptionsTests {
  /// The options of version 0.1.0, which must be understood as long as such a daemon may run.
  @Test func whatAnOldDaemonAsksForIsUnderstood() throws {
    let fed = try WatchCommand.Options(["--line", "0", "--frames", "1", "--picture", "80x60", "--evidence"])
    #expect(fed.line == 0 && fed.picture?.description == "80x60" && fed.keepsEvidence && fed.unknown.isEmpty)
    guard case .frames(1) = fed.source else {
      Issue.record("not fed")
      return
    }
    for camera in ["any", "046d:0825", "046d:0825:A1B2", "/dev/video0"] {
      let own = try WatchCommand.Options(["--line", "0", "--camera", camera])
      #expect(own.picture == nil && !own.keepsEvidence && own.unknown.isEmpty)
      guard case .camera(let identity) = own.source else {
        Issue.record("no camera")
        continue
      }
      #expect(identity.description == camera)
    }
  }

  static let newer: [(words: [String], unknown: [String])] = [
    (["--colour"], ["--colour"]),
    (["--zoom", "3"], ["--zoom"]),
    (["--zoom", "3", "--colour"], ["--zoom", "--colour"]),
  ]

  /// Wherever an unknown option stands, it does not take another one's value.
  @Test(arguments: newer) func whatOnlyANewerDaemonAsksForIsLeftOut(words: [String], unknown: [String]) throws {
    let known = ["--line", "0", "--frames", "1", "--evidence"]
    for place in [0, 2, 4, 5] {
      let options = try WatchCommand.Options([String](known[..<place]) + words + [String](known[place...]))
      #expect(options.unknown == unknown)
      #expect(options.line == 0 && options.keepsEvidence)
    }
  }

  @Test(arguments: [
    [], ["--line", "0"], ["--line", "999", "--frames", "1"], ["--line", "0", "--frames", "1", "--camera", "any"],
    ["--line", "0", "--camera", "none"], ["--line", "0", "--frames", "1", "--picture", "0x0"], ["--line"],
  ])
  func whatCannotBeDoneIsRefused(words: [String]) {
    #expect(throws: WatchCommand.Options.Problem.self) { try WatchCommand.Options(words) }
  }
}
