import Control
import Glibc
import Storage

/// The time from due to the first sound, and from the card to silence.
enum RingBench {
  /// - Parameter noise: A noise that plays until each ring takes the speaker from it, or `nil`.
  static func run(_ subject: Subject, rings: Int, over noise: String? = nil, report: inout Report) throws {
    var lateness: [Duration] = []
    var toSilence: [Duration] = []
    var toAllOff: [Duration] = []
    let client = try subject.client()
    let picture = try Subject.cardPicture()
    if noise == nil { try openingToCard(subject, client, picture, report: &report) }
    var toSpeaker: [Duration] = []
    for _ in 0..<rings {
      if let noise { _ = try client.send(PlayNoise(sound: noise, volume: 30, seconds: nil, fadeOutSeconds: 0)) }
      let due = try setAlarm(subject, client)
      let firstSound = try MockEntry.wait(client, "a sound", since: due, \.isSound)
      lateness.append(.nanoseconds(firstSound.time - due))
      let heard = try MockEntry.wait(client, "the speaker", since: due, \.isPlaying)
      toSpeaker.append(.nanoseconds(heard.time - due))
      // People show the card while the camera is at work.
      _ = try MockEntry.wait(client, "the camera", since: due, \.isFrame)
      _ = try client.send(picture)
      while try client.send(GetStatus()).state != .idle { usleep(5_000) }
      let end = try MockEntry.history(client).filter { $0.time >= firstSound.time }
      if let frame = end.first(where: { $0.action == "frame" && $0.detail == "card.png" }) {
        let offs = end.filter { $0.time >= frame.time && $0.isOff }
        toSilence.append(.nanoseconds((offs.filter { $0.device != "camera" }.map(\.time).max() ?? 0) - frame.time))
        let closed = try MockEntry.wait(client, "the camera's end") { entries in
          entries.last { $0.time >= frame.time && $0.device == "camera" && $0.action == "close" }
        }
        toAllOff.append(.nanoseconds(max(offs.map(\.time).max() ?? 0, closed.time) - frame.time))
      }
      _ = try client.send(HidePicture())
    }
    let over = noise.map { " over \($0)" } ?? ""
    report.add(
      "due → first sample handed to the speaker\(over), \(rings) rings", Percentiles(toSpeaker), .p99,
      most: .milliseconds(50))
    guard noise == nil else { return }
    let early = lateness.filter { $0 < .zero }.count
    report.add("due → first sound, \(rings) rings", Percentiles(lateness), .p99, most: .milliseconds(20))
    report.add("  of these early", "\(early)", must: "none", isMet: early == 0)
    report.add(
      "card's first frame → sounders, motor, lamp off", Percentiles(toSilence), .p95, most: .milliseconds(150))
    report.add("card's first frame → camera closed too", Percentiles(toAllOff), .p95, most: .milliseconds(250))
  }

  /// Measures everything between a closed camera and a recognized card, except the camera itself: the start of the
  /// command and of `rouse-scan`, a frame, its decoding and the digest.
  private static func openingToCard(
    _ subject: Subject, _ client: ControlClient, _ picture: ShowPicture, report: inout Report
  ) throws {
    _ = try client.send(picture)
    let found = Percentiles(try (0..<20).map { _ in try subject.time(["card", "test"]) })
    _ = try client.send(HidePicture())
    report.add("rouse card test → card known, camera closed before", found, .p95, most: .milliseconds(300))
  }

  /// Adds an alarm one second ahead; returns its due time in nanoseconds, which only the store knows.
  static func setAlarm(_ subject: Subject, _ client: ControlClient) throws -> Int64 {
    let alarm = try client.send(AddAlarm(input: AlarmInput(time: "+1s"))).alarm.id
    let armed = try Store(path: subject.storePath).openRings().first { $0.armed.plan.alarmID == alarm }
    guard let armed else { throw BenchError("the alarm was not armed") }
    return armed.armed.due.nanoseconds
  }
}
