/// Which findings explain which: the one table of causes.
package enum FindingCauses {
    /// How two findings show that they are about one thing.
    enum Relation {
        /// They are about the names of one chain of renames and its rivals.
        case names
        /// They name one session.
        case sessions
        /// They name one AWDL node, or a session of its peer.
        case nodes
    }

    /// Codes in the order in which one leads to the next.
    struct Chain {
        let relation: Relation
        let levels: [[String]]
    }

    static let chains = [
        Chain(
            relation: .names,
            levels: [["conflict-storm"], ["name-conflict"], ["host-renamed", "name-chosen"], ["service-renamed"]]),
        // What is not in the capture looks like what was not sent.
        Chain(
            relation: .sessions,
            levels: [
                ["capture-truncated"], ["capture-gap"],
                ["frame-empty", "frame-too-large", "frame-incomplete", "message-undecodable"],
            ]),
        Chain(
            relation: .sessions,
            levels: [
                ["packet-loss-high", "data-undelivered", "receiver-stalled"],
                ["requests-unanswered", "answers-stalled"],
            ]),
        // The side that must not connect does, and so do both.
        Chain(relation: .sessions, levels: [["tie-break-violated"], ["duplicate-connection"]]),
        Chain(
            relation: .sessions,
            levels: [
                [
                    "connection-refused", "connection-unanswered", "service-refused", "service-unreachable",
                    "handshake-unfinished", "connection-reset", "connection-closed-early", "peer-vanished",
                ], ["connection-flapping", "retry-backoff-violated"],
            ]),
        // Who refuses a handshake closes, and early data belongs to what was to be resumed.
        Chain(
            relation: .sessions,
            levels: [["tls-handshake-failed"], ["connection-reset", "connection-closed-early"]]),
        Chain(relation: .sessions, levels: [["tls-not-resumed"], ["zero-rtt-rejected"]]),
        Chain(
            relation: .nodes,
            levels: [
                ["awdl-sync-error-high", "awdl-infrastructure-favored"], ["awdl-channel-overlap-low"],
                ["channel-hopping-latency"],
            ]),
    ]

    /// Where a code is in the chains.
    private static let places: [String: [(chain: Int, level: Int)]] = {
        var places: [String: [(chain: Int, level: Int)]] = [:]
        for (number, chain) in chains.enumerated() {
            for (level, codes) in chain.levels.enumerated() {
                for code in codes { places[code, default: []].append((number, level)) }
            }
        }
        return places
    }()

    /// The codes of findings about the names of hosts and services.
    package static let ofNames = Set(chains.filter { $0.relation == .names }.flatMap { $0.levels.joined() })

    /// The chains that a code is in, and its level in each.
    static func levels(of code: Finding.Code) -> [(chain: Int, level: Int)] { places[code.rawValue] ?? [] }

    /// How far down a chain a code is: 0 for a cause, and for what is in none.
    static func rank(_ code: Finding.Code) -> Int { levels(of: code).map(\.level).max() ?? 0 }
}
