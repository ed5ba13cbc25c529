/// Names of messages' types that come from the capture.
enum TypeCounts {
    /// Only this many are distinguished.
    static let maximumTypes = 32
    /// Bytes of a name; longer ones, which a message has room for, are not kept.
    static let maximumLength = 256
}

extension [String: Int] {
    /// Counts a message of a type that the protocol does not know, by the name that the capture has for it.
    mutating func countType(_ name: String) {
        let hasRoom = count < TypeCounts.maximumTypes && name.utf8.count <= TypeCounts.maximumLength
        self[hasRoom || self[name] != nil ? name : "other", default: 0] += 1
    }
}
