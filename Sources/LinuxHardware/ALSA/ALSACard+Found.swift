import Glibc
import Hardware

extension ALSACard {
  /// Resolves `any` to the only USB card with playback, and returns other cards unchanged.
  /// Throws ENODEV if no USB card can play, and ENOTUNIQ if several can. Both errors list the cards.
  public func found(in folder: String = "/sys/class/sound") throws(HardwareError) -> ALSACard {
    guard card == Self.any else { return self }
    let all = Self.all(in: folder)
    let devices = Self.names(in: folder)
    let fitting = all.filter { card in
      // The microphone of a camera has no playback device.
      Self.sysfs.linkTarget("\(folder)/card\(card.number)/device/subsystem") == "usb"
        && devices.contains { $0.hasPrefix("pcmC\(card.number)D") && $0.hasSuffix("p") }
    }
    guard let only = fitting.first else {
      let others = all.isEmpty ? "there is no sound card at all" : "found: \(Self.list(all))"
      throw HardwareError(.speaker, "finding a USB sound card (\(others))", code: ENODEV)
    }
    guard fitting.count == 1 else {
      throw HardwareError(
        .speaker, "choosing one of \(fitting.count) USB sound cards: \(Self.list(fitting))", code: ENOTUNIQ)
    }
    return ALSACard(card: only.id, mixer: mixer, level: level)
  }

  /// Such as `Device (USB Audio Device), Headphones (bcm2835 Headphones)`.
  static func list(_ cards: [Installed]) -> String {
    cards.map { $0.name == $0.id ? $0.id : "\($0.id) (\($0.name))" }.joined(separator: ", ")
  }
}
