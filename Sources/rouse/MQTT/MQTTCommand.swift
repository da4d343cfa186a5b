import ArgumentParser

struct MQTTCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mqtt",
    abstract: "Home Assistant and others in the house, by an MQTT broker that you have.",
    discussion: """
      The house sees when it rings, and what is set; it may do what root has allowed, and nothing at first. Nobody there \
      can end, snooze or soften a ring. Without a network the clock is the same. All about it: `rouse help home`.

      Examples:
        rouse mqtt setup
        rouse mqtt test
        rouse mqtt status
      """,
    subcommands: [
      MQTTStatusCommand.self, MQTTSetupCommand.self, MQTTTestCommand.self, MQTTSyncCommand.self,
      MQTTForgetCommand.self,
    ],
    defaultSubcommand: MQTTStatusCommand.self)

  /// Where the broker is, as root has written it.
  static let file = "/etc/rouse/mqtt.json5"
  static let passwordFile = "/etc/rouse/mqtt-password"
  static let endForGood = "`sudo systemctl disable --now rouse-mqtt`"
}
