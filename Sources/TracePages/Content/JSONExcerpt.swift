/// JSON that can stand in a page: `<` is escaped, so that nothing ends the element, and long texts are cut.
struct JSONExcerpt {
    private(set) var bytes: [UInt8] = []

    /// Characters of a text; more are cut.
    static let maximumTextLength = 1000

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
        let place = bytes.count
        bytes.append(json[start])
        var index = start + 1
        var characters = 0
        var cut: Int?
        while index < json.count, json[index] != UInt8(ascii: "\"") {
            if characters == Self.maximumTextLength - 1, cut == nil { cut = bytes.count }
            // A character begins with a byte that is no continuation, or with a backslash; a pair of \u is two, which does no harm.
            if json[index] & 0xC0 != 0x80 { characters += 1 }
            if json[index] == UInt8(ascii: "\\") {
                let length = index + 1 < json.count && json[index + 1] == UInt8(ascii: "u") ? 6 : 2
                bytes += json[index..<min(index + length, json.count)]
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
            // Half of a pair is no character.
            if isHalf(from: place) { bytes.removeLast(6) }
            bytes += "…".utf8
        }
        bytes.append(UInt8(ascii: "\""))
        return index + 1
    }

    private func isHalf(from place: Int) -> Bool {
        guard bytes.count - place > 6 else { return false }
        let end = String(decoding: bytes.suffix(6), as: UTF8.self).lowercased()
        return ["\\ud8", "\\ud9", "\\uda", "\\udb"].contains { end.hasPrefix($0) }
    }
}
