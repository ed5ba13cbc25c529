import WireCoding

/// Reads JSON values from bytes, one after the other.
///
/// A comma before a closing bracket is accepted: a writer that appends events has nothing better at the end of its file.
struct QUICLogScanner {
    let text: [UInt8]
    var position: Int

    init(_ text: [UInt8], at position: Int = 0) {
        self.text = text
        self.position = position
    }

    /// The next byte after white space, which stays; nil at the end.
    mutating func next() -> UInt8? {
        while position < text.count {
            let byte = text[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            position += 1
        }
        return nil
    }

    func error(_ kind: QUICLogError.Kind, at offset: Int? = nil) -> QUICLogError {
        QUICLogError(kind, offset: offset ?? position)
    }

    /// Moves over a byte that has to be next.
    mutating func expect(_ expected: Unicode.Scalar) throws(QUICLogError) {
        guard let byte = next() else { throw error(.unexpectedEnd) }
        guard byte == UInt8(ascii: expected) else { throw error(.unexpectedByte) }
        position += 1
    }

    /// Moves over the comma after an element, or over the closing bracket.
    ///
    /// - Returns: Whether another element follows.
    mutating func continues(before closing: Unicode.Scalar, isFirst: Bool) throws(QUICLogError) -> Bool {
        guard var byte = next() else { throw error(.unexpectedEnd) }
        if !isFirst, byte == UInt8(ascii: ",") {
            position += 1
            guard let following = next() else { throw error(.unexpectedEnd) }
            byte = following
            guard byte == UInt8(ascii: closing) else { return true }
        }
        if byte == UInt8(ascii: closing) {
            position += 1
            return false
        }
        guard isFirst else { throw error(.unexpectedByte) }
        return true
    }

    /// Reads a value of any type.
    mutating func value(depth: Int = 0) throws(QUICLogError) -> QUICLogJSON {
        guard let byte = next() else { throw error(.unexpectedEnd) }
        switch byte {
        case UInt8(ascii: "\""): return .escaped(try string())
        case UInt8(ascii: "{"):
            guard depth < QUICLogLimits.maximumDepth else { throw error(.tooDeep) }
            return .object(try members(depth: depth))
        case UInt8(ascii: "["):
            guard depth < QUICLogLimits.maximumDepth else { throw error(.tooDeep) }
            position += 1
            var elements: [QUICLogJSON] = []
            while try continues(before: "]", isFirst: elements.isEmpty) {
                elements.append(try value(depth: depth + 1))
            }
            return .array(elements)
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(String(decoding: text[try number()], as: UTF8.self))
        }
    }

    /// Moves over a value without making one. Strings may be invalid UTF-8.
    mutating func skip(depth: Int) throws(QUICLogError) {
        guard let byte = next() else { throw error(.unexpectedEnd) }
        switch byte {
        case UInt8(ascii: "\""): _ = try stringRange()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth < QUICLogLimits.maximumDepth else { throw error(.tooDeep) }
            position += 1
            let isObject = byte == UInt8(ascii: "{")
            var isFirst = true
            while try continues(before: isObject ? "}" : "]", isFirst: isFirst) {
                isFirst = false
                if isObject {
                    guard next() == UInt8(ascii: "\"") else { throw error(.unexpectedByte) }
                    _ = try stringRange()
                    try expect(":")
                }
                try skip(depth: depth + 1)
            }
        case UInt8(ascii: "t"): _ = try word("true", .null)
        case UInt8(ascii: "f"): _ = try word("false", .null)
        case UInt8(ascii: "n"): _ = try word("null", .null)
        default: _ = try number()
        }
    }

    private mutating func members(depth: Int) throws(QUICLogError) -> [QUICLogMember] {
        try expect("{")
        var members: [QUICLogMember] = []
        while try continues(before: "}", isFirst: members.isEmpty) {
            let name = try name()
            members.append(QUICLogMember(name, try value(depth: depth + 1)))
        }
        return members
    }

    /// Reads a member's name and moves over the colon.
    mutating func name() throws(QUICLogError) -> String {
        guard let byte = next() else { throw error(.unexpectedEnd) }
        guard byte == UInt8(ascii: "\"") else { throw error(.unexpectedByte) }
        let name = try string()
        try expect(":")
        return name
    }

    private mutating func word(_ word: String, _ value: QUICLogJSON) throws(QUICLogError) -> QUICLogJSON {
        for byte in word.utf8 {
            guard position < text.count else { throw error(.unexpectedEnd) }
            guard text[position] == byte else { throw error(.unexpectedByte) }
            position += 1
        }
        return value
    }

    private mutating func string() throws(QUICLogError) -> String {
        let range = try stringRange()
        if let offset = UTF8Text.firstError(text.span.extracting(range)) {
            throw error(.invalidUTF8, at: range.lowerBound + offset)
        }
        return String(decoding: text[range], as: UTF8.self)
    }

    /// Moves over a string.
    ///
    /// - Returns: What is between its quotation marks.
    private mutating func stringRange() throws(QUICLogError) -> Range<Int> {
        let start = position + 1
        position = start
        while position < text.count, text[position] != UInt8(ascii: "\"") {
            let byte = text[position]
            guard byte >= 0x20 else { throw error(.controlCharacter) }
            if byte == UInt8(ascii: "\\") { try escape() } else { position += 1 }
        }
        guard position < text.count else { throw error(.unexpectedEnd) }
        position += 1
        return start..<position - 1
    }

    private mutating func escape() throws(QUICLogError) {
        guard position + 1 < text.count else { throw error(.unexpectedEnd, at: text.count) }
        let kind = text[position + 1]
        guard "\"\\/bfnrtu".utf8.contains(kind) else { throw error(.invalidEscape) }
        let length = kind == UInt8(ascii: "u") ? 6 : 2
        guard position + length <= text.count else { throw error(.unexpectedEnd, at: text.count) }
        for index in position + 2..<position + length where Hex.value(of: text[index]) == nil {
            throw error(.invalidEscape)
        }
        position += length
    }

    private mutating func number() throws(QUICLogError) -> Range<Int> {
        let start = position
        if position < text.count, text[position] == UInt8(ascii: "-") { position += 1 }
        let whole = position
        guard digits() else { throw numberError(from: start) }
        if text[whole] == 0x30, position > whole + 1 { throw error(.invalidNumber, at: start) }
        if position < text.count, text[position] == UInt8(ascii: ".") {
            position += 1
            guard digits() else { throw numberError(from: start) }
        }
        if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < text.count, text[position] == UInt8(ascii: "+") || text[position] == UInt8(ascii: "-") {
                position += 1
            }
            guard digits() else { throw numberError(from: start) }
        }
        return start..<position
    }

    /// Moves over digits; false if there are none.
    private mutating func digits() -> Bool {
        let start = position
        while position < text.count, 0x30...0x39 ~= text[position] { position += 1 }
        return position > start
    }

    private func numberError(from start: Int) -> QUICLogError {
        guard position < text.count else { return error(.unexpectedEnd) }
        return position == start ? error(.unexpectedByte) : error(.invalidNumber, at: start)
    }
}
