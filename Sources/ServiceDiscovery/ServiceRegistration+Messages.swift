import DNSWire
import WireCoding

/// The messages by which a host claims, announces and withdraws a service (RFC 6762 §8 to §10).
extension ServiceRegistration {
    /// The probe that the host sends before it takes the names (RFC 6762 §8.1).
    ///
    /// - Parameters:
    ///   - includesHost: Whether the host's own name and addresses are to be probed for too.
    ///   - wantsUnicastResponse: True for the first probe at least.
    public func probe(includesHost: Bool = true, wantsUnicastResponse: Bool = true) -> DNSMessage {
        DNSMessage.probe(
            for: instanceRecords + (includesHost ? hostRecords : []), wantsUnicastResponse: wantsUnicastResponse)
    }

    /// The announcement that the host sends once the names are its own, at least twice (RFC 6762 §8.3): all records,
    /// with those of NSEC as additional ones.
    ///
    /// - Parameter maximumSize: The maximum size of a message, in bytes; one message is usually enough.
    /// - Throws: `WireError.Kind.tooLong(length:maximum:)` for attributes that fit no record.
    public func announcement(
        maximumSize: Int = DNSMessage.multicastPayloadSize
    ) throws(WireError) -> [DNSMessage] {
        try DNSMessage.multicastResponse(
            answers: sharedRecords + unique(instanceRecords + hostRecords),
            additionals: unique([instanceDenial, hostDenial]), maximumSize: maximumSize)
    }

    /// The goodbye that the host sends when the service ends (RFC 6762 §10.1). Its own name and addresses, and the type
    /// among the types, may still belong to other services.
    ///
    /// - Parameters:
    ///   - isLastOnHost: Whether the host's addresses go too.
    ///   - isLastOfType: Whether the type goes from the list of types.
    ///   - maximumSize: Of a message, in bytes.
    /// - Throws: `WireError.Kind.tooLong(length:maximum:)` for attributes that fit no record.
    public func goodbye(
        isLastOnHost: Bool = false, isLastOfType: Bool = false,
        maximumSize: Int = DNSMessage.multicastPayloadSize
    ) throws(WireError) -> [DNSMessage] {
        let shared = isLastOfType ? sharedRecords : Array(sharedRecords.dropFirst())
        return try DNSMessage.goodbye(
            shared + unique(instanceRecords + (isLastOnHost ? hostRecords : [])), maximumSize: maximumSize)
    }

    private func unique(_ records: [ResourceRecord]) -> [ResourceRecord] { records.map { $0.with(cacheFlush: true) } }
}

/// The answers to what others ask (RFC 6762 §6, RFC 6763 §12).
extension ServiceRegistration {
    /// The response to a multicast query, nil where the service has nothing to say.
    ///
    /// Answers that the query says it knows, for at least half of their time to live, are left out (RFC 6762 §7.1). A
    /// question for a type that a unique name has not is answered by its NSEC record (§6.1).
    ///
    /// - Throws: `WireError.Kind.tooLong(length:maximum:)` for attributes that fit no record.
    public func response(
        to query: DNSMessage, maximumSize: Int = DNSMessage.multicastPayloadSize
    ) throws(WireError) -> [DNSMessage]? {
        let (answers, additionals) = records(for: query)
        guard !answers.isEmpty else { return nil }
        return try DNSMessage.multicastResponse(answers: answers, additionals: additionals, maximumSize: maximumSize)
    }

    /// The response to a query from another port than 5353 (RFC 6762 §6.7), nil where the service has nothing to say.
    /// It is to be written with `NameCompression.Scope.unicast`.
    public func legacyResponse(to query: DNSMessage) -> DNSMessage? {
        let (answers, additionals) = records(for: query)
        // A querier that knows only unicast DNS has no use for NSEC without signatures.
        let usable = answers.filter { $0.type != .nsec }
        guard !usable.isEmpty else { return nil }
        return DNSMessage.legacyResponse(
            to: query, answers: usable, additionals: additionals.filter { $0.type != .nsec })
    }

    private func records(for query: DNSMessage) -> (answers: [ResourceRecord], additionals: [ResourceRecord]) {
        guard !query.flags.isResponse, query.flags.opcode == .query else { return ([], []) }
        var answers: [ResourceRecord] = []
        for question in query.questions {
            for record in self.answers(to: question) where !answers.contains(record) {
                if !isKnown(record, to: query) { answers.append(record) }
            }
        }
        var additionals: [ResourceRecord] = []
        for record in answers.flatMap(self.additionals) where !answers.contains(record) {
            if !additionals.contains(record) { additionals.append(record) }
        }
        return (answers, additionals)
    }

    /// The records that a question asks for, or the record that says that there are none.
    private func answers(to question: Question) -> [ResourceRecord] {
        guard question.recordClass == .internet || question.recordClass == .any else { return [] }
        let records = sharedRecords + unique(instanceRecords + hostRecords)
        let wanted = records.filter {
            $0.name == question.name && (question.type == .any || $0.type == question.type)
        }
        guard wanted.isEmpty else { return wanted }
        return unique([instanceDenial, hostDenial]).filter { $0.name == question.name }
    }

    /// The records that the receiver of this one is likely to ask for next (RFC 6763 §12), and the statement that there
    /// are no others.
    private func additionals(with record: ResourceRecord) -> [ResourceRecord] {
        switch record.type {
        case .ptr where record.name != typeEnumerationName:
            unique(instanceRecords + hostRecords + [instanceDenial, hostDenial])
        case .srv: unique(hostRecords + [instanceDenial, hostDenial])
        case .txt: unique([instanceDenial])
        case .a, .aaaa: unique(hostRecords + [hostDenial])
        default: []
        }
    }

    private func isKnown(_ record: ResourceRecord, to query: DNSMessage) -> Bool {
        query.answers.contains {
            $0.type == record.type && $0.ttl >= record.ttl - record.ttl / 2 && $0.name == record.name
                && $0.data == record.data
        }
    }
}
