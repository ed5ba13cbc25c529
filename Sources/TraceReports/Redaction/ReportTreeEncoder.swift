import TraceModel

/// Makes a ``ReportTree`` of any value that can be encoded.
struct ReportTreeEncoder: Encoder {
    /// What is being written.
    private let node: Node
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    fileprivate init(_ node: Node) { self.node = node }

    static func tree(_ value: some Encodable) throws -> ReportTree { try node(value).tree }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeObject()
        return KeyedEncodingContainer(MemberEncoder<Key>(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeList()
        return ElementEncoder(node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { ScalarEncoder(node: node) }

    fileprivate static func node<Value: Encodable>(_ value: Value) throws -> Node {
        let node = Node()
        if Value.self == String.self, let value = value as? String {
            node.content = .leaf(.text(value))
        } else if let word = word(value) {
            node.content = .leaf(.word(word))
        } else {
            try value.encode(to: ReportTreeEncoder(node))
        }
        return node
    }

    /// The text of a value whose type knows all that there are.
    private static func word<Value: Encodable>(_ value: Value) -> String? {
        // A word that this version does not know may be anything.
        if let word = value as? any (ReportWord & CaseIterable) { return word.isKnown ? word.rawValue : nil }
        guard value is any CaseIterable else { return nil }
        return (value as? any RawRepresentable)?.rawValue as? String
    }

    /// A part of the tree that may still grow.
    fileprivate final class Node {
        enum Content {
            case leaf(ReportTree)
            case list([Node])
            case object([(key: String, value: Node)])
        }

        var content = Content.leaf(.null)

        var tree: ReportTree {
            switch content {
            case .leaf(let tree): tree
            case .list(let nodes): .list(nodes.map(\.tree))
            case .object(let members):
                .object(members.map { ReportTree.Member(key: $0.key, value: $0.value.tree) })
            }
        }

        var count: Int {
            if case .list(let nodes) = content { nodes.count } else { 0 }
        }

        func becomeObject() {
            if case .object = content { return }
            content = .object([])
        }

        func becomeList() {
            if case .list = content { return }
            content = .list([])
        }

        func add(_ node: Node, _ key: String) {
            guard case .object(var members) = content else { return }
            // Otherwise each member would copy those before it.
            content = .leaf(.null)
            members.append((key, node))
            content = .object(members)
        }

        func add(_ node: Node) {
            guard case .list(var nodes) = content else { return }
            content = .leaf(.null)
            nodes.append(node)
            content = .list(nodes)
        }
    }
}

private struct MemberEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: ReportTreeEncoder.Node
    var codingPath: [any CodingKey] { [] }

    private func member(_ key: String) -> ReportTreeEncoder.Node {
        let member = ReportTreeEncoder.Node()
        node.add(member, key)
        return member
    }

    mutating func encodeNil(forKey key: Key) { node.add(ReportTreeEncoder.Node(), key.stringValue) }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        node.add(try ReportTreeEncoder.node(value), key.stringValue)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        ReportTreeEncoder(member(key.stringValue)).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        ReportTreeEncoder(member(key.stringValue)).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { ReportTreeEncoder(member("super")) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { ReportTreeEncoder(member(key.stringValue)) }
}

private struct ElementEncoder: UnkeyedEncodingContainer {
    let node: ReportTreeEncoder.Node
    var codingPath: [any CodingKey] { [] }
    var count: Int { node.count }

    private func element() -> ReportTreeEncoder.Node {
        let element = ReportTreeEncoder.Node()
        node.add(element)
        return element
    }

    mutating func encodeNil() { node.add(ReportTreeEncoder.Node()) }

    mutating func encode<Value: Encodable>(_ value: Value) throws { node.add(try ReportTreeEncoder.node(value)) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        ReportTreeEncoder(element()).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        ReportTreeEncoder(element()).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { ReportTreeEncoder(element()) }
}

private struct ScalarEncoder: SingleValueEncodingContainer {
    let node: ReportTreeEncoder.Node
    var codingPath: [any CodingKey] { [] }

    private func set(_ tree: ReportTree) { node.content = .leaf(tree) }

    mutating func encodeNil() { set(.null) }
    mutating func encode(_ value: Bool) { set(.flag(value)) }
    mutating func encode(_ value: String) { set(.text(value)) }
    mutating func encode(_ value: Double) { set(.number(value)) }
    mutating func encode(_ value: Float) { set(.number(Double(value))) }

    mutating func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) {
        set(Int64(exactly: value).map { .integer($0) } ?? .natural(UInt64(clamping: value)))
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        node.content = try ReportTreeEncoder.node(value).content
    }
}
