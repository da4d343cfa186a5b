import CGPIO
import Glibc
import Hardware

/// What is known about a GPIO line without taking it.
public struct GPIOLineReport: Hashable, Sendable {
  /// `gpiochip0`.
  public var chipName: String
  public var chipLabel: String
  /// The line's number on the chip.
  public var offset: Int
  /// As the device tree calls the line; nil: it does not.
  public var name: String?
  /// A program or a driver holds the line.
  public var isUsed: Bool
  /// How who holds it calls itself; nil: it does not say.
  public var consumer: String?
}

extension GPIOLine {
  /// Looks the line up, whoever holds it. Throws ENODEV: no such chip; ENOENT: no such line on it; EACCES: the chip may
  /// not be opened.
  public func report(for role: DeviceRole) throws(HardwareError) -> GPIOLineReport {
    let (code, report) = lookUp()
    guard let report else { throw HardwareError(role, refusal(code), code: code) }
    return report
  }

  /// `GPIO line BUZZER of pinctrl-bcm2711`.
  var phrase: String {
    switch line {
    case .offset(let offset): "GPIO line \(offset) of \(chip)"
    case .name(let name): "GPIO line \(name) of \(chip)"
    }
  }

  /// What failed, for people, when a line could not be taken or looked up.
  func refusal(_ code: Int32) -> String {
    switch code {
    case ENODEV: "finding the GPIO chip \(chip)"
    case ENOENT: "finding \(phrase)"
    case EBUSY: "taking \(phrase), which \(holder) holds"
    default: "taking \(phrase)"
    }
  }

  /// Lends the line's place in the form that C takes.
  func withPlace<Result>(_ body: (UnsafePointer<rouse_gpio_place>) -> Result) -> Result {
    chip.withCString { chip in
      switch line {
      case .offset(let offset):
        // A number that C cannot hold is no line of any chip.
        var place = rouse_gpio_place(chip: chip, name: nil, offset: UInt32(exactly: offset) ?? .max)
        return body(&place)
      case .name(let name):
        return name.withCString { name in
          var place = rouse_gpio_place(chip: chip, name: name, offset: 0)
          return body(&place)
        }
      }
    }
  }

  private var holder: String { lookUp().report?.consumer.map { "\"\($0)\"" } ?? "somebody else" }

  private func lookUp() -> (code: Int32, report: GPIOLineReport?) {
    var found = rouse_gpio_description()
    let code = withPlace { rouse_gpio_describe($0, &found) }
    guard code == 0 else { return (code, nil) }
    let name = text(&found.line_name)
    let consumer = text(&found.consumer)
    let report = GPIOLineReport(
      chipName: text(&found.chip_name), chipLabel: text(&found.chip_label), offset: Int(found.offset),
      name: name.isEmpty ? nil : name, isUsed: found.is_used, consumer: consumer.isEmpty ? nil : consumer)
    return (0, report)
  }

  /// The text in an array of characters that ends with a zero.
  private func text<Characters>(_ characters: inout Characters) -> String {
    withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
