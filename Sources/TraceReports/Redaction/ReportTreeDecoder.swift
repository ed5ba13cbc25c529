import TraceModel

/// Makes values of a ``ReportTree``.
struct ReportTreeDecoder: Decoder {
    fileprivate let tree: ReportTree
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [.keepsKeyOrder: true] }

    static func value<Value: Decodable>(_ tree: ReportTree) throws -> Value {
        try Value(from: ReportTreeDecoder(tree: tree))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = tree else { throw Mismatch.error(type) }
        return KeyedDecodingContainer(MemberDecoder(members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let elements) = tree else { throw Mismatch.error([ReportTree].self) }
        return ElementDecoder(elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { ScalarDecoder(tree: tree) }
}

private enum Mismatch {
    static func error(_ type: any Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: [], debugDescription: "another kind of value"))
    }

    static func missing(_ key: any CodingKey) -> DecodingError {
        .keyNotFound(key, .init(codingPath: [], debugDescription: "no such member"))
    }
}

private struct MemberDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [ReportTree.Member]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.key) } }
    /// Where the last key was: types read members in the order in which they wrote them.
    private let last = Cursor()

    init(members: [ReportTree.Member]) { self.members = members }

    private final class Cursor {
        var index = 0
    }

    private func find(_ key: Key) -> ReportTree? {
        let (name, start) = (key.stringValue, last.index)
        for step in members.indices {
            let index = (start + step) % members.count
            if members[index].key == name {
                last.index = index
                return members[index].value
            }
        }
        return nil
    }

    private func member(_ key: Key) throws -> ReportTree {
        guard let tree = find(key) else { throw Mismatch.missing(key) }
        return tree
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try member(key) == .null }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try ReportTreeDecoder.value(try member(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try ReportTreeDecoder(tree: member(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try ReportTreeDecoder(tree: member(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        ReportTreeDecoder(tree: members.first { $0.key == "super" }?.value ?? .null)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { ReportTreeDecoder(tree: try member(key)) }
}

private struct ElementDecoder: UnkeyedDecodingContainer {
    let elements: [ReportTree]
    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    private(set) var currentIndex = 0
    var isAtEnd: Bool { currentIndex >= elements.count }

    init(elements: [ReportTree]) { self.elements = elements }

    private mutating func next(_ type: any Any.Type) throws -> ReportTree {
        guard !isAtEnd else { throw Mismatch.error(type) }
        currentIndex += 1
        return elements[currentIndex - 1]
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, elements[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try ReportTreeDecoder.value(try next(type))
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try ReportTreeDecoder(tree: next(type)).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try ReportTreeDecoder(tree: next([ReportTree].self)).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { ReportTreeDecoder(tree: try next(ReportTree.self)) }
}

private struct ScalarDecoder: SingleValueDecodingContainer {
    let tree: ReportTree
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { tree == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .flag(let flag) = tree else { throw Mismatch.error(type) }
        return flag
    }

    func decode(_ type: String.Type) throws -> String {
        switch tree {
        case .text(let text), .word(let text): return text
        default: throw Mismatch.error(type)
        }
    }

    func decode(_ type: Double.Type) throws -> Double {
        switch tree {
        case .number(let number): return number
        case .integer(let number): return Double(number)
        case .natural(let number): return Double(number)
        default: throw Mismatch.error(type)
        }
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

    func decode<Value: Decodable & FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        let value: Value? =
            switch tree {
            case .integer(let number): Value(exactly: number)
            case .natural(let number): Value(exactly: number)
            default: nil
            }
        guard let value else { throw Mismatch.error(type) }
        return value
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try ReportTreeDecoder.value(tree) }
}
