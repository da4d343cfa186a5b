import Charts
import Control
import FoundationEssentials
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

  static let cells: [(String, String)] = [
    ("Work", "Work"), ("", ""), ("a,b", "\"a,b\""), ("a \"b\"", "\"a \"\"b\"\"\""), ("a\r\nb", "\"a\r\nb\""),
    ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"), ("+1", "'+1"), ("-1", "'-1"), ("@a", "'@a"), ("\t=1", "'\t=1"),
    ("\r=1", "\"'\r=1\""), ("🚆 \u{202E}x", "🚆 \u{202E}x"),
  ]

  @Test(arguments: cells)
  func aCellIsReadAsItIsAndComputesNothing(text: String, cell: String) {
    #expect(CSV.cell(text) == cell)
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
}
