import CALSA
import Glibc
import Hardware

extension ALSACard {
  public struct Installed: Hashable, Sendable {
    /// The number in hw:0; it can change between boots.
    public var number: Int
    /// The id, which `ALSACard.card` uses.
    public var id: String
    /// The driver's name for the card, or the id if this user may not open the card.
    public var name: String
  }

  /// The cards of this machine by number. They come from sysfs, which also lists cards that this user may not open.
  public static var all: [Installed] { all(in: "/sys/class/sound") }

  static func all(in folder: String) -> [Installed] {
    let numbers = names(in: folder).compactMap { $0.hasPrefix("card") ? Int($0.dropFirst(4)) : nil }
    return numbers.sorted().compactMap { number in
      guard let id = id(in: "\(folder)/card\(number)") else { return nil }
      return Installed(number: number, id: id, name: name(of: number) ?? id)
    }
  }

  /// Returns the error for a card that could not be opened. libasound also reports ENODEV if the card exists but the
  /// user lacks permission; this distinguishes the two.
  func openingError(_ name: String, code: Int32) -> HardwareError {
    guard [ENODEV, ENOENT, ENXIO, EACCES, EPERM].contains(code), let id = cardID else {
      return HardwareError(.speaker, "opening \(name)", code: code)
    }
    let all = Self.all
    if let card = all.first(where: { $0.id == id || String($0.number) == id }) {
      let control = "/dev/snd/controlC\(card.number)"
      guard access(control, R_OK | W_OK) != 0, errno == EACCES else {
        return HardwareError(.speaker, "opening \(name)", code: code)
      }
      return HardwareError(.speaker, "opening \(name) (only the group audio may use \(control))", code: EACCES)
    }
    let hint = all.isEmpty ? "there is no sound card at all" : "there is no such card; there are: \(Self.list(all))"
    return HardwareError(.speaker, "opening \(name) (\(hint))", code: code)
  }

  static let sysfs = Sysfs(role: .speaker)

  /// Returns the sorted names; empty if the folder cannot be read.
  static func names(in folder: String) -> [String] {
    do throws(HardwareError) { return try sysfs.entries(of: folder) } catch { return [] }
  }

  private static func id(in folder: String) -> String? {
    do throws(HardwareError) { return try sysfs.read("\(folder)/id") } catch { return nil }
  }

  private static func name(of number: Int) -> String? {
    ALSALibrary.prepare()
    var name: UnsafeMutablePointer<CChar>?
    guard snd_card_get_name(Int32(number), &name) == 0, let name else { return nil }
    defer { free(name) }
    return String(cString: name)
  }
}
