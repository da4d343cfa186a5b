/// A clock and a data line with pull-ups, which either end can only pull low (open drain).
public protocol TwoLines: Sendable {
  /// Pulls the clock line low or releases it, then waits until the other end must have seen it.
  func setClock(isHigh: Bool) throws(HardwareError)
  func setData(isHigh: Bool) throws(HardwareError)
  /// Whether neither end pulls the data line low.
  func isDataHigh() throws(HardwareError) -> Bool
}
