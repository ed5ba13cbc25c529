import WireCoding

/// Messages as multicast DNS wants them (RFC 6762). All are to be written with ``NameCompression/Scope/multicast`` but
/// those for legacy queriers.
extension DNSMessage {
    /// The bytes of UDP payload that fit a usual network without fragments: the room in an Ethernet frame after the
    /// headers of IPv6 and UDP (RFC 6762 §17), less 12 bytes in reserve, as Apple's responders do it.
    public static let multicastPayloadSize = 1440

    /// The longest time to live in an answer to a legacy querier, in seconds (RFC 6762 §6.7).
    public static let legacyTimeToLive: UInt32 = 10

    /// A query, in several messages where the known answers ask for it (RFC 6762 §7.1, §7.2).
    ///
    /// The questions are all in the first message. As many known answers follow as fit, and every message but the last
    /// has the TC bit. A record that does not fit in any message gets a message of its own.
    ///
    /// - Parameters:
    ///   - questions: What is asked, each with or without the wish for unicast responses (§5.4).
    ///   - knownAnswers: Shared records that the querier has already; they are written without the cache-flush bit
    ///     (§10.2). Their times to live are what is left of them (§7.1).
    ///   - maximumSize: Of a message, in bytes.
    /// - Throws: `WireError.Kind.tooLong(length:maximum:)` for what cannot be written in any message.
    public static func multicastQuery(
        _ questions: [Question], knownAnswers: [ResourceRecord] = [], maximumSize: Int = multicastPayloadSize
    ) throws(WireError) -> [DNSMessage] {
        var messages = try DNSMessage(questions: questions).adding(
            knownAnswers.map { $0.with(cacheFlush: false) }, maximumSize: maximumSize)
        for index in messages.indices.dropLast() { messages[index].flags.isTruncated = true }
        return messages
    }

    /// A probe: one ANY question for each name, and the wanted records in the authority section, where they have no
    /// cache-flush bit (RFC 6762 §8.1, §8.2, §10.2).
    ///
    /// - Parameters:
    ///   - records: Unique records that the sender wants to have.
    ///   - wantsUnicastResponse: Whether the questions ask for unicast responses, as the first probe should.
    public static func probe(for records: [ResourceRecord], wantsUnicastResponse: Bool = true) -> DNSMessage {
        var names: Set<DNSName> = []
        let questions = records.filter { names.insert($0.name).inserted }.map {
            Question(
                name: $0.name, type: .any, recordClass: $0.recordClass, wantsUnicastResponse: wantsUnicastResponse)
        }
        return DNSMessage(questions: questions, authorities: records.map { $0.with(cacheFlush: false) })
    }

    /// An announcement, or any other unsolicited response (RFC 6762 §8.3), in several messages if it does not fit in
    /// one.
    ///
    /// - Parameters:
    ///   - unique: Records that the sender alone may have: they get the cache-flush bit (§10.2).
    ///   - shared: Records that others may have too: they have no such bit.
    ///   - maximumSize: The maximum size of a message, in bytes. A record that does not fit in any message gets a
    ///     message of its own.
    /// - Throws: `WireError.Kind.tooLong(length:maximum:)` for what cannot be written in any message.
    public static func announcement(
        unique: [ResourceRecord], shared: [ResourceRecord], maximumSize: Int = multicastPayloadSize
    ) throws(WireError) -> [DNSMessage] {
        let answers = shared.map { $0.with(cacheFlush: false) } + unique.map { $0.with(cacheFlush: true) }
        return try multicastResponse(answers: answers, maximumSize: maximumSize)
    }

    /// A response (RFC 6762 §6), in several messages where one has no room for the answers.
    ///
    /// The message has no identifier and no question (§6, §18.1), and never a TC bit (§18.5).
    ///
    /// - Parameters:
    ///   - answers: The records as they are to be sent, unique ones with the cache-flush bit.
    ///   - additionals: What the querier is likely to ask for next (RFC 6763 §12). Those that are among the answers,
    ///     and those for which the last message has no room, are left out, as they always may be.
    ///   - maximumSize: The maximum size of a message, in bytes. An answer that does not fit in any message gets a
    ///     message of its own.
    /// - Throws: `WireError.Kind.tooLong(length:maximum:)` for what cannot be written in any message.
    public static func multicastResponse(
        answers: [ResourceRecord], additionals: [ResourceRecord] = [], maximumSize: Int = multicastPayloadSize
    ) throws(WireError) -> [DNSMessage] {
        var messages = try DNSMessage(flags: .multicastResponse).adding(answers, maximumSize: maximumSize)
        guard var last = messages.popLast() else { return [] }
        var size = MessageSize(last)
        var included = Set(answers)
        for record in additionals where !included.contains(record) && record.data.encodedSize <= 0xFFFF {
            var grown = size
            grown.add(record)
            guard grown.count <= maximumSize else { continue }
            size = grown
            included.insert(record)
            last.additionals.append(record)
        }
        return messages + [last]
    }

    /// A goodbye: the records with a time to live of 0, by which others forget them (RFC 6762 §10.1), in several
    /// messages where one has no room.
    ///
    /// - Parameters:
    ///   - records: Unique ones with the cache-flush bit, as they were announced.
    ///   - maximumSize: Of a message, in bytes.
    /// - Throws: `WireError.Kind.tooLong(length:maximum:)` for what cannot be written in any message.
    public static func goodbye(
        _ records: [ResourceRecord], maximumSize: Int = multicastPayloadSize
    ) throws(WireError) -> [DNSMessage] {
        try multicastResponse(answers: records.map { $0.with(ttl: 0) }, maximumSize: maximumSize)
    }

    /// The response to a legacy querier, who asked from another port than 5353 and knows only unicast DNS (RFC 6762
    /// §6.7).
    ///
    /// It has the query's identifier and questions, short times to live and no cache-flush bits. It is to be written
    /// with ``NameCompression/Scope/unicast``, because such a querier need not understand more (§18.14).
    public static func legacyResponse(
        to query: DNSMessage, answers: [ResourceRecord], additionals: [ResourceRecord] = []
    ) -> DNSMessage {
        func adapted(_ record: ResourceRecord) -> ResourceRecord {
            record.with(cacheFlush: false).with(ttl: min(record.ttl, legacyTimeToLive))
        }
        return DNSMessage(
            identifier: query.identifier, flags: .multicastResponse, questions: query.questions,
            answers: answers.map(adapted), additionals: additionals.map(adapted))
    }

    /// This message and, where its answer section has no room for all records, further ones without its questions.
    private func adding(_ records: [ResourceRecord], maximumSize: Int) throws(WireError) -> [DNSMessage] {
        var messages = [self]
        var size = MessageSize(self)
        for record in records {
            try WireError.checkLength(record.data.encodedSize, "RDATA", maximum: 0xFFFF)
            size.add(record)
            let last = messages.count - 1
            let isFull = size.count > maximumSize || messages[last].answers.count == 0xFFFF
            // A record that is alone in a message without questions cannot get more room.
            if isFull, !messages[last].answers.isEmpty || !messages[last].questions.isEmpty {
                let next = DNSMessage(identifier: identifier, flags: flags)
                messages.append(next)
                size = MessageSize(next)
                size.add(record)
            }
            messages[messages.count - 1].answers.append(record)
        }
        return messages
    }
}

extension ResourceRecord {
    /// The record with or without the cache-flush bit (RFC 6762 §10.2); an OPT record has none.
    public func with(cacheFlush: Bool) -> ResourceRecord {
        guard type != .opt else { return self }
        var record = self
        record.rawClass = cacheFlush ? rawClass | RecordClass.multicastBit : rawClass & ~RecordClass.multicastBit
        return record
    }

    /// The record with another time to live, in seconds. An OPT record has none and does not change.
    public func with(ttl: UInt32) -> ResourceRecord {
        guard type != .opt else { return self }
        var record = self
        record.ttl = ttl
        return record
    }
}

/// How many bytes a message takes as records are added to its end.
private struct MessageSize {
    private var output = ByteWriter()
    private var names = NameCompression(scope: .multicast)

    var count: Int { output.count }

    /// - Parameter message: A message without additional records, which would come after the added ones.
    init(_ message: DNSMessage) {
        // The header takes 12 bytes in any case.
        output.writeBytes([UInt8](repeating: 0, count: 12))
        for question in message.questions { question.serialize(into: &output, compressedBy: &names) }
        for record in message.answers { record.serialize(into: &output, compressedBy: &names) }
    }

    mutating func add(_ record: ResourceRecord) { record.serialize(into: &output, compressedBy: &names) }
}
