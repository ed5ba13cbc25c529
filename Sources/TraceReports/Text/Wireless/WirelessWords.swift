import TraceModel
import WireText

/// Facts about the radio in the few words of a line.
package enum WirelessWords {
    /// `laptop` for `laptop.local.`; the address of a node without a host name. Escaped.
    package static func name(_ node: AWDLReport.Node) -> String {
        guard let host = node.hostname else { return node.address }
        let short = host.hasSuffix(".local.") ? String(host.dropLast(7)) : host
        return SafeText.escaped(String(short.unicodeScalars.prefix(64).map(Character.init)))
    }

    /// Names of all nodes by their addresses.
    static func names(_ awdl: AWDLReport) -> [String: String] {
        Dictionary(awdl.nodes.map { ($0.address, name($0)) }) { first, _ in first }
    }

    /// Names of all nodes by their addresses, cut to a width where they do not differ.
    static func names(_ awdl: AWDLReport, width: Int) -> [String: String] {
        let names = names(awdl)
        let cut = Elision.cut(names.values, toWidth: width)
        return names.mapValues(cut.of)
    }

    /// `macOS`, `iOS`, or the number of an unknown class; empty if none was announced.
    static func device(_ number: Int?) -> String {
        switch number {
        case nil: ""
        case 1: "macOS"
        case 2: "iOS"
        case 4: "watchOS"
        case 8: "tvOS"
        case .some(let number): "class \(number)"
        }
    }

    /// `-47 dBm`, the median.
    static func signal(_ signal: Distribution) -> String {
        signal.median.map { "\(Int($0.rounded())) dBm" } ?? ""
    }

    /// `2 of 16`, `1.4 of 16` if clocks are apart, `2 of 16 if synchronized` if that is not known.
    static func overlap(_ pair: AWDLReport.Pair) -> String { overlap(pair, "") }

    /// `2 of 16 slots`
    static func sharedSlots(_ pair: AWDLReport.Pair) -> String { overlap(pair, " slots") }

    private static func overlap(_ pair: AWDLReport.Pair, _ unit: String) -> String {
        guard let overlap = pair.windowOverlap else { return "–" }
        let slots = overlap > 0 ? Int((Double(pair.commonSlots.count) / overlap).rounded()) : 16
        guard let shared = pair.sharedTime else {
            return "\(pair.commonSlots.count) of \(slots)\(unit) if synchronized"
        }
        let tenths = shared == 0 ? 0 : max(1, Int((shared * Double(slots) * 10).rounded()))
        return (tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)") + " of \(slots)\(unit)"
    }

    /// Pairs of which the schedules are known, those with the least time together first.
    static func leastFirst(_ awdl: AWDLReport) -> [AWDLReport.Pair] {
        awdl.pairs.enumerated().filter { $0.element.windowOverlap != nil }.sorted { first, second in
            let (one, other) = (first.element.share, second.element.share)
            return (one, first.offset) < (other, second.offset)
        }.map(\.element)
    }

    /// The names of both nodes.
    static func ends(_ pair: AWDLReport.Pair, _ names: [String: String]) -> [String] {
        [pair.a, pair.b].map { PeerNames.short(names[$0] ?? $0, width: 24) }
    }

    /// A frame's kind by the numbers of type and subtype (IEEE 802.11 §9.2.4.1.3); the numbers for rare ones.
    static func frameKind(_ numbers: String) -> String { frameKinds[numbers] ?? numbers }

    private static let frameKinds = [
        "0/0": "association requests", "0/1": "association responses", "0/2": "reassociation requests",
        "0/3": "reassociation responses", "0/4": "probe requests", "0/5": "probe responses", "0/8": "beacons",
        "0/10": "disassociations", "0/11": "authentications", "0/12": "deauthentications", "0/13": "action frames",
        "0/14": "action frames without acknowledgment", "1/2": "triggers", "1/4": "beamforming report polls",
        "1/5": "VHT/HE announcements", "1/6": "control frame extensions", "1/7": "control wrappers",
        "1/8": "block acknowledgment requests", "1/9": "block acknowledgments",
        "1/10": "PS-Polls", "1/11": "requests to send", "1/12": "clears to send", "1/13": "acknowledgments",
        "1/14": "CF-Ends",
        "2/0": "data", "2/4": "null", "2/8": "QoS data", "2/12": "QoS null",
    ]

    /// `beacons 40`, most frequent first.
    package static func frames(_ wireless: WirelessReport) -> [String] {
        wireless.frames.entries.sorted { ($1.count, $0.name) < ($0.count, $1.name) }.map {
            "\(frameKind($0.name)) \(Quantity.grouped($0.count))"
        }
    }

    /// `channel 44 (5220 MHz) 612`
    static func channels(_ wireless: WirelessReport) -> [String] {
        wireless.channels.map { channel in
            let frequency = "\(channel.frequency) MHz"
            let name = channel.channel.map { "channel \($0) (\(frequency))" } ?? frequency
            return "\(name) \(Quantity.grouped(channel.frames))"
        }
    }
}

extension AWDLReport.Pair {
    /// The share of time on one channel, as if clocks agreed where they cannot be compared.
    fileprivate var share: Double { sharedTime ?? windowOverlap ?? 0 }
}
