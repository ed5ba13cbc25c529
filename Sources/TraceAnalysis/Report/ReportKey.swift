/// A key of a JSON object that is known only when the program runs, such as the name of a message type.
struct ReportKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<ReportKey> {
    /// All keys, in an order that does not change.
    var sortedKeys: [ReportKey] { allKeys.sorted { $0.stringValue < $1.stringValue } }
}
