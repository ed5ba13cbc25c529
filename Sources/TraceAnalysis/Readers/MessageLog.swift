import TraceModel
import WireCoding

/// The messages of one direction that were not taken yet, if messages are listed.
struct MessageLog: Sendable {
    private var records: [MessageRecord] = []
    /// Whether the contents of messages are kept too.
    let keepsContent: Bool

    /// - Returns: Nil if messages are not listed.
    init?(_ reading: StreamReading) {
        guard reading.listsMessages else { return nil }
        keepsContent = reading.listing == .content
    }

    mutating func append(_ record: MessageRecord) { records.append(record) }

    /// - Parameter body: The bytes of the message.
    mutating func append(_ record: MessageRecord, body: Span<UInt8>) {
        var record = record
        if keepsContent { record.content = body.extracting(0..<min(body.count, TraceMessage.maximumContent)).copied() }
        records.append(record)
    }

    /// The messages since the last time.
    mutating func takeAll() -> [MessageRecord] {
        defer { records = [] }
        return records
    }
}
