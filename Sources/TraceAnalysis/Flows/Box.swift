/// A value in memory of its own, so that who has it stays small. Copies share the memory until one of them is changed.
struct Box<Value> {
    /// One element: an array is changed in place as long as nothing else shares it. An indirect enumeration would be made
    /// anew for each change. A box that cannot be copied, of which Swift 6.3 has none, would need owners that cannot be
    /// copied, but connections are: each worker that writes sessions has its own.
    private var storage: [Value]

    init(_ value: Value) { storage = [value] }

    var value: Value {
        @inline(__always) _read { yield storage.span[0] }
        @inline(__always) _modify { yield &storage[0] }
    }
}

extension Box: Sendable where Value: Sendable {}
