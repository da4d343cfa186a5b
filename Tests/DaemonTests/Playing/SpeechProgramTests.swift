import Control
import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// Scripts in place of espeak-ng, and the real program if it is installed.
@Suite(.startsPrograms) struct SpeechProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Files.write(MadeSpeech.wav(), to: folder.path + "/words.wav")
  }

  private func program(_ script: String, limit: Duration = HangDetector.longest) throws -> SpeechProgram {
    let path = folder.path + "/program"
    try Files.write("#!/bin/sh\ncd \(folder.path)\n\(script)\n", to: path)
    try #require(chmod(path, 0o700) == 0)
    return SpeechProgram(path: path, limit: limit)
  }

  @Test func wordsGoInByStdinAndSoundComesOutByStdout() throws {
    let program = try program("echo \"$@\" >options; cat >text; cat words.wav")
    let speech = try program.say("-f /etc/hostname [[x]] \"$(id)\"\n7:30.")
    #expect(speech.length > .milliseconds(700) && speech.length < .milliseconds(800))
    #expect(Files.text(folder.path + "/text") == "-f /etc/hostname   x   \"$(id)\" 7:30.")
    #expect(Files.text(folder.path + "/options") == "-b 1 -s 150 --stdin --stdout\n")
  }

  @Test func aProgramThatReadsNothingSpeaksAllTheSame() throws {
    #expect(try program("cat words.wav").say("It is 7:30.").length > .zero)
  }

  @Test(arguments: ["exec sleep 60", "exec >&-; exec sleep 60", "while :; do printf x; sleep 0.01; done"])
  func aProgramThatHangsIsEnded(script: String) throws {
    let program = try program(script, limit: .milliseconds(300))
    #expect(throws: SpeechProblem.tookTooLong) { try program.say("It is 7:30.") }
  }

  /// The program's behavior, and a part of the problem reported.
  static let failures: [(script: String, words: String)] = [
    ("cat words.wav; exit 3", "it ended with exit code 3"),
    ("cat words.wav; kill -SEGV $$", "a signal ended it: 11"),
    ("echo garbage", "is no speech"), ("true", "is no speech"), ("head -c 100 words.wav | tail -c 90", "is no speech"),
    ("cat words.wav /dev/zero", "too large"),
  ]

  @Test(arguments: failures)
  func aProgramThatFailsIsTold(script: String, words: String) throws {
    let program = try program(script)
    let problem = try #require(throws: SpeechProblem.self) { try program.say("It is 7:30.") }
    #expect(problem.why.contains(words), "\(problem.why)")
  }

  @Test func wordsThatCannotBeHandedOverLeaveNothingOpen() throws {
    let program = try program("cat words.wav")
    let tooLong = String(repeating: "word ", count: 50_000)
    for _ in 0..<40 { #expect(throws: SpeechProblem.self) { try program.say(tooLong) } }
    let open = DurableFile.names(in: "/proc/self/fd").count { number in
      var target = [CChar](repeating: 0, count: 100)
      let count = readlink("/proc/self/fd/\(number)", &target, target.count)
      return target.prefix(max(0, count)).map { UInt8(truncatingIfNeeded: $0) } == Array("/dev/null".utf8)
    }
    // The limit leaves room for descriptors that other tests have open.
    #expect(open < 30)
  }

  @Test func aMissingProgramIsToldAndHowToGetIt() throws {
    let problem = #expect(throws: SpeechProblem.self) { try SpeechProgram(path: folder.path + "/nothing").say("a") }
    #expect(problem?.why.contains("No such file") == true)
    let error = ControlError(SpeechProblem.notInstalled)
    #expect(error.code == .nothingFound)
    for words in ["speech needs espeak-ng", "sudo apt-get install espeak-ng", "alarms ring all the same"] {
      #expect(error.description.contains(words))
    }
  }

  @Test(.enabled(if: SpeechProgram.installed != nil, "espeak-ng is not installed"))
  func theRealOneSpeaks() throws {
    let speech = try #require(SpeechProgram.installed).say("It is 7:30. Work.")
    #expect(speech.length > .seconds(1) && speech.length < .seconds(8))
  }
}
