import Control
import ControlService

struct CalendarRoutes: Sendable {
  let ledger: Ledger
  let calendars: CalendarCommands

  func add(to router: inout Router) {
    router.on(LookAtCalendar.self) { try await calendars.look($0.input, in: ledger) }
    router.on(AddCalendar.self) { try await calendars.add($0.input, confirmed: $0.confirmed, to: ledger) }
    router.on(ListCalendars.self) { _ in
      ListCalendars.Reply(calendars: await ledger.show { calendars.all })
    }
    router.on(ShowCalendar.self) { command in
      try await ledger.show { () throws(ControlError) in try calendars.show(command.calendar) }
    }
    router.on(RemoveCalendar.self) { try await calendars.remove($0.calendar, from: ledger) }
  }
}
