import ArgumentParser
import Control
import PlainText

/// Follows a preview to its end. A terminal shows a progress line; other output gets a line per second.
struct PreviewFollowing {
  let format: Format
  /// Whether to print only a note at the end, because a reply has already been printed as JSON.
  var isSilent = false

  func follow<Preview: Control.Command>(
    _ command: Preview, on client: ControlClient
  ) throws(ControlError) where Preview.Reply == PreviewProgress {
    let line = Terminal.isDrawnOn && !format.json && !isSilent ? ProgressLine() : nil
    var isOpen = line != nil
    defer { if isOpen { line?.end() } }
    var lastSecond = -1
    /// Notes for the next line of JSON.
    var waiting: [String] = []
    try client.stream(command, isFollowed: true) { (progress) throws(ControlError) in
      if progress.ended != nil, isOpen {
        line?.end()
        isOpen = false
      }
      if progress.ended != .nothing, !progress.notes.isEmpty {
        if isOpen { try line?.erase() }
        Output.notes(progress.notes)
      }
      if isSilent {
        if progress.ended != nil { Output.notes([PreviewText.ending(progress)]) }
        return
      }
      let second = progress.milliseconds / 1000
      let isNew = second != lastSecond || progress.ended != nil
      lastSecond = second
      if format.json {
        waiting += progress.notes
        guard isNew else { return }
        var whole = progress
        whole.notes = waiting
        waiting = []
        return try Output.line(JSONText.line(whole))
      }
      if progress.ended != nil { return try Output.line(PreviewText.ending(progress)) }
      if let line { return try line.show(PreviewText.bar(progress, columns: Terminal.size.columns)) }
      if isNew { try Output.line(PreviewText.line(progress)) }
    }
  }
}

enum PreviewText {
  /// Example: `bell 60%: 4 s of 10 s`.
  static func line(_ progress: PreviewProgress) -> String {
    "\(Terminal.printable(progress.what)): \(progress.milliseconds / 1000) s of \(progress.total / 1000) s"
  }

  /// Example: `bell 60%  ▮▮▮▮▯▯▯▯▯▯  4 s of 10 s`. The bar has as many cells as the window has room for, up to 20.
  static func bar(_ progress: PreviewProgress, columns: Int) -> String {
    let name = Terminal.printable(progress.what)
    let times = "\(progress.milliseconds / 1000) s of \(progress.total / 1000) s"
    let room = columns - Terminal.width(name) - Terminal.width(times) - 5
    guard room >= 4 else { return String(times.prefix(max(0, columns - 1))) }
    let cells = min(20, room)
    let full = progress.total > 0 ? min(cells, cells * progress.milliseconds / progress.total) : cells
    return name + "  " + String(repeating: "▮", count: full) + String(repeating: "▯", count: cells - full) + "  "
      + times
  }

  static func ending(_ progress: PreviewProgress) -> String {
    let what = Terminal.printable(progress.what)
    switch progress.ended {
    case .over, nil: return "\(what): that was it."
    case .stopped: return "\(what): stopped."
    case .replaced: return "\(what): another preview took its place."
    case .alarm: return "\(what): an alarm went before it."
    case .timer: return "\(what): the end of a timer went before it."
    case .nothing: return "There is nothing to preview: \(Terminal.printable(progress.notes.joined(separator: "; ")))."
    }
  }
}

struct PreviewOption: ParsableArguments {
  @Flag(help: "Once it is saved, play it: what is then heard and felt.")
  var preview = false

  static let alarmSeconds = 10

  /// Plays the preview after the reply. Failures are only notes: an error would make users repeat a saved change.
  func follow<Preview: Control.Command>(
    _ command: Preview, _ io: IO
  ) where Preview.Reply == PreviewProgress {
    guard preview else { return }
    do throws(ControlError) {
      try PreviewFollowing(format: io.format, isSilent: io.format.json).follow(command, on: try io.connection.open())
    } catch {
      Output.notes(["saved; not played: \(error.what): \(error.why); \(error.fix)"])
    }
  }

  func follow(alarm: String, _ io: IO) {
    follow(PreviewAlarm(alarm: alarm, seconds: Self.alarmSeconds), io)
  }
}
