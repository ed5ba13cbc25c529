import WireCoding

/// A DNS message (RFC 1035 §4.1), unicast or multicast (RFC 6762 §18).
///
/// | field | bytes |
/// |---|---|
/// | identifier | 2 |
/// | flags | 2 |
/// | number of questions, answers, authority and additional records | 2 each |
/// | the four sections | |
///
/// Names in the data of known types are kept uncompressed. Reading what was written gives an equal message (but see
/// ``RecordData/malformed(_:_:)``); writing what was read can give other bytes, since senders differ in what they compress.
public struct DNSMessage: Hashable, Sendable {
    /// 0 in multicast DNS.
    public var identifier: UInt16
    /// The second word of the header: QR, opcode, flags and response code.
    public var flags: DNSFlags
    /// What is asked; in multicast DNS with the QU bit where a unicast answer will do.
    public var questions: [Question]
    /// The answers; in a multicast query, the answers that the sender already knows (RFC 6762 §7.1).
    public var answers: [ResourceRecord]
    /// In a multicast probe, the records that the sender wants to have (RFC 6762 §8.2).
    public var authorities: [ResourceRecord]
    /// Records that were not asked for and that the receiver is likely to need next; an OPT record is here too.
    public var additionals: [ResourceRecord]

    /// A message of these parts. The counts of the header follow from them.
    public init(
        identifier: UInt16 = 0, flags: DNSFlags = .query, questions: [Question] = [], answers: [ResourceRecord] = [],
        authorities: [ResourceRecord] = [], additionals: [ResourceRecord] = []
    ) {
        self.identifier = identifier
        self.flags = flags
        self.questions = questions
        self.answers = answers
        self.authorities = authorities
        self.additionals = additionals
    }
}

extension DNSMessage {
    /// Reads a message that begins at the reader's position, and stops after its last record.
    ///
    /// The names of the message share one copy of its bytes. Since its end is not known before, up to 65,535 bytes from its
    /// start are copied: give it a reader that ends with the message where you can.
    ///
    /// - Throws: The first fault in the structure: a header, a name or an RDLENGTH that leads out of the message. A
    ///   fault within a record's data does not throw but gives ``RecordData/malformed(_:_:)``.
    public init(parsing input: inout ByteReader) throws(WireError) {
        self.init()
        // Compression pointers count from the start of the message, which may be in the middle of the reader's input.
        var content = ByteReader(
            input.input.extracting(input.position..<input.end), baseOffset: input.offset, limit: input.limit)
        try read(from: &content)
        try input.skip(content.position, "DNS message")
    }

    /// Reads as much of a message as there is.
    ///
    /// - Parameters:
    ///   - input: The message from its first byte, to its last or to where it was cut.
    ///   - baseOffset: What is added to the offset in the error.
    /// - Returns: The questions and records before the first fault in the structure, and that fault, which may be extra
    ///   bytes after the last record.
    public static func parsePrefix(
        _ input: Span<UInt8>, baseOffset: Int = 0
    ) -> (message: DNSMessage, error: WireError?) {
        var message = DNSMessage()
        var reader = ByteReader(input, baseOffset: baseOffset)
        do {
            try message.read(from: &reader)
            try reader.expectEnd("DNS message")
            return (message, nil)
        } catch {
            return (message, error)
        }
    }

    private mutating func read(from input: inout ByteReader) throws(WireError) {
        try input.require(12, "DNS header")
        identifier = try input.readUInt16("DNS identifier")
        flags = DNSFlags(rawValue: try input.readUInt16("DNS flags"))
        let questionCount = try input.readUInt16("QDCOUNT")
        let answerCount = try input.readUInt16("ANCOUNT")
        let authorityCount = try input.readUInt16("NSCOUNT")
        let additionalCount = try input.readUInt16("ARCOUNT")
        var names = DNSNameTable(message: input.input)
        if questionCount > 0 {
            // A count is the sender's claim. It is believed only if there are enough bytes for that many entries.
            questions.reserveCapacity(min(Int(questionCount), input.remaining / 5))
            for _ in 0..<questionCount { questions.append(try Question(parsing: &input, names: &names)) }
        }
        try Self.readRecords(answerCount, into: &answers, from: &input, names: &names)
        try Self.readRecords(authorityCount, into: &authorities, from: &input, names: &names)
        try Self.readRecords(additionalCount, into: &additionals, from: &input, names: &names)
    }

    private static func readRecords(
        _ count: UInt16, into records: inout [ResourceRecord], from input: inout ByteReader, names: inout DNSNameTable
    ) throws(WireError) {
        guard count > 0 else { return }
        records.reserveCapacity(min(Int(count), input.remaining / 11))
        for _ in 0..<count { records.append(try ResourceRecord(parsing: &input, names: &names)) }
    }
}

extension DNSMessage {
    /// Writes the message.
    ///
    /// - Parameters:
    ///   - output: Where the message is appended.
    ///   - compression: Which names may become pointers.
    /// - Throws: `WireError.Kind.tooLong(length:maximum:)`, before anything is written, for a section of more than
    ///   65,535 entries or data of more than 65,535 bytes.
    public func serialize(
        into output: inout ByteWriter, compression: NameCompression.Scope = .multicast
    ) throws(WireError) {
        try checkLengths(offset: output.count)
        var names = NameCompression(scope: compression, messageStart: output.count)
        output.writeUInt16(identifier)
        output.writeUInt16(flags.rawValue)
        output.writeUInt16(UInt16(questions.count))
        output.writeUInt16(UInt16(answers.count))
        output.writeUInt16(UInt16(authorities.count))
        output.writeUInt16(UInt16(additionals.count))
        for question in questions { question.serialize(into: &output, compressedBy: &names) }
        Self.write(answers.span, into: &output, compressedBy: &names)
        Self.write(authorities.span, into: &output, compressedBy: &names)
        Self.write(additionals.span, into: &output, compressedBy: &names)
    }

    /// A loop over the array itself would count a reference for everything in each record.
    private static func write(
        _ section: Span<ResourceRecord>, into output: inout ByteWriter, compressedBy names: inout NameCompression
    ) {
        for index in section.indices { section[index].serialize(into: &output, compressedBy: &names) }
    }

    private func checkLengths(offset: Int) throws(WireError) {
        func check(_ length: Int, _ field: WireError.Field) throws(WireError) {
            try WireError.checkLength(length, field, maximum: 0xFFFF, offset: offset)
        }
        func check(_ section: Span<ResourceRecord>) throws(WireError) {
            try check(section.count, "DNS record section")
            for index in section.indices { try check(section[index].data.encodedSize, "RDATA") }
        }
        try check(questions.count, "DNS question section")
        try check(answers.span)
        try check(authorities.span)
        try check(additionals.span)
    }
}
