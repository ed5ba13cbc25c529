import WireCoding

/// A packet and what becomes of it: zeros, but for what was copied or replaced.
struct PacketDraft {
    let input: [UInt8]
    private(set) var output: [UInt8]

    init(_ input: [UInt8]) {
        self.input = input
        output = [UInt8](repeating: 0, count: input.count)
    }

    var count: Int { input.count }

    /// Copies bytes, as far as there are any.
    mutating func keep(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<count)
        output.replaceSubrange(range, with: input[range])
    }

    mutating func keep(_ start: Int, _ length: Int) { keep(start..<start + max(0, length)) }

    /// Writes bytes, as far as there is room.
    mutating func put(_ bytes: some Collection<UInt8>, at start: Int) {
        guard start >= 0 else { return }
        for (index, byte) in bytes.enumerated() where start + index < count { output[start + index] = byte }
    }

    mutating func putUInt16(_ value: UInt16, at start: Int) {
        put([UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)], at: start)
    }

    /// Zeros again.
    mutating func blank(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<count)
        output.replaceSubrange(range, with: repeatElement(0, count: range.count))
    }

    func has(_ start: Int, _ length: Int) -> Bool { start >= 0 && start + length <= count }

    func byte(_ start: Int) -> Int { has(start, 1) ? Int(input[start]) : 0 }

    func word(_ start: Int) -> Int { byte(start) << 8 | byte(start + 1) }

    func address(_ start: Int, isIPv6: Bool) -> IPAddress? {
        let length = isIPv6 ? 16 : 4
        return has(start, length) ? IPAddress(bytes: Array(input[start..<start + length])) : nil
    }

    func linkAddress(_ start: Int) -> LinkAddress? {
        guard has(start, 6) else { return nil }
        return LinkAddress(rawValue: input[start..<start + 6].reduce(0) { $0 << 8 | UInt64($1) })
    }
}
