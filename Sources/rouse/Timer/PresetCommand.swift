import ArgumentParser
import Control

struct PresetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preset",
    abstract: "Timers that are started by their name.",
    discussion: """
      Examples:
        rouse timer preset add tea 4m --volume 40
        rouse timer start tea
      """,
    subcommands: [
      PresetAddCommand.self, PresetListCommand.self, PresetEditCommand.self, PresetRemoveCommand.self,
    ],
    defaultSubcommand: PresetListCommand.self)
}

struct PresetAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Keep a timer under a name.",
    discussion: """
      Examples:
        rouse timer preset add eggs 6m30s
        rouse timer preset add nap 20m --sound off --vibration strong
      """)
  @Argument(help: "A name that is no length.")
  var name: String
  @Argument(help: "How long it runs, 1s to 24h.")
  var length: String
  @OptionGroup var options: ChimeOptions
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let unsupported = try connection.unsupportedSettings()
    let saved = try connection.ask(AddPreset(presetName: name, input: options.input(length: length)))
    try PresetText.print(saved, format, unsupported: unsupported)
  }
}

struct PresetListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the presets.",
    discussion: """
      Examples:
        rouse timer preset list
      """)
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(ListPresets())
    try format.print(reply) { () throws(ControlError) in
      guard !reply.presets.isEmpty else { return "" }
      return PresetText.table(reply.presets, unsupported: try connection.unsupportedSettings())
        .rendered(counting: "preset")
    }
    if reply.presets.isEmpty && !format.json {
      Output.note("There are no presets. Make one: `rouse timer preset add tea 4m`")
    }
  }
}

struct PresetEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a preset; what is not given stays.",
    discussion: """
      Examples:
        rouse timer preset edit tea --length 3m30s
      """)
  @Argument(help: "The preset.", completion: LiveWords.presets)
  var name: String
  @OptionGroup var change: PresetChange
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let unsupported = try connection.unsupportedSettings()
    let saved = try connection.ask(EditPreset(preset: name, input: change.input))
    try PresetText.print(saved, format, unsupported: unsupported)
  }
}

struct PresetRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a preset; a timer that runs stays.",
    discussion: """
      Examples:
        rouse timer preset remove tea
      """)
  @Argument(help: "The preset.", completion: LiveWords.presets)
  var name: String
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let removed = try connection.ask(RemovePreset(preset: name))
    try format.print(removed) { "The preset \(Terminal.printable(removed.preset.name)) is removed." }
  }
}
