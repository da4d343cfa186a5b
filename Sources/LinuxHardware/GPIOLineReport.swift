import CGPIO
import Glibc
import Hardware

/// The state of a GPIO line, read without reserving it.
public struct GPIOLineReport: Hashable, Sendable {
  /// Such as `gpiochip0`.
  public var chipName: String
  public var chipLabel: String
  public var offset: Int
  /// The device tree's name for the line, if any.
  public var name: String?
  public var isUsed: Bool
  /// The name given by the line's holder, if any.
  public var consumer: String?
}

extension GPIOLine {
  /// Reads the line's state, even in use. Throws ENODEV or ENOENT without a chip or line, EACCES without permission.
  public func report(for role: DeviceRole) throws(HardwareError) -> GPIOLineReport {
    let (code, report) = lookUp()
    guard let report else { throw HardwareError(role, refusal(code), code: code) }
    return report
  }

  /// Such as `GPIO line BUZZER of pinctrl-bcm2711`.
  var phrase: String {
    switch line {
    case .offset(let offset): "GPIO line \(offset) of \(chip)"
    case .name(let name): "GPIO line \(name) of \(chip)"
    }
  }

  /// Returns the failed operation, for error messages, if a line could not be reserved or found.
  func refusal(_ code: Int32) -> String {
    switch code {
    case ENODEV: "finding the GPIO chip \(chip)"
    case ENOENT: "finding \(phrase)"
    case EBUSY: "taking \(phrase), in use by \(holder)"
    default: "taking \(phrase)"
    }
  }

  func withPlace<Result>(_ body: (UnsafePointer<rouse_gpio_place>) -> Result) -> Result {
    chip.withCString { chip in
      switch line {
      case .offset(let offset):
        // No chip has a line with a number beyond C's range.
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

  private var holder: String { lookUp().report?.consumer.map { "\"\($0)\"" } ?? "something else" }

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

  private func text<Characters>(_ characters: inout Characters) -> String {
    withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
