import CLinux

/// Threads for work that may block or must be on time, which the threads of tasks (`WorkPool`) must not do.
package enum MachineThread {
  /// Starts a detached thread. The name is limited to 15 bytes.
  /// A mock `clock` waits while this thread runs; the thread must do its own waits with a `Wakeup`.
  package static func start(
    _ name: String, clock: VirtualTime? = VirtualTime.installed, _ run: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    clock?.enter()
    let box = Unmanaged.passRetained(
      Box<@Sendable () -> Void>({
        rouse_name_thread(name)
        run()
        clock?.leave()
      }))
    let code = rouse_start_thread(
      { context in
        if let context { Unmanaged<Box<@Sendable () -> Void>>.fromOpaque(context).takeRetainedValue().value() }
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.release()
      clock?.leave()
      throw SystemError("starting the thread \(name)", code)
    }
  }
}
