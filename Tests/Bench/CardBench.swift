import CardReader
import Glibc
import Pictures
import SyntheticFrames

/// How many codes the card reader reads in camera-like frames, compared with libzbar alone, and the time it takes.
enum CardBench {
  static func run(_ options: CardOptions) throws {
    if let folder = options.folder {
      try CardFrames.write(to: folder, options)
      return
    }
    let frames = try CardFrames(options)
    if options.manifests.isEmpty {
      print("frames of seed \(options.seed), \(options.count) a category; the same seed gives the same frames\n")
    }
    var score = CardScore()
    for scene in frames.scenes { try measure(scene, into: &score) }
    for burst in frames.bursts { try measure(burst: burst, into: &score) }
    for text in score.tables { print(text, "\n") }
    var report = Report()
    score.addLimits(to: &report)
    if options.decodes > 0 { try memory(options.decodes, report: &report) }
    print(report.text)
  }

  /// The frames of live video that are searched for a card.
  static let liveFrames = 5
  /// The frames that are searched if there is no card, enough for every pass to run.
  private static let emptyFrames = 8

  private static func measure(_ scene: CardScene, into score: inout CardScore) throws {
    let reader = try CardReader()
    let frame = try scene.frame(0)
    let plain = try timed { try reader.read(frame, with: Pass.raw) }
    let every = try timed { try reader.read(frame) }
    // A new reader, because it remembers what it has seen.
    let video = try CardReader()
    var looks: [Reading] = []
    for number in 0..<(scene.expected.isEmpty ? emptyFrames : liveFrames) {
      let next = (1..<scene.frameCount).contains(number) ? try scene.frame(number) : frame
      looks.append(try timed { try video.look(at: next).sightings })
      if !scene.expected.isEmpty && looks[number].sightings.contains(where: { scene.isExpected($0.payload) }) { break }
    }
    score.add(scene, FrameStatistics(of: frame), plain: plain, every: every, looks: looks)
  }

  private static func measure(burst: CardScene, into score: inout CardScore) throws {
    let reader = try CardReader()
    let frames = try (0..<burst.frameCount).map { try burst.frame($0) }
    score.add(
      burst: burst,
      plain: try frames.map { frame in try timed { try reader.read(frame, with: Pass.raw) } },
      every: try timed { try reader.read(burst: frames) })
  }

  struct Reading {
    var sightings: [CardReader.Sighting]
    var time: Duration
  }

  private static func timed(_ read: () throws -> [CardReader.Sighting]) throws -> Reading {
    let begun = threadTime()
    let sightings = try read()
    return Reading(sightings: sightings, time: threadTime() - begun)
  }

  /// The CPU time of this thread.
  private static func threadTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Reads a small card repeatedly: libzbar leaks memory with every code, the reader must not.
  private static func memory(_ count: Int, report: inout Report) throws {
    let reader = try CardReader()
    let frame = try QRCard(payload: Subject.payload).image(moduleSize: 3)
    // A tenth first, to allocate what is kept.
    for _ in 0..<count / 10 { _ = try reader.read(frame) }
    let before = try IdleBench.memory(of: getpid()).anonymous * 1024
    var readings = 0
    for _ in 0..<count where try !reader.read(frame).isEmpty { readings += 1 }
    let after = try IdleBench.memory(of: getpid()).anonymous * 1024
    report.add(
      "anonymous memory over \(readings) decodes", "\(Int(before)) → \(Int(after)) KiB", must: "<= 512 KiB more",
      isMet: after - before <= 512 && readings == count)
  }
}
