/// A value that has nothing in it most of the time, and what it is then; for ``Boxed`` properties of a report.
public protocol Blank: Codable, Equatable {
    /// Makes a value with nothing in it.
    init()
}

extension Optional: Blank where Wrapped: Codable, Wrapped: Equatable {
    /// nil.
    public init() { self = nil }
}

extension Array: Blank where Element: Codable, Element: Equatable {}
extension Int: Blank {}
extension Distribution: Blank {}
extension SessionDirection: Blank {}
extension Session.Jitter: Blank {}
extension Session.Throughput: Blank {}
extension Session.Phases: Blank {}
extension NamedCounts: Blank {}
extension Service.Discovery: Blank {}
extension Service.Timing: Blank {}

/// Stores a property in separate memory, and in none while it is empty: a report may have a million sessions, few of
/// which have more than a packet. Copies share the memory. It is encoded and decoded as the property itself.
@propertyWrapper
public struct Boxed<Value: Blank> {
    fileprivate final class Box {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    fileprivate var box: Box?

    public init(wrappedValue: Value) { box = Self.box(wrappedValue) }

    public var wrappedValue: Value {
        // Lent: most ask for one figure of a value that has dozens.
        _read { if let box { yield box.value } else { yield Value() } }
        set { box = Self.box(newValue) }
    }

    private static func box(_ value: Value) -> Box? { value == Value() ? nil : Box(value) }

    /// Whether both are in the same memory.
    func isShared(with other: Boxed) -> Bool { box != nil && box === other.box }

    /// Takes the memory of an equal value.
    mutating func share(_ other: Boxed) {
        if let box, let known = other.box, box.value == known.value { self.box = known }
    }
}

extension Boxed.Box: Sendable where Value: Sendable {}
extension Boxed: Sendable where Value: Sendable {}

extension Boxed: Equatable {
    public static func == (first: Boxed, second: Boxed) -> Bool {
        first.box === second.box || first.wrappedValue == second.wrappedValue
    }
}

extension Boxed: Codable {
    public init(from decoder: any Decoder) throws { self.init(wrappedValue: try Value(from: decoder)) }

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
            write = { try Value().encode(to: $0) }
        }
    }

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

extension KeyedDecodingContainer {
    func decode<Wrapped>(_ type: Boxed<Wrapped?>.Type, forKey key: Key) throws -> Boxed<Wrapped?> {
        Boxed(wrappedValue: try decodeIfPresent(Wrapped.self, forKey: key))
    }
}
