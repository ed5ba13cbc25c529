import WireCoding

/// Rows of comma-separated values (RFC 4180), safe to be opened by a spreadsheet.
///
/// Texts may come from captures. Control characters are escaped as everywhere (``SafeText``), and a text that a
/// spreadsheet would read as a formula gets a leading apostrophe, which spreadsheets treat as the mark of a text.
/// Numbers are written unchanged: a negative one is not a formula. A text of more bytes than a limit is cut.
package struct CSVText {
    /// Bytes of a text, after escaping: names are never longer, but messages may be, and spreadsheets take no cell of more than
    /// 32,767 characters.
    package static let usualMaximumTextLength = 1024

    /// One field of a row.
    package enum Field {
        case text(String?)
        case integer(Int?)
        /// The shortest digits that give the number back.
        case number(Double?)
        case flag(Bool?)
    }

    /// Outside of arrays and objects a number of JSON is its digits alone.
    private var text: JSONText
    private var isInRow = false
    private let maximumTextLength: Int
    private let isForPrograms: Bool

    /// - Parameters:
    ///   - capacity: Bytes of most rows, for which memory is taken at once.
    ///   - isForPrograms: Whether texts are whole, and characters that only cannot be seen stay as they are. A text without
    ///     characters gets quotation marks then, so that it is not read as a missing one.
    package init(reservingCapacity capacity: Int = 0, isForPrograms: Bool = false) {
        text = JSONText(pretty: false, reservingCapacity: capacity)
        maximumTextLength = isForPrograms ? .max : Self.usualMaximumTextLength
        self.isForPrograms = isForPrograms
    }

    package var bytes: [UInt8] { text.bytes }

    /// Adds a row with its line end; what is nil becomes an empty field.
    package mutating func add(_ fields: [Field]) {
        for field in fields { add(field) }
        endRow()
    }

    /// Adds a field to the row that ``endRow()`` ends.
    package mutating func add(_ field: Field) {
        if isInRow { text.append(raw: ",") }
        isInRow = true
        switch field {
        case .text(let string): if let string { text.append(raw: quoted(string)) }
        case .integer(let number): if let number { text.value(number) }
        case .number(let number): if let number, number.isFinite { text.value(number) }
        case .flag(let flag): if let flag { text.value(flag) }
        }
    }

    /// Adds fields that were written before.
    package mutating func add(_ fields: CSVText) {
        if isInRow { text.append(raw: ",") }
        isInRow = true
        text.append(raw: fields.bytes)
    }

    /// Forgets what was written, but keeps its memory.
    package mutating func removeAll() {
        text.removeAll()
        isInRow = false
    }

    package mutating func endRow() {
        text.append(raw: "\r\n")
        isInRow = false
    }

    /// Whether it begins like a letter, a digit or a path, and nothing in it needs quotation marks or an escape, as in most
    /// texts.
    private func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        guard text.utf8.count <= maximumTextLength else { return false }
        switch first {
        case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            return text.utf8.allSatisfy { 0x20..<0x7F ~= $0 && !Self.needsQuotes($0) }
        default: return false
        }
    }

    /// Where the comma is the mark of decimals, spreadsheets separate fields by semicolons.
    private static func needsQuotes(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\"")
    }

    /// Controls and marks of direction are escaped, other characters stay.
    private static func withoutControls(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                result += SafeText.escaped(String(Character(scalar)))
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    private func quoted(_ text: String) -> String {
        if isForPrograms, text.isEmpty { return "\"\"" }
        guard !isPlain(text) else { return text }
        // Escapes only make it longer.
        let isLong = text.utf8.count > maximumTextLength
        let start = isLong ? String(text.unicodeScalars.prefix(maximumTextLength)) : text
        var safe = (isForPrograms ? Self.withoutControls(start) : SafeText.escaped(start)) + (isLong ? "…" : "")
        if safe.utf8.count > maximumTextLength { safe = SafeText.cut(safe, bytes: maximumTextLength) }
        // The characters that start a formula, also after those that some programs skip because they are invisible.
        switch safe.unicodeScalars.first(where: {
            !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
        })
        {
        case "=", "+", "-", "@", "＝", "＋", "－", "＠": safe = "'" + safe
        default: break
        }
        guard safe.utf8.contains(where: Self.needsQuotes) else { return safe }
        return "\"" + safe.replacing("\"", with: "\"\"") + "\""
    }
}

extension JSONText {
    package mutating func value(_ field: CSVText.Field) {
        switch field {
        case .text(let text): if let text { value(text) } else { null() }
        case .integer(let number): if let number { value(number) } else { null() }
        case .number(let number): if let number { value(number) } else { null() }
        case .flag(let flag): if let flag { value(flag) } else { null() }
        }
    }
}
