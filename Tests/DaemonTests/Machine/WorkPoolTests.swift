import Glibc
import Machine
import Testing

struct WorkPoolTests {
  @Test func tasksAndTheirChildrenRunOnItsThreads() async {
    let pool = WorkPool(usual: 2, most: 4)
    let names = await Task(executorPreference: pool) {
      await withTaskGroup(of: String.self) { group in
        for _ in 0..<20 { group.addTask { Self.threadName } }
        return await group.reduce(into: Set([Self.threadName])) { $0.insert($1) }
      }
    }.value
    #expect(names == ["work"])
    #expect((1...4).contains(pool.threads))
  }

  @Test func blockedThreadsHoldUpNoOthers() async {
    let pool = WorkPool(usual: 2, most: 8)
    let release = Box(false)
    let blocked = (0..<6).map { _ in Task(executorPreference: pool) { release.wait() } }
    // By then every usual thread is blocked, so the pool must add threads.
    #expect(await Task(executorPreference: pool) { 7 }.value == 7)
    #expect(pool.threads > 2)
    release.value = true
    for task in blocked { await task.value }
  }

  @Test func workBeyondTheMostWaitsForAFreeThread() async {
    let pool = WorkPool(usual: 1, most: 2)
    let release = Box(false)
    let blocked = (0..<2).map { _ in Task(executorPreference: pool) { release.wait() } }
    let later = Task(executorPreference: pool) { 7 }
    while pool.threads < 2 { await Task.yield() }
    release.value = true
    #expect(await later.value == 7)
    for task in blocked { await task.value }
    #expect(pool.threads <= 2)
  }

  @Test func threadsThatNothingNeedsEnd() async throws {
    let pool = WorkPool(usual: 6, most: 6, patience: .milliseconds(50))
    let release = Box(false)
    let blocked = (0..<6).map { _ in Task(executorPreference: pool) { release.wait() } }
    while pool.threads < 6 { await Task.yield() }
    release.value = true
    for task in blocked { await task.value }
    #expect(await eventually { pool.threads == 2 })
    #expect(await Task(executorPreference: pool) { 7 }.value == 7)
  }

  @Test func waitingForItGivesItsErrorBack() throws {
    struct Failure: Error {}
    try WorkPool.shared.waitFor { await Task.yield() }
    #expect(throws: Failure.self) { try WorkPool.shared.waitFor { throw Failure() } }
  }

  private static var threadName: String {
    let file = open("/proc/thread-self/comm", O_RDONLY)
    defer { close(file) }
    var name = [UInt8](repeating: 0, count: 16)
    let count = read(file, &name, name.count)
    return String(decoding: name.prefix(max(0, count - 1)), as: UTF8.self)
  }
}

extension Box<Bool> {
  fileprivate func wait() { while !value { usleep(1_000) } }
}
