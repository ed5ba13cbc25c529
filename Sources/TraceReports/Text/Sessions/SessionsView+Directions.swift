import TraceModel
import WireText

extension SessionsView {
    /// The data that each side sent and how well it arrived, side by side.
    func directions(_ session: Session, _ names: PeerNames) -> [String] {
        var table = TextTable([
            .init("", limit: 30, minimum: 18), .init("\(Self.title(names.name(session.initiator))) →", .right),
            .init("← \(Self.title(names.name(session.responder)))", .right),
        ])
        let sides = [session.forward, session.backward]
        for (name, value) in Self.rows {
            let cells = sides.map { value($0) ?? "" }
            if cells.contains(where: { !$0.isEmpty }) { table.add([name] + cells.map { $0.isEmpty ? "–" : $0 }) }
            if name == Self.messages { for row in Self.types(sides) { table.add(row) } }
        }
        for (name, options) in Self.options(session) { table.add([name] + options) }
        return table.lines(width: width, style: style)
    }

    private static func title(_ name: String) -> String { SafeText.cut(name, width: 24) }

    private static let messages = "messages"

    /// Metrics that are nil for both sides are left out, and so are faults with a count of zero.
    private static let rows: [(name: String, value: @Sendable (SessionDirection) -> String?)] = [
        ("packets", { Quantity.grouped($0.packets) }),
        ("bytes on the wire", { Quantity.bytes($0.wireBytes) }),
        ("payload", { $0.payloadBytes.map { Quantity.bytes($0) } }),
        (messages, { $0.messages.map(Quantity.grouped) }),
        ("bytes of messages", { $0.messageBytes.map { Quantity.bytes($0) } }),
        ("malformed", { some($0.malformedMessages) }),
        ("lost", { lost($0) }),
        ("duplicate", { some($0.duplicateMessages) }),
        ("reordered", { some($0.reorderedMessages) }),
        ("datagrams lost", { some($0.lostDatagrams) }),
        ("retransmitted packets", { some($0.retransmittedPackets) }),
        ("retransmitted bytes", { positive($0.retransmittedBytes).map { Quantity.bytes($0) } }),
        ("out of order", { some($0.outOfOrderPackets) }),
        ("duplicate ACKs", { some($0.duplicateAcks) }),
        ("zero windows", { some($0.zeroWindows) }),
        ("urgent packets", { some($0.urgentPackets) }),
        ("keep-alives", { some($0.keepAlives) }),
        ("not captured", { positive($0.missingBytes).map { Quantity.bytes($0) } }),
        ("goodput", { $0.goodput.map { Quantity.rate($0) } }),
        ("best 100 ms", { $0.peakThroughput.map { Quantity.rate($0) } }),
        ("data after probes", { $0.bulk?.bytes.map { Quantity.bytes($0) } }),
        ("  goodput", { $0.bulk?.goodput.map { Quantity.rate($0) } }),
        ("jitter (RFC 3550)", { $0.interarrivalJitter.map { Quantity.duration($0) } }),
        ("clock drift", { $0.clockDrift.map { Quantity.digits($0) + " ppm" } }),
    ]

    private static func positive(_ number: Int?) -> Int? { number.flatMap { $0 > 0 ? $0 : nil } }

    private static func some(_ number: Int?) -> String? { positive(number).map(Quantity.grouped) }

    /// If messages are numbered, a loss of zero is worth showing.
    private static func lost(_ direction: SessionDirection) -> String? {
        direction.lostMessages.map { $0 == 0 ? "0" : "\(Quantity.grouped($0)) (\(Quantity.share(direction.loss)))" }
    }

    private static let typesShown = 12

    /// Messages of each type, those that the initiator sent first.
    private static func types(_ sides: [SessionDirection]) -> [[String]] {
        var names: [String] = []
        for name in sides.flatMap({ $0.messageTypes.entries.map(\.name) }) where !names.contains(name) {
            names.append(name)
        }
        let rows = names.prefix(typesShown).map { name in
            ["  " + SafeText.escaped(name)] + sides.map { some($0.messageTypes[name]) ?? "–" }
        }
        return names.count > typesShown ? rows + [["  \(names.count - typesShown) more types", "…", "…"]] : rows
    }

    /// The options that the SYNs offer.
    private static func options(_ session: Session) -> [(String, [String])] {
        let sides = [session.forward.tcpOptions, session.backward.tcpOptions]
        guard sides.contains(where: { $0 != nil }) else { return [] }
        let segment = sides.map { options in
            options.map { $0.maximumSegmentSize.map { "\(Quantity.grouped($0)) B" } ?? "none" } ?? "–"
        }
        let others = sides.map { options -> String in
            guard let options else { return "–" }
            var names: [String] = []
            if options.selectiveAcknowledgments { names.append("SACK") }
            if options.timestamps { names.append("timestamps") }
            if options.multipath { names.append("multipath") }
            if options.fastOpen { names.append("fast open") }
            return names.isEmpty ? "none" : names.joined(separator: ", ")
        }
        let scales = sides.map { options in
            options.map { $0.windowScale.map { "×\(scale($0))" } ?? "none" } ?? "–"
        }
        return [("largest segment", segment), ("window scale", scales), ("TCP options", others)]
    }

    /// RFC 7323 §2.3: shifts above 14 count as 14.
    private static func scale(_ shift: Int) -> String { Quantity.grouped(1 << max(0, min(shift, 14))) }
}
