import WireText

/// Writes any `Encodable` value as JSON, keys in order of declaration and absent optional values as `null`: the contract
/// wants every key there, which Foundation's encoder does not give.
///
/// A container stays open until a container around it is written to or the value that requested it is finished; so
/// nested containers must be used one after another, as all code does.
struct ReportEncoder {
    /// The value as one JSON document with a final line feed.
    static func encode(_ value: some Encodable, pretty: Bool) throws -> [UInt8] {
        let output = ReportOutput(JSONText(pretty: pretty))
        try output.write(value)
        output.text.endLine()
        return output.text.bytes
    }

    /// Values as a line each, handed on in pieces of about ``pieceSize`` bytes.
    static func encodeLines(
        _ values: some Sequence<some Encodable>, to sink: @escaping ([UInt8]) throws -> Void
    ) throws {
        let output = ReportOutput(JSONText(pretty: false), sink)
        for value in values {
            try output.write(value)
            output.text.endLine()
        }
        try sink(output.text.bytes)
    }

    static let pieceSize = 1 << 16
}

struct ValueEncoder: Encoder {
    let output: ReportOutput
    /// Not kept: encoding our own types does not fail, and a path for each key is most of the work.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(ObjectContainer<Key>(in: output))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { ArrayContainer(in: output) }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        ScalarContainer(output: output)
    }
}

private struct ObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: ReportOutput
    var codingPath: [any CodingKey] { [] }
    private let depth: Int

    init(in output: ReportOutput) {
        self.output = output
        output.text.beginObject()
        depth = output.text.depth
    }

    private func begin(_ key: Key) {
        output.text.key(key.stringValue, at: depth)
    }

    mutating func encodeNil(forKey key: Key) {
        begin(key)
        output.text.null()
    }

    mutating func encode(_ value: Bool, forKey key: Key) throws {
        begin(key)
        output.text.value(value)
    }

    mutating func encode(_ value: String, forKey key: Key) throws {
        begin(key)
        output.text.value(value)
    }

    mutating func encode(_ value: Double, forKey key: Key) throws {
        begin(key)
        output.text.value(value)
    }

    mutating func encode(_ value: Int, forKey key: Key) throws {
        begin(key)
        output.text.value(value)
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

    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        begin(key)
        return KeyedEncodingContainer(ObjectContainer<Nested>(in: output))
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
        return KeyedEncodingContainer(ObjectContainer<Nested>(in: output))
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
    mutating func encode(_ value: Bool) { output.text.value(value) }
    mutating func encode(_ value: String) { output.text.value(value) }
    mutating func encode(_ value: Double) { output.text.value(value) }
    mutating func encode(_ value: Float) { output.text.value(Double(value)) }
    mutating func encode(_ value: Int) { output.text.value(value) }
    mutating func encode(_ value: Int8) { output.text.value(value) }
    mutating func encode(_ value: Int16) { output.text.value(value) }
    mutating func encode(_ value: Int32) { output.text.value(value) }
    mutating func encode(_ value: Int64) { output.text.value(value) }
    mutating func encode(_ value: UInt) { output.text.value(value) }
    mutating func encode(_ value: UInt8) { output.text.value(value) }
    mutating func encode(_ value: UInt16) { output.text.value(value) }
    mutating func encode(_ value: UInt32) { output.text.value(value) }
    mutating func encode(_ value: UInt64) { output.text.value(value) }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try output.write(value) }
}
