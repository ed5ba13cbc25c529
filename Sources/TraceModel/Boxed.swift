/// Stores a property in separate memory, and in none while it is empty: a report may have a million sessions, few of
/// which have more than a packet. Copies share the memory. It is encoded and decoded as the property itself.
@propertyWrapper
public struct Boxed<Value: Blank> {
    fileprivate final class Box {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    fileprivate var box: Box?

    /// Made of all its parts.
    public init(wrappedValue: Value) { box = Self.box(wrappedValue) }

    /// The property.
    public var wrappedValue: Value {
        // Lent: most ask for one figure of a value that has dozens.
        _read { if let box { yield box.value } else { yield.blankInReport } }
        set { box = Self.box(newValue) }
    }

    private static func box(_ value: Value) -> Box? { value == .blankInReport ? nil : Box(value) }

    /// Whether both are in the same memory.
    func isShared(with other: Boxed) -> Bool { box != nil && box === other.box }

    /// Takes the memory of an equal value.
    mutating func share(_ other: Boxed) {
        if let box, let known = other.box, box.value == known.value { self.box = known }
    }
}

extension Boxed.Box: Sendable where Value: Sendable {}
extension Boxed: Sendable where Value: Sendable {}

extension Boxed: Hashable {
    /// Compares values, not where they are.
    public static func == (first: Boxed, second: Boxed) -> Bool {
        first.box === second.box || first.wrappedValue == second.wrappedValue
    }

    /// By what it compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Boxed: Codable {
    /// Reads the property itself.
    public init(from decoder: any Decoder) throws { self.init(wrappedValue: try Value(from: decoder)) }

    /// Writes the property itself.
    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

/// A value of a ``Boxed`` property on its way to an encoder, which may write what it wrote before of the same memory.
public struct SharedContent: Encodable {
    /// The same for all that are in the same memory while they are there, and for all blank values of one type.
    public let identity: ObjectIdentifier
    private let write: @Sendable (any Encoder) throws -> Void

    fileprivate init<Value: Blank & Sendable>(_ boxed: Boxed<Value>) {
        if let box = boxed.box {
            identity = ObjectIdentifier(box)
            write = { try box.value.encode(to: $0) }
        } else {
            identity = ObjectIdentifier(Value.self)
            write = { try Value.blankInReport.encode(to: $0) }
        }
    }

    /// Writes the property itself.
    public func encode(to encoder: any Encoder) throws { try write(encoder) }
}

extension KeyedEncodingContainer {
    mutating func encode<Value: Blank & Sendable>(_ value: Boxed<Value>, forKey key: Key) throws {
        try encode(SharedContent(value), forKey: key)
    }
}

// An absent value has no key in other encoders than ours, as any optional property.
extension KeyedEncodingContainer {
    mutating func encode<Wrapped>(_ value: Boxed<Wrapped?>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}
