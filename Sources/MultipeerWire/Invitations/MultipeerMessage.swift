import WireCoding

/// A message of the TCP connection over which peers invite each other: a header and a body.
///
/// The body is kept as it came, so every message is written back with the same bytes. ``content()`` reads it.
///
/// Usual order (W; the two `connectionAccept` move about): the browser's `hello`; the advertiser's `helloAck`, `hello`,
/// `connectionAccept`; the browser's `helloAck`, `invite`, `connectionAccept`; the advertiser's `receipt` and, when its
/// user has decided, `accept` or `decline`; the browser's `receipt` and, if it was accepted, `connectionData`; the
/// advertiser's `receipt`.
public struct MultipeerMessage: Hashable, Sendable {
    /// The longest body that is read unless the reader says otherwise: 1 MiB. A choice of ours; no source has a limit.
    public static let defaultMaximumBodyLength = 1 << 20

    /// The type in the header.
    public var type: MultipeerMessageHeader.MessageType
    /// Whether the message is a receipt.
    public var flags: MultipeerMessageHeader.Flags
    /// The sender's counter, or in a receipt the number that it confirms.
    public var number: UInt32
    /// The bytes after the header: of a hello its text, of data a binary property list.
    public var body: [UInt8]

    /// A message with that body; length and checksum are computed when it is written.
    public init(
        _ type: MultipeerMessageHeader.MessageType, flags: MultipeerMessageHeader.Flags = [], number: UInt32,
        body: [UInt8] = []
    ) {
        (self.type, self.flags, self.number, self.body) = (type, flags, number, body)
    }

    /// The header with its length and checksum.
    ///
    /// - Throws: `tooLong` for a body of 4 GiB or more.
    public func header() throws(WireError) -> MultipeerMessageHeader {
        try WireError.checkLength(body.count, "message body", maximum: Int(UInt32.max))
        var header = MultipeerMessageHeader()
        (header.type, header.flags, header.number) = (type, flags, number)
        header.length = UInt32(body.count)
        header.checksum = header.checksum(with: body.span)
        return header
    }

    /// - Throws: `truncated` where header or body is cut, `invalidValue` for a wrong checksum.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let bookmark = input
        let header = try MultipeerMessageHeader(parsing: &input)
        let length = Int(header.length)
        guard length <= input.remaining else {
            throw WireError(
                .truncated(needed: length, available: input.remaining), field: "message body", offset: input.offset,
                limit: bookmark.limit)
        }
        self.init(
            header.type, flags: header.flags, number: header.number, body: try input.readBytes(length, "message body"))
        guard header.checksum(with: body.span) == header.checksum else {
            throw WireError(
                .invalidValue(UInt64(header.checksum)), field: "message checksum",
                offset: bookmark.offset + MultipeerMessageHeader.checksumOffset)
        }
    }

    /// - Throws: `tooLong` for a body of 4 GiB or more.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        try header().serialize(into: &output)
        output.writeBytes(body)
    }
}

extension MultipeerMessage {
    /// What the body of a message says.
    @nonexhaustive
    public enum Content: Hashable, Sendable {
        /// Who the sender is: 2000.
        case hello(MultipeerHello)
        /// The receipt for a hello: 2000 with the receipt flag.
        case helloAck
        /// The end of the greeting: 2200.
        case connectionAccept
        /// An invitation: 2100 with message ID 1.
        case invitation(MultipeerInvitation)
        /// The answer to an invitation: 2100 with message ID 2.
        case answer(MultipeerAnswer)
        /// The inviter's addresses: 2100 with message ID 3.
        case addresses(MultipeerAddressMessage)
        /// The receipt for a message of type 2100.
        case receipt
        /// A message that no source has. Its bytes are those of the message.
        case unknown
    }

    /// What the message is. Any message is something.
    public var kind: MultipeerMessageKind {
        var header = MultipeerMessageHeader()
        (header.type, header.flags) = (type, flags)
        return MultipeerMessageKind(header, body: body.span)
    }

    /// Reads the body.
    ///
    /// - Throws: What is wrong with it, with offsets from the first byte of the message.
    public func content() throws(WireError) -> Content {
        var header = MultipeerMessageHeader()
        (header.type, header.flags) = (type, flags)
        return try Content(header, body: body.span)
    }

    /// A message with that content.
    ///
    /// - Throws: What has no wire form; `invalidValue` for ``Content/unknown``.
    public init(_ content: Content, number: UInt32) throws(WireError) {
        var output = ByteWriter()
        switch content {
        case .hello(let hello):
            try hello.serialize(into: &output)
            self.init(.hello, number: number, body: output.bytes)
        case .helloAck: self.init(.hello, flags: .receipt, number: number)
        case .connectionAccept: self.init(.accept, number: number)
        case .receipt: self.init(.data, flags: .receipt, number: number)
        case .invitation(let invitation):
            try invitation.serialize(into: &output)
            self.init(.data, number: number, body: output.bytes)
        case .answer(let answer):
            try answer.serialize(into: &output)
            self.init(.data, number: number, body: output.bytes)
        case .addresses(let addresses):
            try addresses.serialize(into: &output)
            self.init(.data, number: number, body: output.bytes)
        case .unknown: throw WireError(.invalidValue(0), field: "message type", offset: 0)
        }
    }
}

extension MultipeerMessage.Content {
    /// Reads the body of a message whose checksum is right.
    ///
    /// - Parameters:
    ///   - header: The header of the message.
    ///   - body: The bytes after the header.
    /// - Throws: What is wrong with the body, with offsets from the first byte of the message.
    public init(_ header: MultipeerMessageHeader, body: Span<UInt8>) throws(WireError) {
        let start = ByteReader(body, baseOffset: MultipeerMessageHeader.size, limit: "message length")
        var input = start
        switch MultipeerMessageKind(header, body: body) {
        case .hello: self = .hello(try MultipeerHello(parsing: &input))
        case .helloAck: self = .helloAck
        case .connectionAccept: self = .connectionAccept
        case .invite: self = .invitation(try MultipeerInvitation(parsing: &input))
        case .accept, .decline: self = .answer(try MultipeerAnswer(parsing: &input))
        case .connectionData: self = .addresses(try MultipeerAddressMessage(parsing: &input))
        case .receipt: self = .receipt
        case .unknown:
            if header.type == .data, !body.isEmpty {
                // A list that cannot be read is a fault, one with another message ID is not.
                var fields = try MultipeerListFields(parsing: &input)
                let messageID = try fields.integer(.messageID)
                input = start
                if messageID == MultipeerAnswer.messageID { _ = try MultipeerAnswer(parsing: &input) }
            }
            self = .unknown
        }
    }
}
