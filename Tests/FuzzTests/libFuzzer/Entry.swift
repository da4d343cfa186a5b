import Glibc

// The two functions that libFuzzer calls. Only deploy/fuzz compiles this file, not SwiftPM.

/// The target named by ROUSE_FUZZ_TARGET. If ROUSE_FUZZ_SEEDS names a folder, the program only writes the seeds there.
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
    // libFuzzer reports a trap as a finding, but -O removes the message of a precondition.
    let words = "broken promise: \(error)\n"
    write(STDERR_FILENO, words, words.utf8.count)
    abort()
  }
  return 0
}
