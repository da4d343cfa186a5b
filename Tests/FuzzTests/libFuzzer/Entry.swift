import Glibc

// The two functions that libFuzzer calls. deploy/fuzz compiles this file with the others; SwiftPM does not.

/// What ROUSE_FUZZ_TARGET names. With ROUSE_FUZZ_SEEDS, a folder, the seeds are written there and nothing else is done.
private let target: FuzzTarget = {
  let name = getenv("ROUSE_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    preconditionFailure("ROUSE_FUZZ_TARGET is none of: \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
  }
  return target
}()

@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  guard let folder = getenv("ROUSE_FUZZ_SEEDS").map({ String(cString: $0) }) else { return 0 }
  do {
    for (index, seed) in try target.seeds().enumerated() {
      guard let stream = fopen("\(folder)/seed-\(index)", "w"), fwrite(seed, 1, seed.count, stream) == seed.count,
        fclose(stream) == 0
      else { throw BrokenPromise("a seed cannot be written to \(folder)") }
    }
  } catch {
    preconditionFailure("\(error)")
  }
  exit(0)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do { try target.examine(Array(UnsafeBufferPointer(start: start, count: count))) } catch {
    // A trap is what libFuzzer takes for a finding; -O would leave the words of a precondition out.
    let words = "broken promise: \(error)\n"
    write(STDERR_FILENO, words, words.utf8.count)
    abort()
  }
  return 0
}
