import ArgumentParser
import Control

struct AlarmAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Set an alarm; prints its id and when it rings next.",
    discussion: """
      TIME is a time of day (07:30, 7:30am) or a delay (+20m, +1h30m). A time of day alone rings once, at its next \
      coming. The clock removes such an alarm a day after its ring, a missed one only after `rouse acknowledge`. What \
      is not given, the alarm inherits from the settings (`rouse settings list`), now and later.

      Examples:
        rouse alarm add 07:30
        rouse alarm add 7:30am --days mon-fri --label Work --card bathroom
        rouse alarm add 06:00 --date 2026-12-24 --volume 60 --fade-in 30s
        rouse alarm add 06:45 --days mon --pre-alarm 2m --snooze 2 --snooze-time 5m
        rouse alarm add 05:30 --wake-check 10m --cancel-lock 8h
        rouse alarm add 07:30 --days mon --every 2w --from 2026-11-30
        rouse alarm add 09:00 --days first-mon,third-mon --until 2027-07-01
        rouse alarm add --cycle "05:30 05:30 13:30 13:30 - -" --from 2026-12-01
        rouse alarm add +20m --label Tea
        rouse alarm add 07:30 --sound bell --volume 60 --preview
      """)

  @Argument(help: "07:30, 7:30am, or a delay: +20m; left out with --cycle.")
  var time: String?
  @OptionGroup var options: AlarmOptions
  @OptionGroup var preview: PreviewOption
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func validate() throws {
    if time == nil, options.cycle == nil {
      throw ValidationError("Missing expected argument '<time>'. Say when, as in `rouse alarm add 07:30`.")
    }
  }

  func run() throws {
    let saved = try connection.ask(AddAlarm(input: options.input(time: time)))
    try format.print(saved) { AlarmText.sentence(saved.alarm) }
    Output.notes(saved.notes)
    preview.follow(alarm: saved.alarm.id, format, connection)
  }
}
