/// A metric of a session, or of one of its directions.
///
/// The tables ``Session/metrics``, ``Session/summaries`` and ``SessionDirection/metrics`` have one entry for each. The
/// columns of CSV, the rows of text, sort orders, the metrics of limits and those of comparisons come from there.
public struct Metric<Subject: Sendable>: Sendable {
    /// The key in the report, after that of the part that has it: `phases.connect`. Of a summary, which the report does
    /// not have, its name.
    public let key: String
    /// The name in a sentence: `retransmitted packets`.
    public let title: String
    /// The numbers that tables show of it; none if it is not a number.
    public let figures: [Figure]
    /// The property.
    package let path: AnyKeyPath & Sendable
    /// Removes the value from a subject, if the report can be without it.
    let withdraw: @Sendable (inout Subject) -> Void

    /// One number of a metric.
    public struct Figure: Sendable {
        /// The name of its column.
        public let name: String
        /// The unit of its values.
        public let unit: MetricUnit
        /// The heading of its row in a table of both directions, nil if it has no row.
        package var heading: String?
        /// Whether it counts faults, of which 0 is not worth a row.
        package var isFault = false
        /// Whether its column comes after those of all without this mark: it was added when programs might already count on
        /// the positions of the others.
        package var isLast = false
        /// The same for one that was added after those.
        package var isNewest = false
        /// Its value, nil if it was not measured. Whole numbers are exact up to 2^53.
        public let value: @Sendable (Subject) -> Double?

        /// The same number of a whole that has its subject as a part.
        func of<Whole: Sendable>(_ path: KeyPath<Whole, Subject> & Sendable, named name: String) -> Metric<Whole>.Figure
        {
            .init(
                name: name, unit: unit, heading: heading, isFault: isFault, isLast: isLast, isNewest: isNewest
            ) { [value] in
                value($0[keyPath: path])
            }
        }

        /// The same number with its column at the end.
        var last: Self {
            var figure = self
            figure.isLast = true
            return figure
        }

        /// The name of its column for one direction: `forwardPackets`.
        package func name(ofDirection side: String) -> String {
            side + name.prefix(1).uppercased() + name.dropFirst()
        }
    }
}

/// The unit of a metric, by its symbol.
@nonexhaustive
public enum MetricUnit: String, Codable, Sendable {
    /// Whole numbers, as are bytes.
    case count
    /// Bytes.
    case bytes = "B"
    /// Seconds.
    case seconds = "s"
    /// Bits per second.
    case bitsPerSecond = "bit/s"
    /// Parts per million.
    case partsPerMillion = "ppm"
    /// A part of a whole, 0…1.
    case ratio = "1"
}

/// The type of a property that is a metric with one figure.
package protocol MetricScalar: Sendable {
    var metricValue: Double? { get }
    /// The value of a metric that was removed; nil for a type that always has a number.
    static var removed: Self? { get }
}

extension MetricScalar { package static var removed: Self? { nil } }
extension Int: MetricScalar { package var metricValue: Double? { Double(self) } }
extension Double: MetricScalar { package var metricValue: Double? { self } }
extension Optional: MetricScalar where Wrapped: MetricScalar {
    package var metricValue: Double? { flatMap(\.metricValue) }
    package static var removed: Self? { .some(nil) }
}

// MARK: - Entries of the tables

extension Metric {
    /// A number.
    ///
    /// - Parameters:
    ///   - row: The heading of its row.
    ///   - fault: The same for a number of faults.
    ///   - column: The name of its column, if that is not the key.
    init<Value: MetricScalar>(
        _ key: String, _ path: WritableKeyPath<Subject, Value> & Sendable, _ unit: MetricUnit = .count,
        title: String? = nil, row: String? = nil, fault: String? = nil, column: String? = nil,
        hasLastColumns: Bool = false, isNewest: Bool = false
    ) {
        let figure = Metric<Value>.Figure(
            name: "", unit: unit, heading: row ?? fault, isFault: fault != nil, isLast: hasLastColumns,
            isNewest: isNewest
        ) { $0.metricValue }
        self.init(key, path, figures: [figure], title: title, column: column) {
            if let removed = Value.removed { $0[keyPath: path] = removed }
        }
    }

    /// A part of the report with several figures, or with none; their names follow the key.
    init<Value: Blank & Sendable>(
        _ key: String, _ path: WritableKeyPath<Subject, Value> & Sendable, _ figures: [Metric<Value>.Figure],
        title: String? = nil, hasLastColumns: Bool = false
    ) {
        self.init(
            key, path, figures: hasLastColumns ? figures.map(\.last) : figures, title: title,
            withdraw: { $0[keyPath: path] = .blankInReport })
    }

    /// A number that follows from others, and that the report does not have.
    package init<Value: MetricScalar>(
        _ key: String, _ unit: MetricUnit, value: @escaping @Sendable (Subject) -> Value
    ) {
        self.init(key, \.self, figures: [.init(name: "", unit: unit) { value($0).metricValue }])
    }

    private init<Value: Sendable>(
        _ key: String, _ path: KeyPath<Subject, Value> & Sendable, figures: [Metric<Value>.Figure],
        title: String? = nil, column: String? = nil,
        withdraw: @escaping @Sendable (inout Subject) -> Void = { _ in }
    ) {
        let name = key.split(separator: ".").last.map(String.init) ?? key
        self.key = key
        self.title = title ?? Self.words(name)
        self.figures = figures.map { $0.of(path, named: (column ?? name) + $0.name) }
        self.path = path
        self.withdraw = withdraw
    }

    /// The keys of properties in a table.
    static func keys(_ paths: [PartialKeyPath<Subject>], in table: [Metric]) -> [String] {
        paths.map { path in
            guard let metric = table.first(where: { ($0.path as AnyKeyPath) == path }) else {
                // The paths are constants of the rules of limits, all looked up by tests: no input gets here.
                preconditionFailure("\(path) is not in the table of metrics")
            }
            return metric.key
        }
    }

    /// A name of the report's keys with spaces between its words; abbreviations stay in capitals.
    private static func words(_ key: String) -> String {
        var words = ""
        var wasUppercase = false
        for character in key {
            if character.isUppercase, !wasUppercase { words += " " }
            wasUppercase = character.isUppercase
            words.append(character)
        }
        return words.split(separator: " ").map { $0.allSatisfy(\.isUppercase) ? String($0) : $0.lowercased() }
            .joined(separator: " ")
    }
}

extension Metric<SessionDirection> {
    /// The same metric of one direction of a session.
    func of(
        _ path: WritableKeyPath<Session, SessionDirection> & Sendable, _ name: String, _ arrow: String
    ) -> Metric<Session> {
        .init(
            key: "\(name).\(key)", title: "\(title) \(arrow)",
            figures: figures.map { $0.of(path, named: $0.name(ofDirection: name)) },
            path: path,
            withdraw: { [withdraw] in withdraw(&$0[keyPath: path]) })
    }
}
