import ArgumentParser

struct MQTTCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "mqtt", "Home Assistant and others in the house, by an MQTT broker that you have.",
    subcommands: [
      MQTTStatusCommand.self, MQTTSetupCommand.self, MQTTTestCommand.self, MQTTSyncCommand.self, MQTTForgetCommand.self,
    ], defaultSubcommand: MQTTStatusCommand.self)

  /// Where the broker is, as root has written it.
  static let file = "/etc/rouse/mqtt.json5"
  static let passwordFile = "/etc/rouse/mqtt-password"
  static let endForGood = "`sudo systemctl disable --now rouse-mqtt`"
}
