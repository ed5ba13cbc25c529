/// The text form of names, parsed before its labels are known to be legal (RFC 1035 §5.1).
enum PresentationText {
    /// The labels of the text, possibly empty or too long, without the empty one after a final dot.
    static func labels(of text: String) throws(InstanceNameViolation) -> [[UInt8]] {
        var labels: [[UInt8]] = [[]]
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x2E {
                labels.append([])
                index += 1
            } else if byte == 0x5C {
                guard let (escaped, length) = escape(bytes[(index + 1)...]) else {
                    throw .invalidEscape(position: index)
                }
                labels[labels.count - 1].append(escaped)
                index += 1 + length
            } else {
                labels[labels.count - 1].append(byte)
                index += 1
            }
        }
        if labels.last == [] { labels.removeLast() }
        return labels == [[]] ? [] : labels
    }

    /// The byte that the characters after a backslash represent, and their number.
    private static func escape(_ rest: ArraySlice<UInt8>) -> (byte: UInt8, length: Int)? {
        guard let first = rest.first else { return nil }
        guard LabelBytes.isDigit(first) else { return (first, 1) }
        let digits = rest.prefix(3)
        guard digits.count == 3, digits.allSatisfy(LabelBytes.isDigit) else { return nil }
        return UInt8(exactly: digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }).map { ($0, 3) }
    }
}
