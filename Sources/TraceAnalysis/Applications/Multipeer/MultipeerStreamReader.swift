import ApplicationProtocols
import MultipeerWire
import WireCoding

/// Reads one direction of the connection over which peers invite each other.
struct MultipeerStreamReader: Sendable {
    /// Bytes of apps' contexts that the messages of a direction hand on; further ones are only counted.
    static let maximumContext = 1 << 18

    private var decoder: MultipeerChannelDecoder
    private let listsFields: Bool
    private var contextLeft = maximumContext
    private var found = ReadingSummary()
    private var messages = 0

    init(_ start: ReadingStart) {
        decoder = MultipeerChannelDecoder(joinsStream: start.isMidstream)
        listsFields = start.listsFields
    }

    mutating func read(_ bytes: Span<UInt8>, _ take: ApplicationReader.Receiver) {
        var position = 0
        while let output = decoder.next(in: bytes, at: &position) {
            switch output {
            case .fault(let fault): note(fault)
            case .message(let message):
                messages += 1
                switch message.body {
                case .inline(let range):
                    Self.hand(message, bytes.extracting(range), listsFields, &contextLeft, take)
                case .assembled: Self.handAssembled(decoder, message, listsFields, &contextLeft, take)
                }
            }
        }
    }

    /// Beside the decoder, whose memory the body is in.
    private static func handAssembled(
        _ decoder: borrowing MultipeerChannelDecoder, _ message: MultipeerChannelDecoder.Message, _ listsFields: Bool,
        _ contextLeft: inout Int, _ take: ApplicationReader.Receiver
    ) {
        hand(message, decoder.assembledBody, listsFields, &contextLeft, take)
    }

    private static func hand(
        _ message: MultipeerChannelDecoder.Message, _ body: Span<UInt8>, _ listsFields: Bool, _ contextLeft: inout Int,
        _ take: ApplicationReader.Receiver
    ) {
        let header = message.header
        var result = ApplicationMessage(
            streamOffset: message.streamOffset, wireSize: MultipeerMessageHeader.size + body.count,
            bodySize: body.count, type: MultipeerMessageKind(header, body: body).rawValue)
        result.number = Int64(header.number)
        if let content = try? MultipeerMessage.Content(header, body: body),
            let statement = MultipeerStatement(content, contextLeft: &contextLeft)
        {
            result.content = MessageContent(statement)
            if listsFields { result.sender = statement.sender?.instanceName }
        }
        if listsFields {
            let owned = MultipeerMessage(header.type, flags: header.flags, number: header.number, body: body.copied())
            // The kind is the message's type.
            result.fields = owned.namedFields.filter { $0.name != "kind" }
        }
        take(result, body)
    }

    private mutating func note(_ fault: MultipeerChannelDecoder.Fault) {
        found.malformed += 1
        guard found.faults.isEmpty else { return }
        let header = ByteWriter.bytes { fault.header.serialize(into: &$0) }
        found.faults = [
            ReadingFault(
                kind: .body, key: "checksum", streamOffset: fault.streamOffset, message: "\(fault.error)",
                bytes: header)
        ]
    }

    mutating func skip(missing count: Int) { decoder.skip(missing: count) }

    mutating func evict() { decoder.dropBody() }

    /// The header of a message is held too, in the decoder's own words, so that its time is kept.
    var heldBytes: Int {
        decoder.isAtMessageBoundary ? 0 : decoder.bufferedBytes + MultipeerMessageHeader.size
    }

    var malformed: Int { found.malformed }

    var summary: ReadingSummary {
        var summary = found
        summary.skippedBytes = decoder.skippedBytes
        summary.isCertain = messages > 0
        if messages > 0, decoder.skippedBytes > 0 { summary.start = .found }
        return summary
    }
}
