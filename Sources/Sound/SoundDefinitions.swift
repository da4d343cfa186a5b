import JSON5Files

/// The contents of sounds.json5. Misspelled keys and numbers out of range are errors.
struct SoundDefinitions: Decodable {
  var sounds: [BuiltInSound]

  init(from decoder: any Decoder) throws {
    sounds = try Fields(decoder, known: ["sounds"]).required("sounds", as: [Entry].self).map(\.sound)
  }
}

/// Separate from `BuiltInSound`, so that importers of this module see no decoder.
private struct Entry: Decodable {
  var sound: BuiltInSound

  init(from decoder: any Decoder) throws {
    let fields = try Fields(
      decoder, known: ["id", "name", "description", "category", "gain", "score", "noise"])
    let synthesis: BuiltInSound.Synthesis
    switch (try fields.optional("score", as: Score.self), try fields.optional("noise", as: Noise.self)) {
    case (let score?, nil): synthesis = .score(score)
    case (nil, let noise?): synthesis = .noise(noise)
    default: throw fields.problem("score", "a sound has either a `score` or a `noise`")
    }
    sound = BuiltInSound(
      id: try fields.required("id", as: String.self), name: try fields.required("name", as: String.self),
      description: try fields.required("description", as: String.self),
      category: try fields.required("category", as: SoundCategory.self),
      gain: try fields.number("gain", in: -60...60), synthesis: synthesis)
  }
}

extension Score: Decodable {
  init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder, known: ["length", "partials", "notes"])
    length = try fields.number("length", in: 0.1...10)
    partials = try fields.required("partials", as: [Partial].self)
    notes = try fields.required("notes", as: [Note].self)
  }
}

extension Partial: Decodable {
  init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder, known: ["ratio", "amplitude", "decay"])
    ratio = try fields.number("ratio", in: 0.1...20)
    amplitude = try fields.number("amplitude", in: 0...1)
    decay = try fields.number("decay", in: 0.001...10, default: .infinity)
  }
}

extension Note: Decodable {
  init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder, known: ["start", "duration", "frequencies", "vibrato", "amplitude"])
    start = try fields.number("start", in: 0...10)
    duration = try fields.number("duration", in: 0.02...20)
    frequencies = try fields.required("frequencies", as: [Double].self)
    guard !frequencies.isEmpty, frequencies.allSatisfy((20...20_000).contains) else {
      throw fields.problem("frequencies", "there must be at least one, each from 20 to 20000")
    }
    vibrato = try fields.optional("vibrato")
    amplitude = try fields.number("amplitude", in: 0...1, default: 1)
  }
}

extension Vibrato: Decodable {
  init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder, known: ["rate", "depth"])
    rate = try fields.number("rate", in: 0...100)
    depth = try fields.number("depth", in: 0...12)
  }
}

extension Noise: Decodable {
  init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder, known: ["slope", "highPass", "lowPass", "droplets", "hum"])
    slope = try fields.number("slope", in: -6.1...0)
    highPass = try fields.number("highPass", in: 100...1000, default: 100)
    lowPass = try fields.number("lowPass", in: 100...20_000, default: 16_000)
    droplets = try fields.optional("droplets")
    hum = try fields.optional("hum")
  }
}

extension Droplets: Decodable {
  init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder, known: ["rate", "amplitude", "lowest", "highest", "decay"])
    rate = try fields.number("rate", in: 0.1...1000)
    amplitude = try fields.number("amplitude", in: 0...100)
    lowest = try fields.number("lowest", in: 20...20_000)
    highest = try fields.number("highest", in: lowest...20_000)
    decay = try fields.number("decay", in: 0.0005...0.1)
  }
}
