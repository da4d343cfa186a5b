import CALSA
import Hardware

private struct MixerHandle: ~Copyable {
  let pointer: OpaquePointer

  init() throws(HardwareError) {
    ALSALibrary.prepare()
    let operation = "opening a mixer"
    var opened: OpaquePointer?
    try ALSALibrary.check(snd_mixer_open(&opened, 0), operation)
    guard let opened else { throw HardwareError(.speaker, operation, code: EIO) }
    pointer = opened
  }

  deinit { snd_mixer_close(pointer) }

  func load(_ control: String) throws(HardwareError) {
    let operation = "reading the mixer of \(control)"
    try ALSALibrary.check(snd_mixer_attach(pointer, control), operation)
    try ALSALibrary.check(snd_mixer_selem_register(pointer, nil, nil), operation)
    try ALSALibrary.check(snd_mixer_load(pointer), operation)
  }

  var elements: [OpaquePointer] {
    snd_mixer_first_elem(pointer).map { Array(sequence(first: $0) { snd_mixer_elem_next($0) }) } ?? []
  }
}

struct MixerElement: ~Copyable {
  struct Position {
    /// Raw values; empty without a volume.
    var volumes: [Int]
    /// Whether each channel is on; empty without a switch.
    var switches: [Bool]
  }

  private let mixer: MixerHandle
  private let element: OpaquePointer
  let name: String

  /// Elements that usually control all playback or the usual output, in order of preference.
  private static let preferred = ["Master", "PCM", "Speaker", "Headphone", "Digital"]

  /// Returns `nil` if the card has no playback volume and no element is configured.
  init?(of card: ALSACard) throws(HardwareError) {
    guard let control = card.controlName else {
      guard let mixer = card.mixer else { return nil }
      throw HardwareError(.speaker, "finding the card of \(card.pcmName) for its mixer element \(mixer)", code: EINVAL)
    }
    let opened = try MixerHandle()
    try opened.load(control)
    guard let found = try Self.element(of: card, among: opened.elements) else { return nil }
    mixer = opened
    element = found
    name = Self.name(of: found)
  }

  private static func element(
    of card: ALSACard, among elements: [OpaquePointer]
  ) throws(HardwareError) -> OpaquePointer? {
    let withVolume = elements.filter { snd_mixer_selem_has_playback_volume($0) != 0 }
    guard let wanted = card.mixer else {
      let preferred = Self.preferred.lazy.compactMap { name in withVolume.first { Self.name(of: $0) == name } }
      return preferred.first ?? withVolume.first
    }
    // An element with only a switch is usable, too.
    let usable = elements.filter {
      snd_mixer_selem_has_playback_volume($0) != 0 || snd_mixer_selem_has_playback_switch($0) != 0
    }
    if let found = usable.first(where: { name(of: $0) == wanted }) { return found }
    let others = usable.isEmpty ? "has none" : "has " + usable.map(name).joined(separator: ", ")
    throw HardwareError(.speaker, "finding the mixer element \(wanted) (\(card.pcmName) \(others))", code: ENOENT)
  }

  /// Returns `PCM`, or `PCM,1` for the second element of that name.
  private static func name(of element: OpaquePointer) -> String {
    let name = snd_mixer_selem_get_name(element).map { String(cString: $0) } ?? ""
    let index = snd_mixer_selem_get_index(element)
    return index == 0 ? name : "\(name),\(index)"
  }

  func position() throws(HardwareError) -> Position { Position(volumes: try volumes(), switches: try switches()) }

  func level() throws(HardwareError) -> ALSAMixer.Level {
    let isMuted = try switches().contains(false)
    guard hasVolume else {
      return ALSAMixer.Level(percent: isMuted ? 0 : 100, isMuted: isMuted, element: name)
    }
    let raws = try raws()
    let percents = try volumes().map { raw in
      var gain = 0
      guard let gains, snd_mixer_selem_ask_playback_vol_dB(element, raw, &gain) == 0 else {
        return MixerScale.percent(raw: raw, in: raws)
      }
      return MixerScale.percent(gain: gain, in: gains)
    }
    return ALSAMixer.Level(percent: percents.min() ?? 100, isMuted: isMuted, element: name)
  }

  func set(percent: Int) throws(HardwareError) {
    let operation = "setting the mixer element \(name)"
    if hasSwitch { try ALSALibrary.check(snd_mixer_selem_set_playback_switch_all(element, 1), operation) }
    guard hasVolume else { return }
    try ALSALibrary.check(snd_mixer_selem_set_playback_volume_all(element, try raw(percent: percent)), operation)
  }

  func set(_ position: Position) throws(HardwareError) {
    let operation = "putting the mixer element \(name) back"
    for (channel, volume) in zip(channels, position.volumes) {
      try ALSALibrary.check(snd_mixer_selem_set_playback_volume(element, channel, volume), operation)
    }
    for (channel, isOn) in zip(channels, position.switches) {
      try ALSALibrary.check(snd_mixer_selem_set_playback_switch(element, channel, isOn ? 1 : 0), operation)
    }
  }

  /// Whether all channels are on and as `set(percent:)` sets them, or louder with `orLouder`; 1/50 allows for rounding.
  func isAt(percent: Int, orLouder: Bool = false) throws(HardwareError) -> Bool {
    guard try !switches().contains(false) else { return false }
    guard hasVolume else { return true }
    let raws = try raws()
    let wanted = try raw(percent: percent)
    let tolerance = (raws.upperBound - raws.lowerBound) / 50
    return try volumes().allSatisfy { orLouder && $0 > wanted || abs($0 - wanted) <= tolerance }
  }

  private var hasVolume: Bool { snd_mixer_selem_has_playback_volume(element) != 0 }
  private var hasSwitch: Bool { snd_mixer_selem_has_playback_switch(element) != 0 }

  private func raw(percent: Int) throws(HardwareError) -> Int {
    var raw = MixerScale.raw(percent: percent, in: try raws())
    // Rounds up to the next step.
    if let gains {
      let gain = MixerScale.gain(percent: percent, in: gains)
      try ALSALibrary.check(
        snd_mixer_selem_ask_playback_dB_vol(element, gain, 1, &raw), "reading the steps of the mixer element \(name)")
    }
    return raw
  }

  private var channels: [snd_mixer_selem_channel_id_t] {
    (SND_MIXER_SCHN_FRONT_LEFT.rawValue...SND_MIXER_SCHN_LAST.rawValue).map { snd_mixer_selem_channel_id_t($0) }
      .filter { snd_mixer_selem_has_playback_channel(element, $0) != 0 }
  }

  private func switches() throws(HardwareError) -> [Bool] {
    try hasSwitch ? values(snd_mixer_selem_get_playback_switch).map { $0 != 0 } : []
  }

  private func volumes() throws(HardwareError) -> [Int] {
    try hasVolume ? values(snd_mixer_selem_get_playback_volume) : []
  }

  private func values<Value: BinaryInteger>(
    _ get: (OpaquePointer?, snd_mixer_selem_channel_id_t, UnsafeMutablePointer<Value>?) -> Int32
  ) throws(HardwareError) -> [Value] {
    var values: [Value] = []
    for channel in channels {
      var value: Value = 0
      try ALSALibrary.check(get(element, channel, &value), "reading the mixer element \(name)")
      values.append(value)
    }
    return values
  }

  private func raws() throws(HardwareError) -> ClosedRange<Int> {
    let operation = "reading the range of the mixer element \(name)"
    var least = 0
    var most = 0
    try ALSALibrary.check(snd_mixer_selem_get_playback_volume_range(element, &least, &most), operation)
    guard least <= most else { throw HardwareError(.speaker, operation, code: EINVAL) }
    return least...most
  }

  /// The range in 1/100 dB, or `nil` if the element does not report it.
  private var gains: ClosedRange<Int>? {
    var least = 0
    var most = 0
    guard snd_mixer_selem_get_playback_dB_range(element, &least, &most) == 0, least < most else { return nil }
    return least...most
  }
}
