// What the decoders of this module's types do with a key that is not there, since the compiler makes them of these in place
// of the standard library's: a report of an older version lacks what a newer one added, and that is no reason to refuse
// it. Keys that nobody knows are ignored anyway. Docs/formats.md has the rule.
extension KeyedDecodingContainer {
    func decode<Value: Blank>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decodeIfPresent(Value.self, forKey: key) ?? .blankInReport
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try decodeIfPresent(String.self, forKey: key) ?? ""
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try decodeIfPresent(Bool.self, forKey: key) ?? false
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decodeIfPresent(Int.self, forKey: key) ?? 0 }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try decodeIfPresent(Double.self, forKey: key) ?? 0
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try decodeIfPresent(Int64.self, forKey: key) ?? 0
    }

    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try decodeIfPresent(UInt16.self, forKey: key) ?? 0
    }

    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try decodeIfPresent(UInt32.self, forKey: key) ?? 0
    }

    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try decodeIfPresent(UInt64.self, forKey: key) ?? 0
    }

    func decode<Value: Blank>(_ type: Boxed<Value>.Type, forKey key: Key) throws -> Boxed<Value> {
        Boxed(wrappedValue: try decodeIfPresent(Value.self, forKey: key) ?? .blankInReport)
    }

    func decode<Wrapped>(_ type: Boxed<Wrapped?>.Type, forKey key: Key) throws -> Boxed<Wrapped?> {
        Boxed(wrappedValue: try decodeIfPresent(Wrapped.self, forKey: key))
    }
}
