/// A value in memory of its own, so that who has it stays small. Copies share the memory until one of them is changed.
struct Box<Value> {
    /// One element: an array is changed in place as long as nothing else shares it.
    private var storage: [Value]

    init(_ value: Value) { storage = [value] }

    var value: Value {
        @inline(__always) _read { yield storage.span[0] }
        @inline(__always) _modify { yield &storage[0] }
    }
}

extension Box: Sendable where Value: Sendable {}
