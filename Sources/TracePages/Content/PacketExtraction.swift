import TraceModel
import WireCoding
import WireText

/// The commands on a page that copy what it shows to a file of its own: `nearscope extract`.
package struct PacketExtraction: Sendable {
    /// What `extract` reads: a file, or `--merge` and several.
    private let inputs: [String]
    /// Options by which `extract` finds the same sessions.
    private let keys: [String]
    private let filter: String?
    /// Whether `extract` numbers the sessions of the inputs as the page does.
    private let hasSameNumbers: Bool
    /// Whether names and addresses are stand-ins, which no packet has.
    private let isRedacted: Bool

    /// - Parameters:
    ///   - paths: The files and directories of the capture.
    ///   - merged: Whether they are read as one.
    ///   - filter: The page shows only packets that pass it.
    ///   - keys: The options with the key logs by which sessions were opened: inside, connections may go on elsewhere.
    ///   - dividesConversations: Whether silence ends conversations over UDP, which it does not for `extract`.
    package init(
        _ paths: [String], merged: Bool = false, keys: [String] = [], filter: String? = nil,
        dividesConversations: Bool = false, isRedacted: Bool = false
    ) {
        // `extract` numbers all sessions of its inputs, whatever it filters.
        hasSameNumbers = filter == nil && !dividesConversations
        inputs = (merged ? ["--merge"] : []) + paths.map(ShellWord.path)
        (self.keys, self.filter, self.isRedacted) = (keys, filter, isRedacted)
    }

    /// A command, with what the script needs to narrow it to the part that is shown.
    struct Command {
        let words: [String]
        /// The times that it can be narrowed to, in seconds since the first packet.
        let span: ClosedRange<Double>
        /// The time of the first packet where `--from` and `--to` have to be of the clock; nil where they count from that packet.
        var origin: String?
    }

    /// All packets of a time.
    ///
    /// - Returns: Nil where the packets of the page cannot be selected.
    func all(of scale: Scale) -> Command? {
        guard filter == nil || !isRedacted else { return nil }
        return Command(words: words(filter, output: "part"), span: scale.first...scale.last)
    }

    /// The packets of a session: by its number where `extract` has the same ones, else by its ends and times.
    ///
    /// - Returns: Nil where neither selects just them.
    func packets(of session: Session, in capture: CaptureSummary) -> Command? {
        let name = "session-\(session.id)"
        let span = session.start...max(session.start, session.end)
        // Sessions that there was no room for are others each time.
        if hasSameNumbers, capture.memory == nil {
            return Command(words: words(nil, ["--session", String(session.id)], output: name), span: span)
        }
        guard !hasSameNumbers, !isRedacted, let origin = capture.firstTime, let first = RFC3339.nanoseconds(origin),
            !capture.protocols.entries.contains(where: { Self.hidden.contains($0.name) }),
            let ends = Self.filter(session)
        else { return nil }
        // They count from the first packet that passes, which is another one with this filter.
        let times = [span.lowerBound, span.upperBound].map { first &+ ReportTime.nanoseconds($0) }
        let expression = filter.map { "(\($0)) and \(ends)" } ?? ends
        return Command(
            words: words(
                expression, ["--from", RFC3339.text(times[0]), "--to", RFC3339.text(times[1])], output: name),
            span: span, origin: origin)
    }

    private func words(_ filter: String?, _ options: [String] = [], output: String) -> [String] {
        ["nearscope", "extract"] + inputs + keys + (filter.map { ["--filter", $0] } ?? []) + options
            + ["-o", output + ".pcapng"]
    }

    /// Headers below which tcpdump's filters do not find hosts and ports.
    private static let hidden: Set<String> = [
        "pktap", "nflog", "pflog", "prism", "avs", "ppi", "amsdu", "awdl", "framerelay", "chdlc", "vlan", "pbb",
        "macsec", "pppoe", "mpls", "nsh", "ipip", "gre", "vxlan", "geneve", "teredo", "gtp", "tunnel", "fragment",
    ]

    /// The packets of both directions between the ends of a session.
    private static func filter(_ session: Session) -> String? {
        let (one, other) = (session.initiator, session.responder)
        // A zone is no part of an address in a packet.
        guard ![one, other].contains(where: { $0.address.contains("%") || $0.address.isEmpty }) else { return nil }
        func way(_ from: Session.Endpoint, _ to: Session.Endpoint) -> String {
            "(src host \(from.address) and src port \(from.port) and dst host \(to.address) and dst port \(to.port))"
        }
        return "\(session.transport == .tcp ? "tcp" : "udp") and (\(way(one, other)) or \(way(other, one)))"
    }
}

extension HTMLText {
    /// A command with a button that copies it; the script narrows it to the part that is shown.
    ///
    /// - Parameter isForParts: Whether there is only one of a part: it is hidden until then.
    mutating func command(_ command: PacketExtraction.Command?, isForParts: Bool = false) {
        guard let command else { return }
        let list = "[" + command.words.map(JSONValue.text).joined(separator: ",") + "]"
        let ends = [command.span.lowerBound, command.span.upperBound].map(JSONValue.text)
        var attributes: [Attribute] = [
            .init("class", "command"), .init("data-command", list), .init("data-span", ends.joined(separator: " ")),
        ]
        if let origin = command.origin { attributes.append(.init("data-origin", origin)) }
        if isForParts { attributes.append(.init("hidden", "")) }
        element("p", attributes) {
            $0.element("code", [], command.words.map(ShellWord.quoted).joined(separator: " "))
        }
    }
}
