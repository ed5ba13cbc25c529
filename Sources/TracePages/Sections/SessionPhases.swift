import TraceModel
import WireText

/// How long each step of a session took, one below the other.
struct SessionPhases {
    private let section: SessionSection

    init(_ section: SessionSection) { self.section = section }

    var chart: Chart? {
        let service = section.page.report.services.first { $0.id == section.session.service }
        let steps = SessionSteps(section.session, service: service).all
        guard !steps.isEmpty else { return nil }
        var table = ValueTable(columns: ["from (s)", "took (s)", "step"])
        let bars = steps.enumerated().map { index, step in
            Mark.Box(x: step.start...step.end, y: Chart.lane(index))
        }
        for (step, bar) in zip(steps, bars) {
            table.add([.time(step.start), .seconds(step.length), .text(step.name)], at: bar)
        }
        let ends = steps.flatMap { [$0.start, $0.end] }
        return Chart(
            kind: .phases, id: section.id("phases"), caption: "From the first question to the first message",
            series: ["step"],
            horizontal: .time(
                Scale(from: ends.min() ?? 0, to: ends.max() ?? 1), group: section.page.captureGroup),
            side: .lanes(steps.map { "\($0.name), \(Quantity.duration($0.length))" }),
            marks: [Mark(shape: .bars(bars), series: 1)], table: table)
    }
}
