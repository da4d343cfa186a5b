public struct GPIOLine: Hashable, Sendable {
  /// A line by its number on the chip, or by its name in the device tree (`gpioinfo` lists both).
  public enum Selector: Hashable, Sendable {
    case offset(Int)
    case name(String)
  }

  /// The setting of the pin's internal resistor; `asIs` keeps the boot configuration.
  public enum Bias: String, CaseIterable, Hashable, Sendable {
    case asIs = "as-is"
    case disabled
    case pullUp = "pull-up"
    case pullDown = "pull-down"
  }

  /// The chip's stable label (`pinctrl-bcm2711`), or its name (`gpiochip0`), which may change with the kernel.
  public var chip: String
  public var line: Selector
  /// Whether low means on. Such a line needs an internal or external pull-up, which decides the level while no program
  /// holds the line, as before start and after exit.
  public var isActiveLow: Bool
  public var bias: Bias

  public init(chip: String, line: Selector, isActiveLow: Bool = false, bias: Bias = .asIs) {
    self.chip = chip
    self.line = line
    self.isActiveLow = isActiveLow
    self.bias = bias
  }
}
