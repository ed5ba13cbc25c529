import RunComparison
import TraceModel

/// The sort order of sessions: by their start, their application, or any of their metrics.
public struct SessionOrder: Equatable, Sendable {
    /// The name of the order, as `--sort` takes it.
    public let name: String
    /// The first session has the lowest key.
    private let key: @Sendable (Session) -> Double?

    private init(name: String, key: @escaping @Sendable (Session) -> Double?) {
        self.name = name
        self.key = key
    }

    /// - Parameter name: One of ``usualNames``, another metric of `ComparisonMetric`, or the column of a metric
    ///   in ``RowTable/sessions(of:)``.
    public init?(_ name: String) {
        guard let order = Self.byName[name] else { return nil }
        self = order
    }

    /// The earliest first.
    public static let start = SessionOrder(name: "start") { $0.start }
    /// Those of one application together, the ones that nothing is known of last.
    private static let application = SessionOrder(name: "application") { session in
        session.application == .unknown
            ? nil : Double(applications.firstIndex(of: session.application) ?? applications.count)
    }

    private static let applications = Session.Application.builtIn.filter { $0 != .unknown }

    /// The names of those that answer the usual questions.
    public static let usualNames = [start.name, "duration"] + Session.summaries.map(\.key) + [application.name]

    /// All of them. The session with the largest value of a metric comes first.
    private static let byName: [String: SessionOrder] = {
        let figures = (Session.summaries + ComparisonMetric.allCases.map(\.metric) + Session.allMetrics).flatMap(
            \.figures)
        let orders = figures.map { figure in
            SessionOrder(name: figure.name) { session in figure.value(session).map { -$0 } }
        }
        return Dictionary(([start, application] + orders).map { ($0.name, $0) }) { first, _ in first }
    }()

    public static func == (first: SessionOrder, second: SessionOrder) -> Bool { first.name == second.name }

    /// The indices of sessions in this order. Those without the metric come last, even if the order is reversed; equal
    /// ones stay in time order.
    ///
    /// - Parameters:
    ///   - indices: The indices of the wanted sessions, in time order.
    ///   - sessions: All sessions.
    ///   - reversed: Whether the order is turned round.
    public func indices(_ indices: [Int], in sessions: [Session], reversed: Bool = false) -> [Int] {
        let keys = indices.map { key(sessions[$0]) }
        return indices.indices.sorted { first, second in
            switch (keys[first], keys[second]) {
            case (nil, nil): first < second
            case (nil, _): false
            case (_, nil): true
            case (let one?, let other?):
                one == other ? first < second : (one < other) != reversed
            }
        }.map { indices[$0] }
    }
}
