/// Values by name that keep their order and are written as one JSON object; a value that is not there as `null`.
public struct KeyedValues<Value: Codable & Sendable>: Sendable {
    /// Names and values in their order.
    public private(set) var entries: [(name: String, value: Value?)] = []

    /// Nothing measured yet.
    public init() {}

    /// Sets a value; a new name comes last.
    public mutating func set(_ name: String, to value: Value?) {
        if let index = entries.firstIndex(where: { $0.name == name }) {
            entries[index].value = value
        } else {
            entries.append((name, value))
        }
    }

    /// Takes over the values that others have, and keeps the rest.
    package mutating func override(by others: KeyedValues) {
        for (name, value) in others.entries where value != nil { set(name, to: value) }
    }

    /// The value of a name; nil if it has none.
    public subscript(name: String) -> Value? { entries.first { $0.name == name }?.value }
}

extension KeyedValues: Equatable where Value: Equatable {
    /// Compared only by names and values: the members of a JSON object have no reliable order.
    public static func == (first: KeyedValues, second: KeyedValues) -> Bool {
        first.entries.sorted { $0.name < $1.name }.elementsEqual(second.entries.sorted { $0.name < $1.name }) {
            $0.name == $1.name && $0.value == $1.value
        }
    }
}

extension KeyedValues: Hashable where Value: Hashable {
    /// By what it compares.
    public func hash(into hasher: inout Hasher) {
        for (name, value) in entries.sorted(by: { $0.name < $1.name }) {
            hasher.combine(name)
            hasher.combine(value)
        }
    }
}

extension KeyedValues: Codable {
    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ReportKey.self)
        let keepsOrder = decoder.userInfo[.keepsKeyOrder] as? Bool ?? false
        for key in keepsOrder ? container.allKeys : container.sortedKeys {
            set(key.stringValue, to: try container.decodeIfPresent(Value.self, forKey: key))
        }
    }

    /// Writes it as the report has it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ReportKey.self)
        for (name, value) in entries {
            let key = ReportKey(stringValue: name)
            if let value { try container.encode(value, forKey: key) } else { try container.encodeNil(forKey: key) }
        }
    }
}

/// Counts by name that keep their order, written as one JSON object.
public struct NamedCounts: Hashable, Sendable {
    private var counts = KeyedValues<Int>()

    /// Nothing measured yet.
    public init() {}

    /// Names and values in their order.
    public var entries: [(name: String, count: Int)] { counts.entries.map { ($0.name, $0.value ?? 0) } }

    /// Adds to the count of a name; a new name comes last.
    public mutating func add(_ count: Int, of name: String) {
        if count > 0 { counts.set(name, to: self[name] + count) }
    }

    /// The count of a name, 0 if there is none.
    public subscript(name: String) -> Int { counts[name] ?? 0 }
}

extension NamedCounts: Codable {
    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws { counts = try KeyedValues(from: decoder) }

    /// Writes it as the report has it.
    public func encode(to encoder: any Encoder) throws { try counts.encode(to: encoder) }
}
