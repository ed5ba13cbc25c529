import TraceModel
import WireText

/// Messages for people, one a line, as they come: columns have the widths that the report says they need.
///
/// ```
///      time    #  from → to             type            size     latency  sender
///  1.473897    4  Alice → Bruno's iPhone  identification  179 B             Alice
///  5.866301    4  Bruno's iPhone → Alice  direct          142 B  RTT 2.4 ms  Bruno's iPhone
/// ```
///
/// If a line is too short for that, the names of both ends are shortened a little. If this is not enough, a sender is
/// shown only if it differs from the peer that the message came from. A sender or fault that does not fit is shown in
/// full below its message.
public struct MessageLines: Sendable {
    /// Columns of the terminal, nil where lines may be as long as they are.
    private let width: Int?
    private let style: TextStyle
    private let ends: MessageEnds
    /// All columns but that of the sender; the last one has no width where no message has a latency.
    private let columns: [(title: String, width: Int, alignment: TextTable.Alignment)]
    /// Whether the sender is shown even if the message came from it.
    private let showsOwnSender: Bool

    private static let nameLimit = 20
    /// Names give way so far to the sender, and so far to the line.
    private static let shortestNames = (sender: 12, line: 8)
    private static let typeLimit = 20
    private static let senderLimit = 40
    private static let sizeWidth = 7
    private static let gap = "  "
    private static let contentMargin = 6
    /// Columns of contents where lines may be as long as they are.
    private static let usualWidth = 80

    /// - Parameters:
    ///   - report: The report with the messages' sessions and peers.
    ///   - width: Columns of the terminal, 40 at least; nil for lines of any length.
    ///   - style: Whether the text has colors.
    public init(_ report: TraceReport, width: Int? = nil, style: TextStyle = TextStyle(colored: false)) {
        self.width = width.map { max(40, $0) }
        self.style = style
        let timeWidth = max(4, report.sessions.reduce(0) { max($0, Self.time($1.end).utf8.count) })
        // Sessions with messages decide: the others have no lines.
        let talking = report.sessions.filter { ($0.forward.messages ?? 0) + ($0.backward.messages ?? 0) > 0 }
        let sessionWidth = talking.reduce(1) { max($0, String($1.id).utf8.count) }
        let types = talking.flatMap { [$0.forward, $0.backward] }.flatMap { $0.messageTypes.entries.map(\.name) }
        let isSound = talking.allSatisfy {
            ($0.forward.malformedMessages ?? 0) + ($0.backward.malformedMessages ?? 0) == 0
        }
        let typeWidth = types.reduce(isSound ? 4 : 9) { max($0, Self.type($1).width) }
        let isTimed = talking.contains {
            [.mesh, .echo, .carrierPigeon, .xmpp].contains($0.application)
                || $0.applicationRTT.count + $0.forward.oneWayDelay.count + $0.backward.oneWayDelay.count > 0
        }
        let latencyWidth = isTimed ? 11 : 0
        let names = PeerNames(report.peers)
        let pairs = talking.map { (SafeText.width(names.name($0.initiator)), SafeText.width(names.name($0.responder))) }
        let endsWidth = { (limit: Int) in pairs.reduce(9) { max($0, min($1.0, limit) + min($1.1, limit) + 3) } }
        let widths = [timeWidth, sessionWidth, typeWidth, Self.sizeWidth]
        let others = widths.reduce(latencyWidth, +) + Self.gap.utf8.count * (isTimed ? 5 : 4)
        let all = others + Self.gap.utf8.count + Self.senderWidth(talking, names)
        let room = self.width ?? .max
        let limit = { (others: Int, shortest: Int) -> Int? in
            (shortest...Self.nameLimit).last { others + endsWidth($0) <= room }
        }
        let limitBesideSender = limit(all, Self.shortestNames.sender)
        showsOwnSender = limitBesideSender != nil
        let nameLimit = limitBesideSender ?? limit(others, Self.shortestNames.line) ?? Self.shortestNames.line
        columns = [
            ("time", timeWidth, .right), ("#", sessionWidth, .right), ("from → to", endsWidth(nameLimit), .left),
            ("type", typeWidth, .left), ("size", Self.sizeWidth, .right),
            (isTimed ? "latency" : "", latencyWidth, .right),
        ]
        let cut = Elision.cut(
            talking.lazy.flatMap { [names.name($0.initiator), names.name($0.responder)] }, toWidth: nameLimit)
        ends = MessageEnds(report) {
            cut.of(names.name($0))
        } label: {
            SafeText.cut(SafeText.escaped(String($0.prefix(Self.senderLimit))), width: Self.nameLimit)
        }
    }

    /// The width that the last column needs for the senders that the report knows.
    private static func senderWidth(_ talking: [Session], _ names: PeerNames) -> Int {
        talking.reduce("sender".utf8.count) { width, session in
            switch session.application {
            case .mesh:
                return [session.initiator, session.responder].reduce(width) {
                    max($0, min(SafeText.width(names.name($1)), nameLimit))
                }
            // The address of an account, which is not known before the messages are read.
            case .carrierPigeon, .xmpp: return nameLimit
            default: return width
            }
        }
    }

    /// The names of the columns.
    public var header: String {
        // The sender is seldom more than below some of the messages, where the line is so short.
        style.dim(line(padded(columns.map(\.title)) + [showsOwnSender ? "sender" : ""])) + "\n"
    }

    /// The line of a message with its end, and nothing in it that could steer a terminal; a second one for what has no
    /// room on it.
    public func line(_ message: TraceMessage) -> String {
        let between = ends.ends(message).map { "\($0.from) → \($0.to)" } ?? message.direction.rawValue
        let showsSender = showsOwnSender || !ends.isFromWriter(message)
        let sender = (showsSender ? message.sender : nil).map { id in
            ends.signer(id)
                ?? SafeText.cut(SafeText.escaped(String(id.prefix(Self.senderLimit + 1))), width: Self.senderLimit)
        }
        let cells = padded([
            Self.time(message.time), "\(message.session)", between,
            message.type.map { Self.type($0).text } ?? (message.fault == nil ? "–" : "malformed"),
            Quantity.bytes(message.bytes), Self.latency(message),
        ])
        let last = [sender, message.fields.flatMap(MessageFields.text), message.fault.map(SafeText.escaped)]
            .compactMap(\.self).joined(separator: ", ")
        var lines = [line(cells + [last])]
        if let width, SafeText.width(text(cells + [last])) > width {
            let margin = String(repeating: " ", count: columns[0].width + columns[1].width + 2 * Self.gap.utf8.count)
            lines = [line(cells)] + SafeText.wrapped(last, width: width - margin.utf8.count).map { margin + $0 }
        }
        if message.fault != nil { lines = lines.map(style.red) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The lines of a message's content.
    func below(_ message: TraceMessage, _ content: MessageContent) -> String {
        let margin = String(repeating: " ", count: Self.contentMargin)
        let room = (width ?? Self.usualWidth) - Self.contentMargin
        return content.lines(message, width: room, style: style).map { margin + $0 + "\n" }.joined()
    }

    private func text(_ cells: [String]) -> String {
        // Only the column of latencies may have no width.
        var text = cells.filter { !$0.isEmpty }.joined(separator: Self.gap)
        while text.last == " " { text.removeLast() }
        return text
    }

    private func line(_ cells: [String]) -> String {
        let text = text(cells)
        return width.map { SafeText.cut(text, width: $0) } ?? text
    }

    /// `RTT 2.4 ms` for an answer; `+0.3 ms` for a way that took so much longer than the fastest one.
    private static func latency(_ message: TraceMessage) -> String {
        guard let latency = message.latency else { return "" }
        switch message.latencyKind {
        case .roundTrip: return "RTT " + Quantity.duration(latency)
        case .oneWay: return (latency < 0 ? "" : "+") + Quantity.duration(latency)
        default: return Quantity.duration(latency)
        }
    }

    private static func type(_ name: String) -> (text: String, width: Int) {
        let text = SafeText.cut(SafeText.escaped(String(name.prefix(typeLimit + 1))), width: typeLimit)
        return (text, SafeText.width(text))
    }

    /// Seconds with six decimals: messages often lie less than a millisecond apart.
    private static func time(_ seconds: Double) -> String { Quantity.fixed(seconds, decimals: 6) }

    private func padded(_ cells: [String]) -> [String] {
        zip(columns, cells).map { $0.alignment.padded($1, to: $0.width) }
    }
}
