extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that satisfies `predicate`, or `endIndex` if there is none. All elements
  /// after it must satisfy it as well.
  func firstSortedIndex(where predicate: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Array where Element: Identifiable {
  /// Replaces the element with the same id, or appends a new one.
  mutating func put(_ element: Element) {
    if let index = firstIndex(where: { $0.id == element.id }) { self[index] = element } else { append(element) }
  }
}
