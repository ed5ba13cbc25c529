import DNSWire

/// The contents of messages, to describe a typical one.
struct DNSMessageCounts {
    private(set) var questions = 0
    private(set) var records = 0
    private(set) var names = 0
    /// Records by type, the most frequent first.
    var types: [(type: RecordType, count: Int)] {
        countsByType.map { (type: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.type.rawValue) < ($0.count, $1.type.rawValue) }
    }
    private var countsByType: [RecordType: Int] = [:]

    mutating func add(_ message: DNSMessage) {
        questions += message.questions.count
        names += message.questions.count
        for section in [message.answers, message.authorities, message.additionals] {
            records += section.count
            for record in section {
                names += 1 + Self.names(in: record.data)
                countsByType[record.type, default: 0] += 1
            }
        }
    }

    private static func names(in data: RecordData) -> Int {
        switch data {
        case .pointer, .canonicalName, .nameServer, .service, .nextSecure: 1
        default: 0
        }
    }
}
