import Control
import ControlService

struct DataRoutes: Sendable {
  let erasures: Erasures
  let report: DataReport
  let bulk: BulkGate

  func add(to router: inout Router) {
    router.on(ShowData.self) { _ in
      let categories = try await bulk.run { await report.categories() }
      return ShowData.Reply(folder: report.folder, categories: categories, erasure: await erasures.view())
    }
    router.on(EraseData.self) { try await erasures.erase($0) }
    router.on(CancelErasure.self) { _ in try await erasures.cancel() }
  }
}
