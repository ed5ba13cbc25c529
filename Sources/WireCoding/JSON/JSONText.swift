/// Writes JSON (RFC 8259) piece by piece into one buffer, with keys in the order in which they are given.
package struct JSONText {
    /// How texts and numbers are written.
    package enum Style: Equatable {
        /// For people and programs that read what captures contain: everything that could steer a terminal or mislead a
        /// reader is escaped (``UnsafeCharacters``), and small numbers have no exponent.
        case harmless
        /// As Foundation's `JSONEncoder` writes, which peers send: only what JSON demands is escaped, and the slash as
        /// `\\/` unless that is off.
        case foundation(escapesSlashes: Bool)
    }

    package private(set) var bytes: [UInt8] = []
    /// Two-space indentation, or everything on one line.
    package let isPretty: Bool
    private let isHarmless: Bool
    private let escapesSlashes: Bool
    /// The brackets that close what is open.
    private var open: [UInt8] = []
    /// Whether what was opened last has elements. All others have: it is one.
    private var hasElements = false
    /// Whether a key waits for its value.
    package private(set) var isAfterKey = false

    /// - Parameter capacity: Bytes of most texts of the kind, for which memory is taken at once.
    package init(pretty: Bool, style: Style = .harmless, reservingCapacity capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
        isPretty = pretty
        isHarmless = style == .harmless
        escapesSlashes = style == .foundation(escapesSlashes: true)
    }

    /// Objects and arrays that are open.
    package var depth: Int { open.count }

    package mutating func beginObject() { begin(UInt8(ascii: "{"), closedBy: UInt8(ascii: "}")) }
    package mutating func beginArray() { begin(UInt8(ascii: "["), closedBy: UInt8(ascii: "]")) }
    package mutating func endObject() { close(downTo: depth - 1) }
    package mutating func endArray() { close(downTo: depth - 1) }

    /// Closes what was opened last until no more than `depth` are open.
    package mutating func close(downTo depth: Int) {
        while open.count > depth, let bracket = open.popLast() {
            if hasElements { newLine() }
            bytes.append(bracket)
            hasElements = true
        }
    }

    /// The next key of the object that is open at that depth; what is still open inside it is closed.
    ///
    /// One call, because each one from a shared document is checked for others at the same time.
    package mutating func key(_ name: String, at depth: Int) {
        close(downTo: depth)
        key(name)
    }

    package mutating func key(_ name: String) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(UInt8(ascii: " ")) }
        isAfterKey = true
    }

    package mutating func null() { literal("null") }
    package mutating func value(_ value: Bool) { literal(value ? "true" : "false") }
    package mutating func value(_ value: some BinaryInteger) { literal(value.description) }

    package mutating func value(_ value: Int) { self.value(Int64(value)) }

    package mutating func value(_ value: Int64) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        append(UInt64(value.magnitude))
    }

    package mutating func value(_ value: String) {
        separate()
        quote(value)
    }

    /// The shortest digits that give the number back; a whole number has no fraction. Infinite and undefined values, which
    /// JSON does not have, become `null`.
    package mutating func value(_ value: Double) {
        separate()
        append(value)
    }

    /// A list of numbers on one line, however long: one number per line would not be easier to read.
    package mutating func value(_ numbers: [Double]) {
        literal("[")
        for (index, number) in numbers.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(number)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// An object with these fields, ended by a line feed.
    package static func line(_ fields: [FrameField], pretty: Bool) -> String {
        var text = JSONText(pretty: pretty)
        text.value(fields)
        text.endLine()
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// The members of an object.
    package mutating func value(_ fields: [FrameField]) {
        beginObject()
        for field in fields {
            key(field.name)
            value(field.value)
        }
        endObject()
    }

    package mutating func value(_ field: FieldValue) {
        switch field {
        case .integer(let number): value(number)
        case .unsigned(let number): value(number)
        case .real(let number): value(number)
        case .text(let string): value(string)
        case .hex(let bytes): value(Hex.encode(bytes))
        case .boolean(let flag): value(flag)
        case .null: null()
        case .list(let elements):
            beginArray()
            for element in elements { value(element) }
            endArray()
        case .object(let fields): value(fields)
        }
    }

    /// A value after its key, as it was written before at the same depth.
    package mutating func append(written value: [UInt8]) {
        isAfterKey = false
        bytes += value
    }

    /// Text that is not JSON, for a format that has its numbers.
    package mutating func append(raw text: String) { bytes.append(contentsOf: text.utf8) }

    package mutating func append(raw text: [UInt8]) { bytes += text }

    /// Says that the array that is open has elements, which a copy of this text writes.
    package mutating func leaveElements() { hasElements = true }

    /// Ends a document with a line feed.
    package mutating func endLine() { bytes.append(0x0A) }

    /// Forgets what was handed on; what is open stays so.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    private mutating func append(_ value: Double) {
        guard value.isFinite else { return bytes.append(contentsOf: "null".utf8) }
        if !isHarmless {
            let digits = value.description
            bytes.append(contentsOf: digits.utf8.dropLast(digits.hasSuffix(".0") ? 2 : 0))
        } else if value >= 0, value < 1e15, value == value.rounded(.towardZero) {
            append(UInt64(value))
        } else if value == value.rounded(), abs(value) < 1e15 {
            bytes.append(contentsOf: Int64(value).description.utf8)
        } else {
            bytes.append(contentsOf: Self.plain(value).utf8)
        }
    }

    /// Digits without a string for each number: a report of many sessions has millions of them.
    private mutating func append(_ value: UInt64) {
        if value >= 10 { append(value / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
    }

    /// Small numbers print as `1e-09` in Swift; the same digits without an exponent are easier on people and on tools.
    private static func plain(_ value: Double) -> String {
        let text = value.description
        // Larger numbers with a fraction have no exponent in Swift.
        guard value.magnitude < 1e-4,
            let mark = text.utf8.firstIndex(of: UInt8(ascii: "e")),
            let exponent = Int(text[text.index(after: mark)...]),
            (-20 ... -1).contains(exponent)
        else { return text }
        let digits = text[..<mark].filter { $0.isNumber }
        let zeros = String(repeating: "0", count: -exponent - 1)
        return (value < 0 ? "-0." : "0.") + zeros
            + (digits.hasSuffix("0") && digits.count > 1 ? String(digits.dropLast()) : digits)
    }

    private mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func begin(_ bracket: UInt8, closedBy closing: UInt8) {
        separate()
        bytes.append(bracket)
        open.append(closing)
        hasElements = false
    }

    private mutating func separate() {
        if isAfterKey {
            isAfterKey = false
            return
        }
        guard !open.isEmpty else { return }
        if hasElements { bytes.append(UInt8(ascii: ",")) }
        hasElements = true
        newLine()
    }

    private mutating func newLine() {
        guard isPretty else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * open.count))
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        // Keys and most names are plain ASCII: they are copied first and looked at then.
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        guard escapesSlashes || !isPlain(from: start) else {
            bytes.append(UInt8(ascii: "\""))
            return
        }
        bytes.removeSubrange(start...)
        if isHarmless {
            UnsafeCharacters.forEach(in: text) { quote($0, escapes: $1) }
        } else {
            for scalar in text.unicodeScalars { quote(scalar, escapes: scalar.value < 0x20) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func quote(_ scalar: Unicode.Scalar, escapes: Bool) {
        switch scalar {
        case "\"": bytes.append(contentsOf: "\\\"".utf8)
        case "\\": bytes.append(contentsOf: "\\\\".utf8)
        case "\n": bytes.append(contentsOf: "\\n".utf8)
        case "\t": bytes.append(contentsOf: "\\t".utf8)
        case "\r": bytes.append(contentsOf: "\\r".utf8)
        case "\u{8}" where !isHarmless: bytes.append(contentsOf: "\\b".utf8)
        case "\u{C}" where !isHarmless: bytes.append(contentsOf: "\\f".utf8)
        case "/" where escapesSlashes: bytes.append(contentsOf: "\\/".utf8)
        case _ where escapes: escape(scalar)
        default: bytes.append(contentsOf: UTF8.encode(scalar)!)
        }
    }

    /// Whether nothing that was written from there on needs an escape.
    private func isPlain(from start: Int) -> Bool {
        let written = bytes.span
        for index in start..<written.count {
            let byte = written[index]
            if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
        }
        return true
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        for unit in UTF16.encode(scalar)! { bytes.append(contentsOf: "\\u\(unit.digits(4, radix: 16))".utf8) }
    }

    /// A number with the digits that it has in JSON: the fewest that give it back, no fraction where it is whole.
    package static func digits(_ number: Double) -> String {
        var text = JSONText(pretty: false)
        text.value(number)
        return String(decoding: text.bytes, as: UTF8.self)
    }
}
