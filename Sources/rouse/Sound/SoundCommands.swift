import AlarmClock
import ArgumentParser
import Control
import FoundationEssentials
import PlainText

struct SoundCommand: Described {
  static let about = CommandConfiguration(
    "sound",
    subcommands: [
      SoundListCommand.self, SoundShowCommand.self, SoundAddCommand.self, SoundRemoveCommand.self,
      SoundPreviewCommand.self, SoundStopCommand.self,
    ], defaultSubcommand: SoundListCommand.self)
}

struct SoundListCommand: Verb {
  static let about = CommandConfiguration("sound list")
  @Option(help: "Only this category, such as `own` for sounds that you added.")
  var category: String?
  @OptionGroup var io: IO

  func run() throws {
    var reply = try connection.ask(ListSounds())
    let categories = reply.sounds.map(\.category)
    if let category { reply.sounds.removeAll { $0.category != category } }
    let table = Table(
      header: ["ID", "NAME", "CATEGORY", "AVAILABLE", "WHAT IT IS"],
      expendable: ["CATEGORY", "WHAT IT IS", "AVAILABLE"],
      rows: reply.sounds.map { sound in
        [
          sound.id, sound.name, sound.category, sound.available ? "yes" : "no",
          sound.problem.map { "\(sound.description): \($0)" } ?? sound.description,
        ]
      })
    if format.json || !table.rows.isEmpty { try format.print(reply) { table.rendered(counting: "sound") } }
    if let problem = reply.problem { Output.notes([problem]) }
    if table.rows.isEmpty { throw SoundText.noSounds(in: category, categories: categories) }
  }
}

struct SoundShowCommand: Verb {
  static let about = CommandConfiguration("sound show")
  @Argument(help: "A sound's id or name.", completion: LiveWords.sounds)
  var sound: String
  @OptionGroup var io: IO

  func run() throws {
    let sounds = try connection.ask(ListSounds()).sounds
    guard let shown = sounds.first(where: { $0.id == sound }) ?? sounds.first(where: { $0.name == sound }) else {
      throw ControlError(
        .nothingFound, "there is no sound `\(sound)`", why: "no sound has that id or name",
        fix: "list all sounds: `rouse sound list`")
    }
    try format.print(["sound": shown]) { SoundText.listing(shown) }
  }
}

struct SoundAddCommand: Verb {
  static let about = CommandConfiguration("sound add")
  @Argument(help: "The sound file.", completion: .file(extensions: ["wav", "flac", "ogg", "oga", "opus", "mp3"]))
  var file: String
  @Option(help: "The sound's name; default: the file's name.")
  var name: String?
  @OptionGroup var io: IO

  func run() throws {
    let input = try InputFile(file, remedy: "give a WAV, FLAC, Ogg or MP3 file")
    let client = try connection.open()
    let base = file.split(separator: "/").last.map(String.init) ?? file
    let upload = try client.send(BeginSound(file: base, soundName: name, size: input.size)).upload
    var sent = 0
    while let piece = try input.next(BackupPiece.mostBytes) {
      _ = try client.send(UploadSound(upload: upload, data: Data(piece).base64EncodedString()))
      sent += piece.count
      tell("Sent: \(sent * 100 / max(1, input.size)) %.")
    }
    tell("Preparing it…")
    let sound = try client.send(AddSound(upload: upload))
    try format.print(["sound": sound]) {
      "Sound added: `\(sound.id)` (\(Terminal.printable(sound.description))). "
        + "Use it: `rouse settings set sound \(sound.id)`"
    }
  }

  private func tell(_ text: String) { if Terminal.isOutput, !format.json { Output.note(text) } }
}

struct SoundRemoveCommand: Verb {
  static let about = CommandConfiguration("sound remove")
  @Argument(help: "A sound's full id or name.", completion: LiveWords.ownSounds)
  var sound: String
  @OptionGroup var confirmation: Confirmation
  @OptionGroup var io: IO

  func run() throws {
    try confirmation.ask("the sound was not removed") { () throws(ControlError) in
      Self.lines(try connection.ask(LookAtSoundLoss(sound: sound)))
    }
    let reply = try connection.ask(RemoveSound(sound: sound))
    try format.print(reply) { "Sound \(Terminal.printable(reply.sound.name)) (\(reply.sound.id)) is removed." }
    Output.notes(reply.notes)
  }

  static func lines(_ loss: SoundLoss) -> [String] {
    let users = loss.usedBy.map(Terminal.printable)
    return [
      "The sound \(Terminal.printable(loss.sound.name)) (\(loss.sound.id)) and the clock's copy of its file will be deleted."
    ]
      + (users.isEmpty ? [] : ["It is used by \(users.joined(separator: ", ")): another sound will play instead."])
  }
}

struct SoundPreviewCommand: Verb {
  static let about = CommandConfiguration("sound preview", aliases: ["play"])

  @Argument(help: ArgumentHelp("The sound (`rouse sound list`).", valueName: "name"), completion: LiveWords.sounds)
  var name: String
  @Option("0 to 100; default: `rouse settings get volume`.", "percent", parsing: .unconditional)
  var volume: String?
  @Option(
    name: .customLong("for"), parsing: .unconditional, help: ArgumentHelp("How long, 1s to 60s.", valueName: "span"))
  var span = "10s"
  @OptionGroup var io: IO

  func run() throws {
    let volume = try volume.map { try FieldText.volume($0, field: "--volume") }
    let seconds = try Span.seconds(span, field: "--for", in: 1...60)
    try format.follow(PreviewSound(sound: name, volume: volume, seconds: seconds), on: try connection.open())
  }
}

protocol StoppingVerb: AskingVerb where Request == StopPreview {}

extension StoppingVerb {
  var command: StopPreview { StopPreview() }
  func text(_ reply: StopPreview.Reply) -> String {
    reply.stopped ? "The preview is stopped." : "Nothing was previewed."
  }
}

struct SoundStopCommand: StoppingVerb {
  static let about = CommandConfiguration("sound stop")
  @OptionGroup var io: IO
}

enum SoundText {
  static func listing(_ sound: SoundView) -> String {
    var listing = Listing()
    listing.add("id", sound.id)
    listing.add("name", Terminal.printable(sound.name))
    listing.add("category", sound.category)
    listing.add("description", Terminal.printable(sound.description))
    listing.add("available", sound.available ? "yes" : "no")
    if let problem = sound.problem { listing.add(sound.available ? "problem" : "why not", Terminal.printable(problem)) }
    if let fix = sound.fix { listing.add("fix", Terminal.printable(fix)) }
    return listing.rendered()
  }

  /// Suffix for a missing sound; example: ` gone (missing: tone plays)`.
  static func missing(_ playsInstead: String?) -> String {
    playsInstead.map { " gone (missing: \(Terminal.printable($0)) plays)" } ?? ""
  }

  static func noSounds(in category: String?, categories: [String]) -> ControlError {
    guard let category, category != SoundView.own, !categories.isEmpty else {
      return ControlError(
        .nothingFound, "No sounds available",
        why: category == nil ? "the daemon knows none" : "none have been added, or their files are gone",
        fix: "add one: `rouse sound add FILE`, then try again: `rouse sound list`",
        stillWorks: category == nil ? "alarms" : "the built-in sounds: `rouse sound list`")
    }
    let distinct = (categories + [SoundView.own]).distinct
    return ControlError(
      .nothingFound, "No sounds available", why: "no sound has the category \(category)",
      fix: "try again with one of: \(distinct.joined(separator: ", "))")
  }
}

extension Format {
  /// Follows a preview to its end. A terminal shows a progress line; other output gets a line per second.
  ///
  /// - Parameter isSilent: whether to print only a note at the end, because a reply has already been printed as JSON.
  func follow<Preview: Control.Command>(
    _ command: Preview, on client: ControlClient, isSilent: Bool = false
  ) throws(ControlError) where Preview.Reply == PreviewProgress {
    var line = Terminal.isDrawnOn && !json && !isSilent ? ProgressLine() : nil
    defer { line?.end() }
    var lastSecond = -1
    /// Notes for the next line of JSON.
    var waiting: [String] = []
    try client.stream(command, isFollowed: true) { (progress) throws(ControlError) in
      if progress.ended != nil {
        line?.end()
        line = nil
      }
      if progress.ended != .nothing, !progress.notes.isEmpty {
        try line?.erase()
        Output.notes(progress.notes)
      }
      if isSilent {
        if progress.ended != nil { Output.notes([PreviewText.ending(progress)]) }
        return
      }
      let second = progress.milliseconds / 1000
      let isNew = second != lastSecond || progress.ended != nil
      lastSecond = second
      if json {
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
    case .over, nil: return "\(what): finished."
    case .stopped: return "\(what): stopped."
    case .replaced: return "\(what): another preview took its place."
    case .alarm: return "\(what): an alarm stopped it."
    case .timer: return "\(what): the end of a timer stopped it."
    case .nothing: return "There is nothing to preview: \(Terminal.printable(progress.notes.joined(separator: "; ")))."
    }
  }
}

struct PreviewOption: ParsableArguments {
  @Flag(help: "After saving, play the result.")
  var preview = false

  static let alarmSeconds = 10

  /// Plays the preview after the reply. Failures are only notes: an error would make users repeat a saved change.
  func follow<Preview: Control.Command>(
    _ command: Preview, _ io: IO
  ) where Preview.Reply == PreviewProgress {
    guard preview else { return }
    do throws(ControlError) {
      try io.format.follow(command, on: try io.connection.open(), isSilent: io.format.json)
    } catch {
      Output.notes(["saved; not played: \(error.what): \(error.why); \(error.fix)"])
    }
  }
}
