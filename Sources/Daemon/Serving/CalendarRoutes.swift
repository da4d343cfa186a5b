import Control
import ControlService

extension RouseDaemon {
  func addCalendars(to router: inout Router) {
    let calendars = commands.calendars
    router.on(LookAtCalendar.self) { [self] in try await calendars.look($0.input, in: ledger) }
    router.on(AddCalendar.self) { [self] in
      try await calendars.add($0.input, confirmed: $0.confirmed, to: ledger)
    }
    router.on(ListCalendars.self) { [self] _ in
      ListCalendars.Reply(calendars: await ledger.show { calendars.all })
    }
    router.on(ShowCalendar.self) { [self] command in
      try await ledger.show { () throws(ControlError) in try calendars.show(command.calendar) }
    }
    router.on(RemoveCalendar.self) { [self] in try await calendars.remove($0.calendar, from: ledger) }
  }
}
