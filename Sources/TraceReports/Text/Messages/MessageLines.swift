import TraceAnalysis

/// Messages for people, one a line, as they come: columns have the widths that the report says they need.
///
/// ```
///      time    #  from → to             type            size     latency  sender
///  1.473897    4  Alice → Bruno's iPhone  identification  179 B             Alice
///  5.866301    4  Bruno's iPhone → Alice  direct          142 B  RTT 2.4 ms  Bruno's iPhone
/// ```
public struct MessageLines {
    /// Columns of the terminal, nil where lines may be as long as they are.
    private let width: Int?
    private let style: TextStyle
    private let ends: MessageEnds
    private let timeWidth: Int
    private let sessionWidth: Int
    private let endsWidth: Int
    private let typeWidth: Int

    private static let nameLimit = 20
    private static let typeLimit = 20
    private static let senderLimit = 40
    private static let sizeWidth = 7
    private static let latencyWidth = 11

    public init(_ report: TraceReport, width: Int? = nil, style: TextStyle = TextStyle(colored: false)) {
        self.width = width.map { max(60, $0) }
        self.style = style
        let names = PeerNames(report.peers)
        let ends = MessageEnds(report) {
            SafeText.cut(names.name($0), width: Self.nameLimit)
        } label: {
            SafeText.cut(SafeText.escaped(String($0.prefix(Self.senderLimit))), width: Self.nameLimit)
        }
        self.ends = ends
        timeWidth = max(4, report.sessions.reduce(0) { max($0, Self.time($1.end).utf8.count) })
        // Sessions with messages decide: the others have no lines.
        let talking = report.sessions.filter { ($0.forward.messages ?? 0) + ($0.backward.messages ?? 0) > 0 }
        sessionWidth = talking.reduce(1) { max($0, String($1.id).utf8.count) }
        endsWidth = talking.reduce(9) {
            max(
                $0,
                SafeText.width(names.name($1.initiator)).clamped(to: Self.nameLimit)
                    + SafeText.width(names.name($1.responder)).clamped(to: Self.nameLimit) + 3)
        }
        let types = talking.flatMap { [$0.forward, $0.backward] }.flatMap { $0.messageTypes.entries.map(\.name) }
        let isSound = talking.allSatisfy {
            ($0.forward.malformedMessages ?? 0) + ($0.backward.malformedMessages ?? 0) == 0
        }
        typeWidth = types.reduce(isSound ? 4 : 9) { max($0, Self.type($1).width) }
    }

    /// The names of the columns.
    public var header: String {
        style.dim(
            line([
                (Self.padded("time", timeWidth, atEnd: false)), Self.padded("#", sessionWidth, atEnd: false),
                Self.padded("from → to", endsWidth), Self.padded("type", typeWidth),
                Self.padded("size", Self.sizeWidth, atEnd: false),
                Self.padded("latency", Self.latencyWidth, atEnd: false), "sender",
            ])) + "\n"
    }

    /// The line of a message with its end, and nothing in it that could steer a terminal.
    public func line(_ message: TraceMessage) -> String {
        let between = ends.ends(message).map { "\($0.from) → \($0.to)" } ?? message.direction.rawValue
        var last =
            message.sender.map { id in
                ends.signer(id)
                    ?? SafeText.cut(SafeText.escaped(String(id.prefix(Self.senderLimit + 1))), width: Self.senderLimit)
            } ?? ""
        if let fault = message.fault { last += (last.isEmpty ? "" : ", ") + SafeText.escaped(fault) }
        let text = line([
            Self.padded(Self.time(message.time), timeWidth, atEnd: false),
            Self.padded("\(message.session)", sessionWidth, atEnd: false), Self.padded(between, endsWidth),
            Self.padded(
                message.type.map { Self.type($0).text } ?? (message.fault == nil ? "–" : "malformed"), typeWidth),
            Self.padded(Quantity.bytes(message.bytes), Self.sizeWidth, atEnd: false),
            Self.padded(Self.latency(message), Self.latencyWidth, atEnd: false), last,
        ])
        return (message.fault == nil ? text : style.red(text)) + "\n"
    }

    private func line(_ cells: [String]) -> String {
        var text = cells.joined(separator: "  ")
        while text.last == " " { text.removeLast() }
        return width.map { SafeText.cut(text, width: $0) } ?? text
    }

    /// `RTT 2.4 ms` for an answer; `+0.3 ms` for a way that took so much longer than the fastest one.
    private static func latency(_ message: TraceMessage) -> String {
        guard let latency = message.latency else { return "" }
        switch message.latencyKind {
        case .roundTrip: return "RTT " + Quantity.duration(latency)
        case .oneWay: return (latency < 0 ? "" : "+") + Quantity.duration(latency)
        case nil: return Quantity.duration(latency)
        }
    }

    private static func type(_ name: String) -> (text: String, width: Int) {
        let text = SafeText.cut(SafeText.escaped(String(name.prefix(typeLimit + 1))), width: typeLimit)
        return (text, SafeText.width(text))
    }

    /// Seconds with six decimals: messages often lie less than a millisecond apart.
    private static func time(_ seconds: Double) -> String {
        let microseconds = (seconds * 1e6).rounded()
        guard let count = Int64(exactly: microseconds) else { return "\(seconds)" }
        let fraction = String(count.magnitude % 1_000_000)
        return (count < 0 ? "-" : "") + "\(count.magnitude / 1_000_000)."
            + String(repeating: "0", count: 6 - fraction.count) + fraction
    }

    private static func padded(_ text: String, _ width: Int, atEnd: Bool = true) -> String {
        let padding = String(repeating: " ", count: max(0, width - SafeText.width(text)))
        return atEnd ? text + padding : padding + text
    }
}

extension Int {
    fileprivate func clamped(to limit: Int) -> Int { Swift.min(self, limit) }
}
