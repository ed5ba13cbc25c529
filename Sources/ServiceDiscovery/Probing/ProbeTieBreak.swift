import DNSWire
import WireCoding

/// Which of two simultaneous probes keeps the name (RFC 6762 §8.2).
///
/// Two hosts that ask for the same name at the same time show in their probes' authority sections what each wants it to
/// hold. Both compare the two sets in the same way, so that both know without another message who has to give way.
public enum ProbeTieBreak {
    /// The host with the lexicographically later data, which wins the name.
    public enum Winner: Hashable, Sendable {
        /// The first prober.
        case first
        /// The second prober.
        case second
        /// The sets are identical, like those of one host on two interfaces: no host must yield.
        case tie
    }

    /// Compares two probes.
    ///
    /// The records of each are sorted by class without the top bit, type, and the bytes of the uncompressed data; then
    /// the first is compared with the first, the second with the second, until a pair differs (RFC 6762 §8.2.1). Who
    /// runs out of records first loses, and so does data that is the beginning of other data. TTLs do not count.
    ///
    /// - Parameters:
    ///   - first: The authority section of one probe.
    ///   - second: The authority section of the other.
    ///   - name: The name that both want. Records of other names do not count; nil says that all are of one name.
    public static func decide(
        _ first: [ResourceRecord], _ second: [ResourceRecord], for name: DNSName? = nil
    ) -> Decision {
        let firstSorted = sorted(first, for: name)
        let secondSorted = sorted(second, for: name)
        for (left, right) in zip(firstSorted, secondSorted) {
            guard let ground = left.difference(from: right) else { continue }
            return Decision(
                winner: left.precedes(right) ? .second : .first, ground: ground, first: left.record,
                second: right.record)
        }
        let common = min(firstSorted.count, secondSorted.count)
        if firstSorted.count > common {
            return Decision(winner: .first, ground: .moreRecords, first: firstSorted[common].record, second: nil)
        }
        if secondSorted.count > common {
            return Decision(winner: .second, ground: .moreRecords, first: nil, second: secondSorted[common].record)
        }
        return Decision(winner: .tie, ground: .identical, first: nil, second: nil)
    }

    private static func sorted(_ records: [ResourceRecord], for name: DNSName?) -> [Candidate] {
        records.filter { name == nil || $0.name == name }.map { Candidate($0) }.sorted { $0.precedes($1) }
    }
}

extension ProbeTieBreak {
    /// A record with the bytes that it is compared by.
    private struct Candidate {
        let record: ResourceRecord
        let data: [UInt8]

        init(_ record: ResourceRecord) {
            self.record = record
            data = ByteWriter.bytes { record.data.serialize(into: &$0) }
        }

        /// The first difference between the two, or nil if they are the same.
        func difference(from other: Candidate) -> Ground? {
            if record.recordClass != other.record.recordClass { return .recordClass }
            if record.type != other.record.type { return .type }
            let common = min(data.count, other.data.count)
            for index in 0..<common where data[index] != other.data[index] { return .data(byte: index) }
            return data.count == other.data.count ? nil : .data(byte: common)
        }

        func precedes(_ other: Candidate) -> Bool {
            switch difference(from: other) {
            case .recordClass: record.recordClass.rawValue < other.record.recordClass.rawValue
            case .type: record.type.rawValue < other.record.type.rawValue
            case .data(let byte):
                // Data that has ended comes before any byte that is still there.
                byte < other.data.count && (byte == data.count || data[byte] < other.data[byte])
            case .moreRecords, .identical, nil: false
            }
        }
    }

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
        /// Both sets are the same.
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
    /// Names in it are escaped as `DNSWire.DNSName.presentation` does.
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
