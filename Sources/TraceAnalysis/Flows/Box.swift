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

extension Box {
    /// Loads its first bytes, so that whoever looks at them soon does not wait.
    ///
    /// - Returns: A sum of some of them, without which the loading would be left out.
    @inline(__always)
    func load(first length: Int) -> UInt8 {
        // Before each change, the number of its owners is looked at, which lies beside the count.
        let count = UInt8(truncatingIfNeeded: storage.count)
        // The bytes are those of the one element, and only read; what they mean does not matter.
        return unsafe storage.withUnsafeBytes { bytes in
            var sum = count
            for offset in stride(from: 0, to: min(length, MemoryLayout<Value>.size), by: CacheLine.size) {
                sum &+= unsafe bytes.load(fromByteOffset: offset, as: UInt8.self)
            }
            return sum
        }
    }
}

/// What a processor gets from memory at once.
enum CacheLine {
    /// Bytes, on nearly all processors; where there are more, some are asked for twice.
    static let size = 64
}

extension Box: Sendable where Value: Sendable {}
