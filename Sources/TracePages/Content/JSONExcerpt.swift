import TraceReports

/// JSON that can stand in a page: `<` is escaped, so that nothing ends the element, and long texts are cut.
struct JSONExcerpt {
    private(set) var bytes: [UInt8] = []

    /// Characters of a text; more are cut.
    static let maximumTextLength = 1000

    /// A value as it stands in a report, in one line.
    static func render(_ value: some Encodable) throws -> [UInt8] {
        try JSONReport.render(value, pretty: false).dropLast()
    }

    /// Adds an object.
    ///
    /// - Parameter leftOut: How many entries its lists have lost: a member after the first one.
    mutating func add(_ json: [UInt8], leftOut: [(key: String, count: Int)] = []) {
        bytes.reserveCapacity(bytes.count + json.count + 64)
        var index = 0
        var isFirstMember = true
        while index < json.count {
            let byte = json[index]
            guard byte == UInt8(ascii: "\"") else {
                if byte == UInt8(ascii: ","), isFirstMember {
                    isFirstMember = false
                    if !leftOut.isEmpty { add(leftOut) }
                }
                bytes.append(byte)
                index += 1
                continue
            }
            index = addText(json, from: index)
        }
    }

    private mutating func add(_ leftOut: [(key: String, count: Int)]) {
        bytes += ",\"leftOut\":{".utf8
        bytes += leftOut.map { "\"\($0.key)\":\($0.count)" }.joined(separator: ",").utf8
        bytes += "}".utf8
    }

    /// Adds a text with its quotation marks. Returns where it ends.
    private mutating func addText(_ json: [UInt8], from start: Int) -> Int {
        bytes.append(json[start])
        var index = start + 1
        var characters = 0
        var cut: Int?
        // Whether the last character was the first half of a pair of escapes, which is no place to cut.
        var isInPair = false
        while index < json.count, json[index] != UInt8(ascii: "\"") {
            // A character begins with a byte that is no continuation.
            if json[index] & 0xC0 != 0x80 {
                if characters >= Self.maximumTextLength - 1, cut == nil, !isInPair { cut = bytes.count }
                characters += 1
                isInPair = false
            }
            if json[index] == UInt8(ascii: "\\") {
                let length = index + 1 < json.count && json[index + 1] == UInt8(ascii: "u") ? 6 : 2
                let escape = json[index..<min(index + length, json.count)]
                bytes += escape
                isInPair = Self.isFirstHalf(escape)
                index += length
            } else if json[index] == UInt8(ascii: "<") {
                bytes += "\\u003c".utf8
                index += 1
            } else {
                bytes.append(json[index])
                index += 1
            }
        }
        if let cut, characters > Self.maximumTextLength {
            bytes.removeSubrange(cut...)
            bytes += "…".utf8
        }
        bytes.append(UInt8(ascii: "\""))
        return index + 1
    }

    /// Whether an escape is the first half of a pair: `\uD800` to `\uDBFF`.
    private static func isFirstHalf(_ escape: ArraySlice<UInt8>) -> Bool {
        guard escape.count == 6 else { return false }
        let (first, second) = (escape[escape.startIndex + 2] | 0x20, escape[escape.startIndex + 3] | 0x20)
        return first == UInt8(ascii: "d")
            && (second == UInt8(ascii: "8") || second == UInt8(ascii: "9") || second == UInt8(ascii: "a")
                || second == UInt8(ascii: "b"))
    }
}
