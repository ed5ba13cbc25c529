/// The messages of one direction since they were last taken, if messages are listed.
struct MessageRecords: Sendable {
    let isWanted: Bool
    private var records: [MessageRecord] = []

    init(isWanted: Bool = false) { self.isWanted = isWanted }

    var isEmpty: Bool { records.isEmpty }

    mutating func add(_ record: MessageRecord) { records.append(record) }

    mutating func take() -> [MessageRecord] {
        defer { records = [] }
        return records
    }
}
