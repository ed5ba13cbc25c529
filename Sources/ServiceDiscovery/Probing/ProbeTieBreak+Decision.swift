import DNSWire

extension ProbeTieBreak {
    /// The nature of the first difference between two probes.
    public enum Ground: Hashable, Sendable {
        /// The class, without the top bit.
        case recordClass
        /// The type.
        case type
        /// The data, at this byte of its uncompressed form; one of the two may have ended there.
        case data(byte: Int)
        /// One set had a record left when the other had none.
        case moreRecords
        /// There is no difference.
        case identical
    }

    /// The winner of a tie-break, and the reason.
    public struct Decision: Hashable, Sendable {
        /// The host that keeps the name.
        public let winner: Winner
        /// The nature of the first difference.
        public let ground: Ground
        /// The first prober's record of the pair that decided, nil where it had none left or nothing decided.
        public let first: ResourceRecord?
        /// The second prober's record of the pair that decided, nil where it had none left or nothing decided.
        public let second: ResourceRecord?
    }
}

extension ProbeTieBreak.Decision: CustomStringConvertible {
    /// One phrase, such as "SRV port 7002 beats 7001".
    ///
    /// Names in it are escaped as ``DNSWire/DNSName/presentation`` does.
    public var description: String {
        guard winner != .tie else { return "both probes have the same records" }
        let (winning, losing) = winner == .first ? (first, second) : (second, first)
        guard let winning else { return "" }
        guard let losing else { return "a further \(winning.type) record beats having no more" }
        switch ground {
        case .recordClass: return "class \(winning.recordClass) beats \(losing.recordClass)"
        case .type: return "type \(winning.type) beats \(losing.type)"
        case .data(let byte): return Self.dataPhrase(winning, losing, byte)
        case .moreRecords, .identical: return ""
        }
    }

    private static func dataPhrase(_ winning: ResourceRecord, _ losing: ResourceRecord, _ byte: Int) -> String {
        switch (winning.data, losing.data) {
        case (.service(let winner), .service(let loser)):
            switch byte {
            case ..<2: "SRV priority \(winner.priority) beats \(loser.priority)"
            case ..<4: "SRV weight \(winner.weight) beats \(loser.weight)"
            case ..<6: "SRV port \(winner.port) beats \(loser.port)"
            default: "SRV target \(winner.target.presentation) beats \(loser.target.presentation)"
            }
        case (.address(let winner), .address(let loser)): "\(winning.type) \(winner) beats \(loser)"
        case (.pointer(let winner), .pointer(let loser)):
            "\(winning.type) \(winner.presentation) beats \(loser.presentation)"
        default:
            losing.data.encodedSize <= byte
                ? "\(winning.type) data of \(winning.data.encodedSize) bytes beats its first \(byte)"
                : "\(winning.type) data is greater at byte \(byte)"
        }
    }
}
