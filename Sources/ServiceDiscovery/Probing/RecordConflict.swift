import DNSWire

/// Another host's record that contradicts one of ours (RFC 6762 §9).
public struct RecordConflict: Hashable, Sendable {
    /// The record that we hold, or want, as the only one of its kind.
    public let held: ResourceRecord
    /// The contradicting record of another host.
    public let heard: ResourceRecord

    /// Judges one record of a response.
    ///
    /// It conflicts where it has name, type and class of a held record, but data that none of them has. These never
    /// conflict: data that we hold too (a reflector or our own other interface repeats it), a record with a TTL of 0,
    /// which says that it has gone, and a record of a kind that several hosts share.
    ///
    /// - Parameters:
    ///   - heard: The record. Names within its data are compared without regard to letter case.
    ///   - held: All records that we hold as unique, of any names.
    /// - Returns: nil if there is no conflict.
    public init?(of heard: ResourceRecord, with held: some Sequence<ResourceRecord>) {
        guard heard.ttl != 0, !Self.isShared(heard) else { return nil }
        var contradicted: ResourceRecord?
        for record in held
        where record.type == heard.type && record.recordClass == heard.recordClass && record.name == heard.name {
            if record.data == heard.data { return nil }
            contradicted = contradicted ?? record
        }
        guard let contradicted else { return nil }
        self.held = contradicted
        self.heard = heard
    }

    /// Finds the first conflict in any section of a response. A query has none, because the records that it lists as
    /// known or wanted are not claims.
    ///
    /// - Parameters:
    ///   - message: A message that another host sent.
    ///   - held: All records that we hold as unique, of any names.
    public static func first(in message: DNSMessage, with held: [ResourceRecord]) -> RecordConflict? {
        guard message.flags.isResponse else { return nil }
        return (message.answers + message.authorities + message.additionals).lazy
            .compactMap { RecordConflict(of: $0, with: held) }.first
    }

    /// Whether records of this kind do not conflict, whoever sends them: pointers, because every instance of a type has
    /// one (those of reverse addresses have one owner), and records that only describe other records or the message.
    public static func isShared(_ record: ResourceRecord) -> Bool {
        switch record.type {
        case .ptr: !reverseDomains.contains { record.name != $0 && record.name.hasSuffix($0) }
        case .opt, .nsec, .any: true
        default: false
        }
    }

    /// The domains of reverse address mapping (RFC 1035 §3.5, RFC 3596 §2.5).
    private static let reverseDomains = ["in-addr.arpa", "ip6.arpa"].compactMap { DNSName(presentation: $0) }
}
