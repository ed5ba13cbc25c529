import TraceModel
import WireText

/// How many round trips of a session are at most as long, as steps: of messages, and of acknowledgments in each direction.
struct RoundTripDistribution {
    private let section: SessionSection
    private let samples: RoundTripKinds

    init(_ section: SessionSection, _ samples: RoundTripKinds) { (self.section, self.samples) = (section, samples) }

    /// Steps of each line, whose values are quantiles of it.
    private static let quantiles = 50

    var chart: Chart? {
        guard samples.all.count > 1 else { return nil }
        var table = ValueTable(columns: ["round trip (s)", "share (0…1)", "kind"])
        var lines: [Mark] = []
        var delayed: [Mark.Point] = []
        let axis = samples.axis
        let groups = groups
        let room = min(Self.quantiles, section.page.rowsPerSession / max(1, groups.count))
        for (series, own) in groups {
            let steps = Self.steps(own, at: room)
            lines.append(Mark(shape: .line(Self.line(steps, on: axis.scale)), series: series.rawValue))
            for step in steps {
                let isDelayed = samples.series(step.sample) == .delayed
                if isDelayed { delayed.append(.init(step.sample.value, step.share)) }
                // A handshake counts with the acknowledgments of its direction.
                table.add(
                    [
                        .seconds(step.sample.value), .number(step.share, Quantity.share(step.share)),
                        .text(isDelayed ? samples.kind(step.sample) : series.name),
                    ], at: .init(Mark.Point(step.sample.value, step.share)))
            }
        }
        return Chart(
            kind: .distribution, id: section.id("distribution"),
            caption: "How many round trips are at most as long" + samples.zeros("left"),
            series: RoundTripKinds.Series.allCases.map(\.name), horizontal: axis,
            side: .axis(
                Chart.Axis(label: "share (%)", scale: Scale(from: 0, to: 1), format: { Quantity.share($0) })),
            marks: lines
                + [Mark(shape: .points(delayed), series: RoundTripKinds.Series.delayed.rawValue)].filter {
                    !$0.isEmpty
                }, table: table)
    }

    /// What has a line: messages, and each direction's acknowledgments with that of its handshake, sorted by their lengths.
    private var groups: [(series: RoundTripKinds.Series, samples: [RoundTrip])] {
        let sorted = samples.all.sorted { ($0.value, $0.time, $0.frame) < ($1.value, $1.time, $1.frame) }
        return [RoundTripKinds.Series.application, .forward, .backward].compactMap { series in
            let own = sorted.filter { sample in
                sample.kind == .application
                    ? series == .application : series == (sample.direction == .forward ? .forward : .backward)
            }
            return own.isEmpty ? nil : (series, own)
        }
    }

    /// A sample, and the share of those that are at most as long.
    struct Step {
        let sample: RoundTrip
        let share: Double
    }

    /// Steps at so many of the samples, the shortest and the longest among them; equal ones are one step.
    static func steps(_ sorted: [RoundTrip], at count: Int) -> [Step] {
        guard let last = sorted.indices.last else { return [] }
        let size = max(1, (sorted.count + count - 1) / max(1, count))
        var steps: [Step] = []
        for rank in Array(stride(from: 0, to: last, by: size)) + [last]
        where steps.last?.sample.value != sorted[rank].value {
            var end = rank
            while end < last, sorted[end + 1].value == sorted[rank].value { end += 1 }
            steps.append(Step(sample: sorted[rank], share: Double(end + 1) / Double(sorted.count)))
        }
        return steps
    }

    /// A line that rises at each step: from 0 at the beginning of the axis to all at its end.
    static func line(_ steps: [Step], on scale: Scale) -> [Mark.Point] {
        var points = [Mark.Point(scale.first, 0)]
        var share = 0.0
        for step in steps {
            points += [.init(step.sample.value, share), .init(step.sample.value, step.share)]
            share = step.share
        }
        return points + [.init(scale.last, share)]
    }
}
