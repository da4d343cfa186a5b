import Control
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import rouse

struct ExportTests {
  private struct Thing: Encodable {
    var label: String
    var count: Int
    var share = 0.5
    var isOn = true
    var none: Int?
    var parts = ["a", "b"]
  }

  @Test func aThingIsThereAsJSONAndAsCells() throws {
    let rows = [try ExportRow(Thing(label: "=1", count: -2)), try ExportRow(Thing(label: "b", count: 3, none: 7))]
    #expect(
      ExportRow.csv(rows) == """
        count,isOn,label,none,parts,share\r
        -2,true,'=1,,"[""a"",""b""]",0.5\r
        3,true,b,7,"[""a"",""b""]",0.5\r

        """)
    let json = ExportRow.document("things", rows)
    #expect(json.hasPrefix("{\"schema\":1,\"things\":[\n{\"count\":-2,") && json.hasSuffix("}\n]}\n"))
    #expect(ExportRow.document("things", []) == "{\"schema\":1,\"things\":[\n]}\n" && ExportRow.csv([]) == "\r\n")
  }

  // MARK: The folder

  /// `sha256sum` must verify the files whatever the folder's name is.
  @Test(arguments: ["plain", "a\nb", "back\\slash", "quote'", "🚆 blank"])
  func theChecksumsMatchAndTheWordsSayOfWhenItIs(name: String) throws {
    let parent = try TemporaryFolder()
    let path = "\(parent.path)/\(name)"
    var folder = try ExportFolder.make(path)
    try folder.add(ExportFolder.Files("things", "some", [try ExportRow(Thing(label: "x", count: 1))]))
    try folder.finish(since: "30d", now: "2026-11-22T07:30:00+01:00")
    try folder.keep()
    let result = try StartedProgram.run(
      "sh", arguments: ["-c", "cd \"$0\" && exec sha256sum --strict --check SHA256SUMS", path], isQuiet: true)
    #expect(result.status == 0)
    #expect(String(decoding: result.output, as: UTF8.self) == "things.json: OK\nthings.csv: OK\nREADME.txt: OK\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path) == [name])
    let words = Files.text(path + "/README.txt")
    #expect(words.contains("on Sun 2026-11-22 07:30") && words.contains("`--since 30d`"))
  }

  /// A name must not be read as an option, and may end with a slash.
  @Test(arguments: ["-x", "x/", "x.zip", "-x.zip", "x.ZIP"])
  func aNameIsTakenAsItIsMeant(name: String) throws {
    let parent = try TemporaryFolder()
    let here = FileManager.default.currentDirectoryPath
    // Names without a folder are created in the current directory.
    let own = name.hasPrefix("-") ? "-rouse-test-\(UInt32.random(in: 0...UInt32.max))\(name)" : "\(parent.path)/\(name)"
    defer { try? FileManager.default.removeItem(atPath: "\(here)/\(own)") }
    var folder = try ExportFolder.make(own)
    try folder.finish(since: nil, now: "")
    try folder.keep()
    let isZip = name.lowercased().hasSuffix(".zip")
    let path = own.hasPrefix("/") ? own : "\(here)/\(own)"
    var isFolder = false
    #expect(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder != isZip)
  }

  @Test func whatCannotBeMadeIsSaidBeforeAnythingIsRead() throws {
    let parent = try TemporaryFolder()
    #expect(symlink("nothing", parent.path + "/link") == 0 && mkdir(parent.path + "/taken", 0o700) == 0)
    let names = [
      "": "no name is given", parent.path + "/link": "existing files are kept",
      parent.path + "/taken": "existing files are kept", parent.path + "/taken/": "existing files are kept",
      parent.path + "/none/x": "No such file or directory", "/": "existing files are kept",
    ]
    for (name, why) in names {
      let error = #expect(throws: ControlError.self) { try ExportFolder.check(name) }
      #expect(error?.why == why, "\(name)")
    }
    #expect(throws: Never.self) { try ExportFolder.check(parent.path + "/new/") }
  }
}
