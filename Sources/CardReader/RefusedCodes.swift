import Hardware

/// Codes that libzbar refuses but whose segments could be read.
///
/// They are reported along with the codes that libzbar reads, so that another code in view does not hide a card. Only
/// the parts of a structured append are hidden while libzbar reads them joined.
struct RefusedCodes {
  private var codes: [(sighting: CardReader.Sighting, isPart: Bool)] = []
  var areJoined = false

  var isEmpty: Bool { codes.isEmpty }

  mutating func add(_ sighting: CardReader.Sighting, isPart: Bool) {
    guard !codes.contains(where: { $0.sighting.payload == sighting.payload && $0.isPart == isPart }) else { return }
    codes.append((sighting, isPart))
  }

  mutating func add(_ others: RefusedCodes) {
    areJoined = areJoined || others.areJoined
    for code in others.codes { add(code.sighting, isPart: code.isPart) }
  }

  /// Returns codes to report beside libzbar's (`read`), each payload once, and the outline of a hidden, unread part.
  func beside(_ read: [CardReader.Sighting]) -> (sightings: [CardReader.Sighting], hidden: Outline?) {
    var sightings = read
    var hidden: Outline?
    for code in codes {
      let outline = code.sighting.outline
      let covering = read.filter { $0.outline.covers(outline) }
      if code.isPart && areJoined {
        if covering.isEmpty { hidden = hidden ?? outline }
      } else if !covering.contains(where: { outline.covers($0.outline) }),
        !sightings.contains(where: { $0.payload == code.sighting.payload })
      {
        sightings.append(code.sighting)
      }
    }
    return (sightings, hidden)
  }
}

extension Outline {
  fileprivate func covers(_ other: Outline) -> Bool {
    let corners = corners
    // Multiplied by four, to use integers.
    let (x, y) = (other.corners.reduce(0) { $0 + $1.x }, other.corners.reduce(0) { $0 + $1.y })
    let turns = corners.indices.map { index in
      let (start, end) = (corners[index], corners[(index + 1) % 4])
      return ((end.x - start.x) * (y - 4 * start.y) - (end.y - start.y) * (x - 4 * start.x)).signum()
    }
    return abs(turns.reduce(0, +)) == 4
  }
}
