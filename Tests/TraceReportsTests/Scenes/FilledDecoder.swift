import TraceModel

/// Makes a value of any type of the report with something in every field: lists have two elements, and every text and number is
/// another one.
final class FilledDecoder: Decoder {
    /// `Secret0007x`
    static func text(_ number: Int) -> String { "Secret" + String(10_000 + number).dropFirst() + "x" }

    fileprivate final class Counter {
        var texts = 0
        var numbers = 0
    }

    fileprivate let counter: Counter
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [.keepsKeyOrder: true] }

    fileprivate init(_ counter: Counter) { self.counter = counter }

    static func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try FilledDecoder(Counter()).next()
    }

    fileprivate func next<Value: Decodable>() throws -> Value {
        if let type = Value.self as? any CaseIterable.Type, let word = Self.first(type) as? Value { return word }
        return try Value(from: FilledDecoder(counter))
    }

    private static func first<Words: CaseIterable>(_ type: Words.Type) -> Words? { type.allCases.first }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Members(decoder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { Elements(decoder: self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { Scalar(counter: counter) }

    private struct Unsupported: Error {}

    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: FilledDecoder
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { ["zeta", "alpha"].compactMap { Key(stringValue: $0) } }

        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) -> Bool { false }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decoder.next() }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { throw Unsupported() }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw Unsupported() }
        func superDecoder() throws -> any Decoder { throw Unsupported() }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw Unsupported() }
    }

    private struct Elements: UnkeyedDecodingContainer {
        let decoder: FilledDecoder
        var codingPath: [any CodingKey] { [] }
        var count: Int? { 2 }
        private(set) var currentIndex = 0
        var isAtEnd: Bool { currentIndex == 2 }

        init(decoder: FilledDecoder) { self.decoder = decoder }

        mutating func decodeNil() -> Bool { false }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            currentIndex += 1
            return try decoder.next()
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> { throw Unsupported() }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unsupported() }
        mutating func superDecoder() throws -> any Decoder { throw Unsupported() }
    }

    private struct Scalar: SingleValueDecodingContainer {
        let counter: Counter
        var codingPath: [any CodingKey] { [] }

        func decodeNil() -> Bool { false }
        func decode(_ type: Bool.Type) -> Bool { true }

        func decode(_ type: String.Type) -> String {
            counter.texts += 1
            return FilledDecoder.text(counter.texts)
        }

        func decode(_ type: Double.Type) -> Double {
            counter.numbers += 1
            return Double(counter.numbers) + 0.1
        }

        func decode<Value: Decodable & FixedWidthInteger>(_ type: Value.Type) -> Value {
            counter.numbers += 1
            return Value(counter.numbers % 60_000)
        }

        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try FilledDecoder(counter).next() }
    }
}
