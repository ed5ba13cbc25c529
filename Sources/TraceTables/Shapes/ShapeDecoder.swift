import TraceModel

/// Answers whatever a type asks for, and keeps what that was.
///
/// Lists have one element, maps one key, and optional values are there.
final class ShapeDecoder: Decoder {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    fileprivate(set) var shape: ValueShape?

    /// A value of a type, and its shape.
    static func look<Value: Decodable>(at type: Value.Type) throws -> (value: Value, shape: ValueShape) {
        if let type = type as? any SelfDescribing.Type, let known = answer(type, as: Value.self) { return known }
        if let type = type as? any CaseIterable.Type, let known = answer(type, as: Value.self) { return known }
        let decoder = ShapeDecoder()
        let value = try Value(from: decoder)
        guard let shape = decoder.shape else { throw ShapeError(type: type) }
        return (value, shape)
    }

    private static func answer<Type: SelfDescribing, Value>(_ type: Type.Type, as: Value.Type) -> (Value, ValueShape)? {
        (Type.sample as? Value).map { ($0, Type.shape) }
    }

    /// Texts of which a type knows all.
    private static func answer<Type: CaseIterable, Value>(_ type: Type.Type, as: Value.Type) -> (Value, ValueShape)? {
        let names = Type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
        guard let first = Type.allCases.first as? Value, !names.isEmpty else { return nil }
        return (first, .text(names))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(ShapeMembers(self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { ShapeElements(self) }

    func singleValueContainer() -> any SingleValueDecodingContainer { ShapeScalar(decoder: self) }

    fileprivate func note(_ member: ValueShape.Member) {
        guard case .object(let members) = shape ?? .object([]) else { return }
        if !members.contains(where: { $0.key == member.key }) { shape = .object(members + [member]) }
    }
}

private struct ShapeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ShapeDecoder
    var codingPath: [any CodingKey] { [] }
    /// A key of a map, which has those of the capture.
    let allKeys: [Key]

    init(_ decoder: ShapeDecoder) {
        self.decoder = decoder
        allKeys = Key.self == ReportKey.self ? [Key(stringValue: "name")].compactMap(\.self) : []
        if decoder.shape == nil { decoder.shape = .object([]) }
    }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        // A generic type that an optional fills asks for the whole of it, and never whether it is there.
        try look(at: type, key, isNullable: type is any ExpressibleByNilLiteral.Type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try look(at: type, key, isNullable: true)
    }

    // Without these, the protocol's own versions for these types would be called, which only decode.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try nullable(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try nullable(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try nullable(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try nullable(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try nullable(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try nullable(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try nullable(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try nullable(type, key) }

    private func nullable<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        try look(at: type, key, isNullable: true)
    }

    private func look<Value: Decodable>(at type: Value.Type, _ key: Key, isNullable: Bool) throws -> Value {
        let (value, shape) = try ShapeDecoder.look(at: type)
        if Key.self == ReportKey.self {
            decoder.shape = .map(shape)
        } else {
            decoder.note(ValueShape.Member(key.stringValue, shape, isNullable: isNullable))
        }
        return value
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw ShapeError(type: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw ShapeError(type: Key.self)
    }

    func superDecoder() throws -> any Decoder { throw ShapeError(type: Key.self) }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw ShapeError(type: Key.self) }
}

private struct ShapeElements: UnkeyedDecodingContainer {
    let decoder: ShapeDecoder
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    private(set) var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    init(_ decoder: ShapeDecoder) { self.decoder = decoder }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (value, shape) = try ShapeDecoder.look(at: type)
        decoder.shape = .list(shape)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { throw ShapeError(type: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw ShapeError(type: [Int].self)
    }

    mutating func superDecoder() throws -> any Decoder { throw ShapeError(type: [Int].self) }
}

private struct ShapeScalar: SingleValueDecodingContainer {
    let decoder: ShapeDecoder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode(_ type: Bool.Type) throws -> Bool {
        decoder.shape = .boolean
        return false
    }

    func decode(_ type: String.Type) throws -> String {
        decoder.shape = .text(nil)
        return ""
    }

    func decode(_ type: Double.Type) throws -> Double {
        decoder.shape = .number
        return 0
    }

    func decode<Value: Decodable & FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        decoder.shape = .integer
        return 0
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (value, shape) = try ShapeDecoder.look(at: type)
        decoder.shape = shape
        return value
    }
}

extension Finding.Fact: SelfDescribing {
    static let shape = ValueShape.either([
        .number, .text(nil), .list(.either([.number, .text(nil), .list(.text(nil))])),
    ])
    static var sample: Finding.Fact { .number(0) }
}

extension TraceMessage.Value: SelfDescribing {
    static let shape = ValueShape.any
    static var sample: TraceMessage.Value { .integer(0) }
}

extension Finding.Subject: SelfDescribing {
    static let shape = ValueShape.object([
        .init("kind", .text(["capture", "wireless", "session", "service", "peer"])),
        .init("id", .either([.integer, .text(nil)]), isNullable: true),
    ])
    static var sample: Finding.Subject { .capture }
}
