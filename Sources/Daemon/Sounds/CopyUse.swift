/// What a copy was handed over for, and the words for that.
enum CopyUse: Sendable {
  /// It takes the place of all there is.
  case restore
  /// It is compared with what there is, and some of it is taken.
  case inclusion

  /// As in `the file cannot be restored`.
  var participle: String { self == .restore ? "restored" : "imported" }
  var noun: String { self == .restore ? "a restore" : "an import" }
  var command: String { self == .restore ? "rouse restore" : "rouse import" }
}
