/// A GPIO line and how it is wired.
public struct GPIOLine: Hashable, Sendable {
  /// A line by its number on the chip, or by the name that the device tree gives it (`gpioinfo` lists both).
  public enum Selector: Hashable, Sendable {
    case offset(Int)
    case name(String)
  }

  /// What the pin's own resistor does; `asIs` leaves it to the boot configuration.
  public enum Bias: String, CaseIterable, Hashable, Sendable {
    case asIs = "as-is"
    case disabled
    case pullUp = "pull-up"
    case pullDown = "pull-down"
  }

  /// The chip's label (`pinctrl-bcm2711`), which stays, or its name (`gpiochip0`), which may change with the kernel.
  public var chip: String
  public var line: Selector
  /// On is a low level. Such a line wants a pull-up, its own or another: while nobody holds it, as before the start and
  /// after the end, its resistor decides.
  public var isActiveLow: Bool
  public var bias: Bias

  public init(chip: String, line: Selector, isActiveLow: Bool = false, bias: Bias = .asIs) {
    self.chip = chip
    self.line = line
    self.isActiveLow = isActiveLow
    self.bias = bias
  }
}
