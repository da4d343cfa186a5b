import FoundationEssentials

/// The contents of sounds.json5. Misspelled keys and numbers out of range are errors.
struct SoundDefinitions: Decodable {
  var sounds: [BuiltInSound]

  private enum Keys: String, CodingKey, CaseIterable { case sounds }

  init(from decoder: any Decoder) throws {
    sounds = try decoder.fields(Keys.self).decode([Entry].self, forKey: .sounds).map(\.sound)
  }

  static func parse(_ text: [UInt8]) throws -> SoundDefinitions {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    return try decoder.decode(SoundDefinitions.self, from: Data(text))
  }
}

/// Separate from `BuiltInSound`, so that importers of this module see no decoder.
private struct Entry: Decodable {
  var sound: BuiltInSound

  private enum Keys: String, CodingKey, CaseIterable { case id, name, description, category, gain, score, noise }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(Keys.self)
    let synthesis: BuiltInSound.Synthesis
    switch (
      try fields.decodeIfPresent(Score.self, forKey: .score), try fields.decodeIfPresent(Noise.self, forKey: .noise)
    ) {
    case (let score?, nil): synthesis = .score(score)
    case (nil, let noise?): synthesis = .noise(noise)
    default: throw fields.problem(.score, "a sound has either a `score` or a `noise`")
    }
    sound = BuiltInSound(
      id: try fields.decode(String.self, forKey: .id), name: try fields.decode(String.self, forKey: .name),
      description: try fields.decode(String.self, forKey: .description),
      category: try fields.decode(SoundCategory.self, forKey: .category),
      gain: try fields.number(.gain, in: -60...60), synthesis: synthesis)
  }
}

extension Score: Decodable {
  private enum Keys: String, CodingKey, CaseIterable { case length, partials, notes }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(Keys.self)
    length = try fields.number(.length, in: 0.1...10)
    partials = try fields.decode([Partial].self, forKey: .partials)
    notes = try fields.decode([Note].self, forKey: .notes)
  }
}

extension Partial: Decodable {
  private enum Keys: String, CodingKey, CaseIterable { case ratio, amplitude, decay }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(Keys.self)
    ratio = try fields.number(.ratio, in: 0.1...20)
    amplitude = try fields.number(.amplitude, in: 0...1)
    decay = try fields.number(.decay, in: 0.001...10, default: .infinity)
  }
}

extension Note: Decodable {
  private enum Keys: String, CodingKey, CaseIterable { case start, duration, frequencies, vibrato, amplitude }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(Keys.self)
    start = try fields.number(.start, in: 0...10)
    duration = try fields.number(.duration, in: 0.02...20)
    frequencies = try fields.decode([Double].self, forKey: .frequencies)
    guard !frequencies.isEmpty, frequencies.allSatisfy((20...20_000).contains) else {
      throw fields.problem(.frequencies, "there has to be one at least, each from 20 to 20000")
    }
    vibrato = try fields.decodeIfPresent(Vibrato.self, forKey: .vibrato)
    amplitude = try fields.number(.amplitude, in: 0...1, default: 1)
  }
}

extension Vibrato: Decodable {
  private enum Keys: String, CodingKey, CaseIterable { case rate, depth }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(Keys.self)
    rate = try fields.number(.rate, in: 0...100)
    depth = try fields.number(.depth, in: 0...12)
  }
}

extension Noise: Decodable {
  private enum Keys: String, CodingKey, CaseIterable { case slope, highPass, lowPass, droplets, hum }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(Keys.self)
    slope = try fields.number(.slope, in: -6.1...0)
    highPass = try fields.number(.highPass, in: 100...1000, default: 100)
    lowPass = try fields.number(.lowPass, in: 100...20_000, default: 16_000)
    droplets = try fields.decodeIfPresent(Droplets.self, forKey: .droplets)
    hum = try fields.decodeIfPresent(Score.self, forKey: .hum)
  }
}

extension Droplets: Decodable {
  private enum Keys: String, CodingKey, CaseIterable { case rate, amplitude, lowest, highest, decay }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(Keys.self)
    rate = try fields.number(.rate, in: 0.1...1000)
    amplitude = try fields.number(.amplitude, in: 0...100)
    lowest = try fields.number(.lowest, in: 20...20_000)
    highest = try fields.number(.highest, in: lowest...20_000)
    decay = try fields.number(.decay, in: 0.0005...0.1)
  }
}

extension Decoder {
  fileprivate func fields<Keys: CodingKey & CaseIterable>(_: Keys.Type) throws -> KeyedDecodingContainer<Keys> {
    let known = Keys.allCases.map(\.stringValue)
    let given = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
    if let unknown = given.first(where: { !known.contains($0) }) {
      let description = "there is no key `\(unknown)`; the keys here are: \(known.joined(separator: ", "))"
      throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: description))
    }
    return try container(keyedBy: Keys.self)
  }
}

extension KeyedDecodingContainer {
  fileprivate func number(_ key: Key, in range: ClosedRange<Double>, default fallback: Double? = nil) throws -> Double {
    if let fallback, !contains(key) { return fallback }
    let number = try decode(Double.self, forKey: key)
    guard range.contains(number) else {
      throw problem(key, "it has to be from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  fileprivate func problem(_ key: Key, _ description: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: description)
  }
}

private struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
