import TraceModel
import WireText

/// The round trips of a session by what they show: those of messages, of handshakes, of acknowledgments in each direction, and
/// acknowledgments that a receiver delayed.
struct RoundTripKinds {
    /// In the order of time.
    let all: [RoundTrip]
    /// The shortest acknowledgment of each direction.
    private let least: [TraceMessage.Direction: Double]

    init(_ samples: [RoundTrip]) {
        all = samples.sorted { ($0.time, $0.frame) < ($1.time, $1.frame) }
        least = Dictionary(
            samples.filter { $0.kind == .transport }.map { ($0.direction, $0.value) }, uniquingKeysWith: min)
    }

    /// What has a color of its own. Those of a direction are those of other plots.
    enum Series: Int, CaseIterable {
        case forward = 1, backward, application, delayed, handshake

        var name: String {
            switch self {
            case .forward: "transport forward"
            case .backward: "transport backward"
            case .application: "application"
            case .delayed: "delayed acknowledgment"
            case .handshake: "handshake"
            }
        }
    }

    /// Receivers that wait for a second segment or for data do so for 40 ms (Linux) to 200 ms, at most 500 (RFC 9293 §3.8.6.3).
    private static let delays = 0.036...0.51

    func series(_ sample: RoundTrip) -> Series {
        switch sample.kind {
        case .application: .application
        case .handshake: .handshake
        default:
            Self.delays.contains(sample.value) && sample.value > 4 * (least[sample.direction] ?? 0)
                ? .delayed : sample.direction == .forward ? .forward : .backward
        }
    }

    /// What a table calls a sample: its series, and the direction of who waited for a delayed acknowledgment.
    func kind(_ sample: RoundTrip) -> String {
        let series = series(sample)
        return series == .delayed ? "\(series.name) \(sample.direction.rawValue)" : series.name
    }

    var axis: Chart.Axis {
        Chart.Axis(label: "round trip (s)", scale: .delays(all.map(\.value)), format: { Quantity.duration($0) })
    }

    /// Where round trips of no time are on an axis that has no 0, as the end of a sentence; empty without any.
    ///
    /// - Parameter edge: `lower`
    func zeros(_ edge: String) -> String {
        let count = all.count { $0.value <= 0 }
        guard count > 0, axis.scale.kind == .logarithmic else { return "" }
        return "; \(Quantity.count(count, "round trip")) of 0 s \(count == 1 ? "is" : "are") at the \(edge) edge"
    }
}
