// What the decoders of this module's types do with a key that is not there, since the compiler makes them of these in place
// of the standard library's: a report of an older version lacks what a newer one added, and that is no reason to refuse
// it. Keys that nobody knows are ignored anyway. Docs/formats.md has the rule.
extension KeyedDecodingContainer {
    /// A value that is there, as the standard library decodes it: what is generic is not decoded by the functions below.
    private func present<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try decode(type, forKey: key)
    }

    func decode<Value: Blank>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try present(type, key) ?? .blankInReport
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String { try present(type, key) ?? "" }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try present(type, key) ?? false }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try present(type, key) ?? 0 }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try present(type, key) ?? 0 }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try present(type, key) ?? 0 }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try present(type, key) ?? 0 }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try present(type, key) ?? 0 }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try present(type, key) ?? 0 }

    func decode<Value: Blank>(_ type: Boxed<Value>.Type, forKey key: Key) throws -> Boxed<Value> {
        Boxed(wrappedValue: try present(Value.self, key) ?? .blankInReport)
    }

    func decode<Wrapped>(_ type: Boxed<Wrapped?>.Type, forKey key: Key) throws -> Boxed<Wrapped?> {
        Boxed(wrappedValue: try decodeIfPresent(Wrapped.self, forKey: key))
    }
}
