import PacketDissection
import WireCoding

/// A frame as a tree for people: its layers, and each field on a line with its unit or the name of its value.
///
/// ```
/// Frame 1: 0.000000000 s, 2018-05-09T12:00:00.123456Z, 251 bytes
/// awdl  bytes 53–246
///   subtype     3 (master indication frame)
///   phyTxTime   1234567 µs
///   tlvs
///     synchronization parameters (4), 73 bytes
///       txCounter   39 TU
/// ```
public struct FrameTree {
    /// Lines of one frame; further ones are counted.
    public static let maximumLines = 2000
    /// Bytes of one field that are shown.
    static let maximumBytes = 256
    private static let indent = 2
    /// Columns of the names, at most.
    private static let nameLimit = 30

    private let width: Int
    private let style: TextStyle

    /// - Parameters:
    ///   - width: Columns of a line, 40 at least.
    ///   - style: Whether the text has colors.
    public init(width: Int = 80, style: TextStyle = TextStyle(colored: false)) {
        self.width = max(40, width)
        self.style = style
    }

    /// - Parameters:
    ///   - frame: The frame with its layers.
    ///   - context: Sentences about what the frame belongs to, each a paragraph.
    public func text(_ frame: FrameView, context: [String] = []) -> String {
        var lines = title(frame)
        for text in context { lines += wrapped(text, first: 1, others: 2).map(style.cyan) }
        for layer in frame.description.layers { lines += self.layer(layer) }
        if let fault = frame.description.fault {
            let words = "malformed \(fault.layer) at byte \(fault.offset): \(SafeText.escaped(fault.message))"
            lines += wrapped(words, first: 0, others: 1).map(style.red)
        }
        if !frame.annotations.isEmpty {
            lines.append(style.heading("annotations"))
            lines += fields(frame.annotations, depth: 1)
        }
        let rest = lines.count - Self.maximumLines
        if rest > 0 { lines = lines.prefix(Self.maximumLines) + ["… \(Quantity.count(rest, "more line"))"] }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Fields alone, as of a message that belongs to no frame.
    ///
    /// - Parameters:
    ///   - title: The line above them.
    ///   - fields: The fields, one a line.
    public func text(_ title: String, _ fields: [FrameField]) -> String {
        var lines = SafeText.wrapped(SafeText.escaped(title), width: width).map(style.heading)
        lines += self.fields(fields, depth: 1)
        let rest = lines.count - Self.maximumLines
        if rest > 0 { lines = lines.prefix(Self.maximumLines) + ["… \(Quantity.count(rest, "more line"))"] }
        return lines.map { $0 + "\n" }.joined()
    }

    private func title(_ frame: FrameView) -> [String] {
        let size = frame.originalLength
        let held = frame.capturedLength < size ? ", \(Quantity.grouped(frame.capturedLength)) in the file" : ""
        var parts = ["Frame \(frame.frame):", "\(frame.seconds) s,"]
        if let time = frame.time { parts.append(RFC3339.text(time) + ",") }
        parts.append(Quantity.count(size, "byte") + held)
        return SafeText.wrapped(parts, width: width).map(style.heading)
    }

    private func layer(_ layer: FrameLayer) -> [String] {
        let place =
            layer.length == 0 ? "byte \(layer.offset)" : "bytes \(layer.offset)–\(layer.offset + layer.length - 1)"
        return [style.heading(layer.name) + "  " + style.dim(place)] + fields(layer.fields, depth: 1)
    }

    // MARK: - Fields

    private func margin(_ depth: Int) -> String { String(repeating: " ", count: min(depth * Self.indent, width / 3)) }

    private func fields(_ fields: [FrameField], depth: Int) -> [String] {
        let shown = fields.filter { field in !Self.repeats(field, fields) }
        let names = shown.lazy.filter { Self.isScalar($0.value) }.map(\.name.utf8.count)
        let column = min(names.max() ?? 0, Self.nameLimit)
        return shown.flatMap { lines($0, column: column, depth: depth) }
    }

    /// Whether a field only has the name of another one's value: `typeName` beside `type`.
    private static func repeats(_ field: FrameField, _ fields: [FrameField]) -> Bool {
        guard field.name.hasSuffix("Name"), case .text(let name) = field.value else { return false }
        return fields.contains { other in
            field.name == other.name + "Name" && other.meaning?.words(for: other.value) == name
        }
    }

    /// Whether a value is shown beside its name.
    private static func isScalar(_ value: FieldValue) -> Bool {
        switch value {
        case .object: false
        case .list(let elements): elements.allSatisfy(isScalar)
        case .hex(let bytes): bytes.count <= 16
        default: true
        }
    }

    private func lines(_ field: FrameField, column: Int, depth: Int) -> [String] {
        let name = SafeText.cut(SafeText.escaped(field.name), width: Self.nameLimit)
        switch field.value {
        case .object(let members): return [margin(depth) + name] + fields(members, depth: depth + 1)
        case .list(let elements) where !Self.isScalar(field.value):
            return [margin(depth) + name]
                + elements.enumerated().flatMap { element($0.element, $0.offset, depth: depth + 1) }
        case .hex(let bytes) where bytes.count > 16: return [margin(depth) + name] + dump(bytes, depth: depth + 1)
        default:
            let space = String(repeating: " ", count: max(0, column - SafeText.width(name)) + 2)
            let start = margin(depth) + name + space
            let text = Self.text(field.value, field.meaning)
            let indent = min(SafeText.width(start), width / 2)
            let lines = SafeText.folded(text, width: max(8, width - indent))
            // A long name deep in the tree has a line of its own.
            guard SafeText.width(start) == indent else {
                return [start.trimmingSpaces] + lines.map { String(repeating: " ", count: indent) + $0 }
            }
            return lines.enumerated().map {
                ($0.offset == 0 ? start : String(repeating: " ", count: indent)) + $0.element
            }
        }
    }

    private func dump(_ bytes: [UInt8], depth: Int) -> [String] {
        let margin = margin(depth)
        let shown = Array(bytes.prefix(Self.maximumBytes))
        let lines = HexDump.lines(shown, width: width - margin.utf8.count).map { margin + $0 }
        let rest = bytes.count - shown.count
        return lines + (rest > 0 ? [margin + "… \(Quantity.count(rest, "more byte"))"] : [])
    }

    /// An element of a list: under the name of its type where it has one, else under its index.
    private func element(_ value: FieldValue, _ index: Int, depth: Int) -> [String] {
        guard case .object(let members) = value else {
            return lines(FrameField("[\(index)]", value), column: 0, depth: depth)
        }
        guard let type = members.first, let name = type.meaning?.words(for: type.value), case .name? = type.meaning
        else {
            return [margin(depth) + "[\(index)]"] + fields(members, depth: depth + 1)
        }
        var rest = members.dropFirst().filter { !Self.repeats($0, members) }
        var title = "\(name) (\(Self.text(type.value, nil)))"
        if let length = rest.first, length.name == "length", case .unit? = length.meaning {
            title += ", " + Self.text(length.value, length.meaning)
            rest.removeFirst()
        }
        return [margin(depth) + SafeText.escaped(title)] + fields(Array(rest), depth: depth + 1)
    }

    private func wrapped(_ text: String, first: Int, others: Int) -> [String] {
        SafeText.wrapped(text, width: width - others * Self.indent).enumerated().map {
            margin($0.offset == 0 ? first : others) + $0.element
        }
    }

    // MARK: - Values

    /// A value that is not an object, with what it means: `39 TU`, `4 (synchronization parameters)`.
    private static func text(_ value: FieldValue, _ meaning: FieldMeaning?) -> String {
        let text: String
        switch value {
        case .integer(let number): text = digits(number, meaning)
        case .unsigned(let number): text = digits(number, meaning)
        case .real(let number): text = "\(number)"
        case .text(let string): return string.isEmpty ? "\"\"" : SafeText.escaped(string)
        case .hex(let bytes): return bytes.isEmpty ? "none" : Hex.encode(bytes)
        case .boolean(let flag): return "\(flag)"
        case .null: return "–"
        case .list(let elements): return list(elements, meaning)
        case .object: return ""
        }
        guard let meaning, let words = meaning.words(for: value) else { return text }
        guard case .unit = meaning else { return "\(text) (\(SafeText.escaped(words)))" }
        // Units that are words have a singular.
        return text == "1" && words.count > 3 && words.hasSuffix("s") ? "1 \(words.dropLast())" : "\(text) \(words)"
    }

    private static func digits(_ number: some FixedWidthInteger, _ meaning: FieldMeaning?) -> String {
        guard case .hexadecimal(let count, _)? = meaning, number >= 0 else { return "\(number)" }
        let digits = String(number, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    private static func list(_ elements: [FieldValue], _ meaning: FieldMeaning?) -> String {
        guard !elements.isEmpty else { return "none" }
        guard case .unit(let unit)? = meaning else {
            return elements.map { text($0, meaning) }.joined(separator: ", ")
        }
        return elements.map { text($0, nil) }.joined(separator: ", ") + " " + unit.rawValue
    }
}

extension String {
    /// Without spaces at the end.
    fileprivate var trimmingSpaces: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
