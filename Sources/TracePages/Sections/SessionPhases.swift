import TraceModel
import WireText

/// How long each step of a session took, one below the other.
struct SessionPhases {
    private let section: SessionSection
    private var session: Session { section.session }

    init(_ section: SessionSection) { self.section = section }

    private struct Step {
        let name: String
        let start: Double
        let length: Double
    }

    /// Discovery came before the session began: where the capture does not say when, right before it.
    private var steps: [Step] {
        let phases = session.phases
        let service = section.page.report.services.first { $0.id == session.service }
        let querier = service?.discovery.queriers.first {
            $0.peer == session.initiator.peer && session.initiator.peer != nil
                || $0.address == session.initiator.address
        }
        let ready = session.established ?? session.start + (phases.connect ?? 0)
        let resolving = querier?.firstAnswer ?? session.start - (phases.resolve ?? 0)
        var steps: [Step] = []
        func add(_ name: String, _ start: Double, _ length: Double?) {
            if let length { steps.append(Step(name: name, start: start, length: length)) }
        }
        add("discover", querier?.firstQuery ?? resolving - (phases.discover ?? 0), phases.discover)
        add("resolve", resolving, phases.resolve)
        add("connect", session.start, phases.connect)
        add("identify", ready, phases.identify)
        add("stabilize", ready, phases.stabilize)
        add("first message", ready, phases.firstMessage)
        return steps
    }

    var chart: Chart? {
        let steps = steps
        guard !steps.isEmpty else { return nil }
        var table = ValueTable(columns: ["from (s)", "took (s)", "step"])
        for step in steps { table.rows.append([.time(step.start), .seconds(step.length), .text(step.name)]) }
        let bars = steps.enumerated().map { index, step in
            Mark.Box(x: step.start...(step.start + step.length), y: Chart.lane(index))
        }
        let ends = steps.flatMap { [$0.start, $0.start + $0.length] }
        return Chart(
            kind: .phases, id: section.id("phases"), caption: "From the first question to the first message",
            series: ["step"],
            horizontal: .time(
                Scale(from: ends.min() ?? 0, to: ends.max() ?? 1), group: section.id("phases-time")),
            side: .lanes(steps.map { "\($0.name), \(Quantity.duration($0.length))" }),
            marks: [Mark(shape: .bars(bars), series: 1)], table: table)
    }
}
