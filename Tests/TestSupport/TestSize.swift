import Glibc

// Builds without tests compile this target too, but have no such module.
#if canImport(Testing)
  import Testing

  extension Trait where Self == ConditionTrait {
    /// A test of twenty seconds or more, which the short run of `deploy/test` (`ROUSE_SHORT`) omits.
    public static var takesLong: Self { .enabled(if: getenv("ROUSE_SHORT") == nil, "takes long: deploy/test --all") }
  }
#endif

/// The size of a random test: small with a fixed seed in `deploy/test`, larger in `deploy/soak`.
public enum TestSize {
  /// Returns the number in an environment variable, or `usual` if it is unset or not a number above 0.
  public static func number(_ variable: String, usual: Int) -> Int {
    guard let text = getenv(variable), let number = Int(String(cString: text)), number > 0 else { return usual }
    return number
  }

  /// Prints the size at which a test found its first difference. `Tests/Faults/check` reads this line.
  public static func printFirstDifference(at place: Int, of unit: String) {
    print("first difference: \(unit) \(place)")
  }
}
