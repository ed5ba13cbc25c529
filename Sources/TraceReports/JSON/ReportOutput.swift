import TraceModel
import WireCoding

/// Writes any `Encodable` values into one JSON text, keys in order of declaration and absent optional values as `null`: the
/// contract wants every key there, which Foundation's encoder does not give.
///
/// A container stays open until a container around it is written to or the value that requested it is finished; so nested
/// containers must be used one after another, as all code does.
final class ReportOutput {
    var text: JSONText {
        _read { yield unsafe uncheckedText }
        _modify { yield unsafe &uncheckedText }
    }

    /// Accesses are not checked while the program runs, which would be a tenth of the work. They cannot overlap: an output
    /// belongs to one thread, and each access is one call of a method of the text, which calls nothing that has the output.
    @exclusivity(unchecked) private var uncheckedText: JSONText

    /// Whether lists that are members of the document are left out, for others to write: see ``lists``.
    private let leavesOutLists: Bool
    /// The lists that were left out.
    private(set) var lists: [List] = []

    init(_ text: JSONText, leavesOutLists: Bool = false) {
        unsafe uncheckedText = text
        self.leavesOutLists = leavesOutLists
    }

    /// A list of a document that has a gap in its place.
    ///
    /// Unchecked: several workers call ``write``, each with its own output. It only reads the elements, which are values of
    /// `TraceModel`; all of these are `Sendable`, which their type as `Encodable` does not say.
    struct List: @unchecked Sendable {
        /// The position of the elements in the text.
        let position: Int
        let count: Int
        /// The writer at that position, without the text before it.
        let start: JSONText
        /// Writes some of the elements.
        let write: (Range<Int>, ReportOutput) throws -> Void
    }

    fileprivate func leaveOut(_ elements: [some Encodable]) {
        text.beginArray()
        var start = text
        start.removeAll()
        if !elements.isEmpty { text.leaveElements() }
        lists.append(
            List(position: text.bytes.count, count: elements.count, start: start) { range, output in
                for element in elements[range] { try output.write(element) }
            })
        text.endArray()
    }

    func write<Value: Encodable>(_ value: Value) throws {
        // Comparing types is much less work than casts that fail.
        if Value.self == SharedContent.self, let value = value as? SharedContent {
            try share(value)
        } else if Value.self == String.self, let value = value as? String {
            text.value(value)
        } else if Value.self == Int.self, let value = value as? Int {
            text.value(value)
        } else if Value.self == Bool.self, let value = value as? Bool {
            text.value(value)
        } else if Value.self == Double.self, let value = value as? Double {
            text.value(value)
        } else if Value.self == [Double].self, let value = value as? [Double] {
            text.value(value)
        } else if leavesOutLists, text.depth == 1, let list = value as? any EncodableList {
            list.leaveOut(of: self)
        } else {
            let depth = text.depth
            try value.encode(to: ValueEncoder(output: self, depth: depth))
            text.close(downTo: depth)
        }
    }

    /// A value as one line, with its line feed.
    func line(_ value: some Encodable) throws -> [UInt8] {
        text.removeAll()
        try write(value)
        text.endLine()
        return text.bytes
    }

    /// Writes what may have been written before: of the sessions of a flood all but their ends is the same.
    private func share(_ value: SharedContent) throws {
        let depth = text.depth
        // In an array a comma and a new line would come first.
        guard text.isAfterKey else {
            try value.encode(to: ValueEncoder(output: self, depth: depth))
            return text.close(downTo: depth)
        }
        if shared.isEmpty { shared = [SharedText](repeating: SharedText(), count: SharedText.count) }
        let slot = SharedText.slot(of: value.identity)
        var known: Int? { (slot...slot + 1).first { shared[$0].holds(value, at: depth) } }
        if let known, let bytes = shared[known].bytes { return text.append(written: bytes) }
        let isKnown = known != nil
        let start = text.bytes.count
        try value.encode(to: ValueEncoder(output: self, depth: depth))
        text.close(downTo: depth)
        // What is inside the value may have taken the slots meanwhile.
        if isKnown, let known {
            shared[known].bytes = Array(text.bytes[start...])
        } else {
            shared[slot + 1] = shared[slot]
            shared[slot] = SharedText(value: value, depth: depth)
        }
    }

    /// The text of values that may recur, each in one of the two slots of its identity, the latest first.
    private var shared: [SharedText] = []

    private struct SharedText {
        /// A power of two.
        static let count = 256

        func holds(_ other: SharedContent, at otherDepth: Int) -> Bool {
            value?.identity == other.identity && depth == otherDepth
        }

        /// The first slot of a pair, of which a dozen properties rarely share one.
        static func slot(of identity: ObjectIdentifier) -> Int {
            Int(truncatingIfNeeded: UInt64(UInt(bitPattern: identity)) &* 0x9E37_79B9_7F4A_7C15 >> 32) & (count - 2)
        }

        /// Retained, so that nothing else gets its memory and with it its identity.
        var value: SharedContent?
        /// It decides the indentation.
        var depth = 0
        /// Kept from the second time on: most values do not recur.
        var bytes: [UInt8]?
    }
}

/// An array of encodable elements, whatever they are.
private protocol EncodableList {
    func leaveOut(of output: ReportOutput)
}

extension Array: EncodableList where Element: Encodable {
    fileprivate func leaveOut(of output: ReportOutput) { output.leaveOut(self) }
}

private struct ValueEncoder: Encoder {
    let output: ReportOutput
    /// How many objects and arrays the value is in.
    private let depth: Int
    /// Not kept: encoding our own types does not fail, and a path for each key is most of the work.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// - Parameter depth: That of the text now, nil to ask it.
    init(output: ReportOutput, depth: Int? = nil) {
        self.output = output
        self.depth = depth ?? output.text.depth
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        // A value may ask for its object again, to add members to it.
        if output.text.depth == depth { output.text.beginObject() }
        return KeyedEncodingContainer(ObjectContainer<Key>(output: output, depth: depth + 1))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { ArrayContainer(in: output) }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        ScalarContainer(output: output)
    }
}

private struct ObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: ReportOutput
    var codingPath: [any CodingKey] { [] }
    let depth: Int

    private func begin(_ key: Key) {
        output.text.key(key.stringValue, at: depth)
    }

    mutating func encodeNil(forKey key: Key) {
        begin(key)
        output.text.null()
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        begin(key)
        try output.write(value)
    }

    // The protocol's own versions leave out the key of an absent value. These types are listed because the compiler
    // picks the most special version.
    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }

    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }

    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }

    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }

    mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeWhole(value, forKey: key) }
    mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeWhole(value, forKey: key) }
    mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeWhole(value, forKey: key) }
    mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeWhole(value, forKey: key) }
    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeWhole(value, forKey: key) }

    private mutating func encodeWhole(_ value: (some FixedWidthInteger & Encodable)?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }

    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        begin(key)
        return ValueEncoder(output: output).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        begin(key)
        return ArrayContainer(in: output)
    }

    mutating func superEncoder() -> any Encoder { ValueEncoder(output: output) }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        begin(key)
        return ValueEncoder(output: output)
    }
}

private struct ArrayContainer: UnkeyedEncodingContainer {
    let output: ReportOutput
    var codingPath: [any CodingKey] { [] }
    private(set) var count = 0
    private let depth: Int

    init(in output: ReportOutput) {
        self.output = output
        output.text.beginArray()
        depth = output.text.depth
    }

    private mutating func begin() {
        output.text.close(downTo: depth)
        count += 1
    }

    mutating func encodeNil() {
        begin()
        output.text.null()
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        begin()
        try output.write(value)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        begin()
        return ValueEncoder(output: output).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        begin()
        return ArrayContainer(in: output)
    }

    mutating func superEncoder() -> any Encoder {
        begin()
        return ValueEncoder(output: output)
    }
}

private struct ScalarContainer: SingleValueEncodingContainer {
    let output: ReportOutput
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() { output.text.null() }
    mutating func encode(_ value: Float) { output.text.value(Double(value)) }
    mutating func encode(_ value: Int) { output.text.value(value) }
    mutating func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) { output.text.value(value) }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try output.write(value) }
}
