import WireCoding

/// A compiled body: reads bytes, picks the values of paths, and says whether the bytes are what they should be.
///
/// One reference, which is counted once where a body is read.
final class BodyProgram: Sendable {
    indirect enum Kind: Sendable {
        case json, plist, utf8, words, bytes, none
        /// With a schema the index of the message.
        case protobuf(ProtobufTypes?, message: Int)
        case fields(FieldProgram)
    }

    let kind: Kind
    private let table: PathTable

    init(kind: Kind, table: PathTable) { (self.kind, self.table) = (kind, table) }
}

/// Why a body could not be decoded.
struct BodyFault: Error {
    /// `body`, or the field in it.
    var key: String
    /// Bytes from the start of the body.
    var offset: Int
    var message: String
}

extension BodyProgram {
    /// - Parameter values: One for each path, all absent.
    func read(
        _ body: Span<UInt8>, registers: inout [UInt64], values: inout [MessageValue]
    ) throws(BodyFault) {
        switch kind {
        case .json:
            var walker = JSONWalker(body, table, values: Self.take(&values))
            let isSound = walker.read()
            let position = walker.position
            values = walker.values
            guard isSound else { throw BodyFault(key: "body", offset: position, message: "the body is not JSON") }
        case .plist:
            guard let tree = PropertyList.value(body) else {
                throw BodyFault(key: "body", offset: 0, message: "the body is not a property list")
            }
            TreePaths.find(table, in: tree, into: &values)
        case .protobuf(let types, let message):
            var walker = ProtobufWalker(body, table, types, values: Self.take(&values))
            let isSound = walker.read(message: message)
            values = walker.values
            guard isSound else { throw BodyFault(key: "body", offset: 0, message: "the body is not protobuf") }
        case .utf8:
            try checkUTF8(body)
            setWhole(.text(ValueRange(0, body.count), hasEscapes: false), &values)
        case .words:
            try checkUTF8(body)
            setWhole(.text(ValueRange(0, body.count), hasEscapes: false), &values)
            splitWords(body, &values)
        case .bytes: setWhole(.bytes(ValueRange(0, body.count)), &values)
        case .none:
            guard body.isEmpty else {
                throw BodyFault(key: "body", offset: 0, message: "a message of this type has no body, but this one has")
            }
        case .fields(let program): try read(program, body, &registers, &values)
        }
    }

    /// Moves the values out, so that they are not copied when they change.
    private static func take(_ values: inout [MessageValue]) -> [MessageValue] {
        var taken: [MessageValue] = []
        swap(&taken, &values)
        return taken
    }

    private func checkUTF8(_ body: Span<UInt8>) throws(BodyFault) {
        guard let offset = UTF8Text.firstError(body) else { return }
        throw BodyFault(key: "body", offset: offset, message: "the body is not UTF-8")
    }

    /// For the paths that are `body` alone.
    private func setWhole(_ value: MessageValue, _ values: inout [MessageValue]) {
        for path in PathBits(table.ends[0]) { values[path] = value }
    }

    private func splitWords(_ body: Span<UInt8>, _ values: inout [MessageValue]) {
        let others = table.all & ~table.ends[0]
        guard others != 0 else { return }
        var index = 0
        var start = 0
        while start < body.count {
            while start < body.count, body[start] == 0x20 { start &+= 1 }
            guard start < body.count else { return }
            var end = start
            while end < body.count, body[end] != 0x20 { end &+= 1 }
            for path in PathBits(others) {
                guard let step = table.step(path, 0), step.kind == .index, step.number == index else { continue }
                values[path] = .text(ValueRange(start, end), hasEscapes: false)
            }
            index &+= 1
            start = end
        }
    }

    private func read(
        _ program: FieldProgram, _ body: Span<UInt8>, _ registers: inout [UInt64], _ values: inout [MessageValue]
    ) throws(BodyFault) {
        let fault: FieldFault
        do {
            let end = try program.read(body, from: 0, registers: &registers, values: &values)
            guard end < body.count else { return }
            fault = FieldFault(kind: .trailing, field: "", offset: end)
        } catch {
            fault = error
        }
        throw BodyFault(
            key: fault.field.isEmpty ? "body" : "body.\(fault.field)", offset: fault.offset, message: fault.sentence)
    }
}

extension FieldFault {
    /// What is wrong.
    var sentence: String {
        switch kind {
        case .truncated: "the message ends within “\(field)”"
        case .constant: "“\(field)” has another value than the constant"
        case .notUTF8: "“\(field)” is not UTF-8"
        case .illegal: "“\(field)” has an impossible value"
        case .trailing: "bytes are left over after the last field"
        }
    }
}

extension BodyProgram {
    /// Whether it is protobuf with a schema.
    var isSchema: Bool {
        if case .protobuf(.some, message: _) = kind { return true }
        return false
    }
}
