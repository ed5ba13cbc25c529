import WireCoding

/// Rows of comma-separated values (RFC 4180), safe to be opened by a spreadsheet.
///
/// Texts may come from captures. Control characters are escaped as everywhere (``SafeText``), and a text that a
/// spreadsheet would read as a formula gets a leading apostrophe, which spreadsheets treat as the mark of a text.
/// Numbers are written unchanged: a negative one is not a formula.
package struct CSVText {
    /// One field of a row.
    package enum Field {
        case text(String?)
        case integer(Int?)
        /// The shortest digits that give the number back.
        case number(Double?)
        case flag(Bool?)
    }

    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Adds a row with its line end; what is nil becomes an empty field.
    package mutating func add(_ fields: [Field]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: Self.written(field).utf8)
        }
        bytes.append(contentsOf: [0x0D, 0x0A])
    }

    private static func written(_ field: Field) -> String {
        switch field {
        case .text(let text): text.map(quoted) ?? ""
        case .integer(let number): number.map(String.init) ?? ""
        case .number(let number): number.map(digits) ?? ""
        case .flag(let flag): flag.map { $0 ? "true" : "false" } ?? ""
        }
    }

    private static func digits(_ number: Double) -> String {
        number.isFinite ? JSONText.digits(number) : ""
    }

    private static func quoted(_ text: String) -> String {
        var safe = SafeText.escaped(text)
        // The characters that start a formula, also after spaces, which some programs skip.
        if let first = safe.unicodeScalars.first(where: { $0 != " " }), "=+-@＝＋－＠".unicodeScalars.contains(first) {
            safe = "'" + safe
        }
        guard safe.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else { return safe }
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
