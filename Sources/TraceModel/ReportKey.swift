/// A key of a JSON object that is known only when the program runs, such as the name of a message type.
package struct ReportKey: CodingKey {
    package let stringValue: String
    package let intValue: Int? = nil

    package init(stringValue: String) { self.stringValue = stringValue }

    package init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<ReportKey> {
    /// All keys, in an order that does not change.
    package var sortedKeys: [ReportKey] { allKeys.sorted { $0.stringValue < $1.stringValue } }
}

extension CodingUserInfoKey {
    /// Whether a decoder has the keys of objects in the order in which they were written. JSON's decoders do not.
    package static let keepsKeyOrder = CodingUserInfoKey(rawValue: "keepsKeyOrder")!
}
