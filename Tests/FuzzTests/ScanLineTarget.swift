import ScanLine

extension FuzzTarget {
  /// The reports of a `rouse-scan` that a picture has taken over. The first byte is the length of the pieces minus one.
  static let scanLine = FuzzTarget(
    name: "scan-line", longest: 4096, seeds: { reports.map { [16] + Array($0.utf8) } },
    examine: { bytes in
      guard let first = bytes.first else { return }
      let line = Array(bytes.dropFirst())
      let whole = read([line[...]])
      let pieces = read(cut(line, into: Int(first) + 1))
      try promise(pieces.isUsable == whole.isUsable, "how the line was cut decides whether it is understood")
      // Reports before the damage arrive only if they came in earlier pieces.
      if whole.isUsable { try promise(pieces.reports == whole.reports, "how the line was cut changes what it says") }
      for report in whole.reports {
        let again = read([try ReportLine.encode(report)[...]])
        try promise(again.isUsable && again.reports == [report], "a report reads back as another one")
      }
    })
}

private func read(_ pieces: [ArraySlice<UInt8>]) -> (reports: [ScanReport], isUsable: Bool) {
  var reader = ReportReader()
  var reports: [ScanReport] = []
  for piece in pieces {
    do throws(ScanLineError) { reports += try reader.read(piece) } catch {
      return (reports, false)
    }
  }
  return (reports, true)
}

private let reports = [
  #"{"closed":{}}"# + "\n"
    + #"{"evidence":{"png":"iVBORw0KGgo=","age":500,"brightness":9,"isCodeInView":true,"passes":["raw"],"covered":1}}"#
    + "\n",
  #"{"frame":{"number":1,"brightness":90,"codes":[{"payload":"68690a","outline":[1,2,3,4,5,6,7,8],"glows":true},{"payload":"00FF","outline":[-1,2,3,4,5,6,7,8],"glows":false}],"isCodeInView":false}}"#
    + "\n",
  #"""
  {"opened":{"camera":"a","format":"YUYV 640x480","controls":["a=1"],"milliseconds":{"open":1.5e0},"unconfined":[]}}
  {"failed":{"device":"camera","operation":"opening /dev/video0","code":16}}

  """#,
  #"""
  {"frame":{"number":2,"brightness":0,"codes":[],"isCodeInView":true,"obstacle":"glare","sharpness":7,"picture":{"width":3,"height":2,"pixels":"AAECAwQF"}}}

  """#,
]
