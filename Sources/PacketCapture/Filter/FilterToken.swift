/// A word, number, address or sign of a filter expression, as libpcap's scanner cuts them.
struct FilterToken: Hashable {
    /// In the expression's UTF-8 bytes.
    let range: Range<Int>

    /// Cuts an expression into tokens; white space lies between them.
    static func tokens(of expression: String) -> [FilterToken] {
        let bytes = Array(expression.utf8)
        var tokens: [FilterToken] = []
        var position = 0
        var brackets = 0
        while position < bytes.count {
            let byte = bytes[position]
            let start = position
            if isSpace(byte) {
                position += 1
                continue
            }
            if isWordPart(byte) || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: ":") && brackets == 0 {
                position = endOfWord(bytes, from: start, insideBrackets: brackets > 0)
            } else {
                let isPair = position + 1 < bytes.count && pairs.contains([byte, bytes[position + 1]])
                position += isPair ? 2 : 1
                // A sign of several bytes that ASCII does not have stays whole.
                if byte >= 0x80 { while position < bytes.count, bytes[position] >= 0x80 { position += 1 } }
            }
            if byte == UInt8(ascii: "[") { brackets += 1 }
            if byte == UInt8(ascii: "]") { brackets = max(0, brackets - 1) }
            tokens.append(FilterToken(range: start..<position))
        }
        return tokens
    }

    private static let pairs: Set<[UInt8]> = Set(
        ["&&", "||", "!=", ">=", "<=", "==", "<<", ">>"].map { Array($0.utf8) })

    /// Colons join the parts of an address, but separate offset and length in brackets. Hyphens and underscores belong
    /// to names, and also to link addresses and port ranges.
    private static func endOfWord(_ bytes: [UInt8], from start: Int, insideBrackets: Bool) -> Int {
        var end = start + 1
        while end < bytes.count {
            let byte = bytes[end]
            let isInner = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            let isColon = byte == UInt8(ascii: ":") && !insideBrackets
            guard isWordPart(byte) || isInner || isColon else { break }
            end += 1
        }
        return end
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isWordPart(_ byte: UInt8) -> Bool {
        let character = Character(Unicode.Scalar(byte))
        return byte < 0x80 && (character.isLetter || character.isNumber) || character == "."
    }
}
