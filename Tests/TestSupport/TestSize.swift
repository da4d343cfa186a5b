import Glibc

// A build without tests has no such module, and compiles this target all the same.
#if canImport(Testing)
  import Testing

  extension Trait where Self == ConditionTrait {
    /// A test of twenty seconds and more, which the short run of `deploy/test` leaves out (`ROUSE_SHORT`).
    public static var takesLong: Self { .enabled(if: getenv("ROUSE_SHORT") == nil, "takes long: deploy/test --all") }
  }
#endif

/// The size of a random test: small and with a fixed seed in `deploy/test`, larger in `deploy/soak`.
public enum TestSize {
  /// Returns the number in an environment variable, or `usual` if the variable is unset or holds no number above 0.
  public static func number(_ variable: String, usual: Int) -> Int {
    guard let text = getenv(variable), let number = Int(String(cString: text)), number > 0 else { return usual }
    return number
  }

  /// Prints at which size a test found its first difference. `Tests/Faults/check` reads this line.
  public static func printFirstDifference(at place: Int, of unit: String) {
    print("first difference: \(unit) \(place)")
  }
}
