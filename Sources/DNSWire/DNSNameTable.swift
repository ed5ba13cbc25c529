import WireCoding

/// The names of a message that is being read, so that they share memory.
///
/// A name without a pointer, or one that is nothing but a pointer to such a name, is a piece of the one copy of the
/// message. Only labels in front of a pointer are put together, once: a later pointer to any of these labels gets a
/// piece of what was put together then.
struct DNSNameTable {
    /// More bytes are never copied, whatever a reader has behind the message: the length of a message is two bytes in UDP
    /// and in TCP. Names further behind have memory of their own.
    static let maximumMessageLength = 0xFFFF
    /// Where pointers can lead to.
    private static let reach = 0x4000

    private let message: [UInt8]
    /// Names that end in a pointer, in the order of the message.
    private var expansions: [Expansion] = []
    /// By where they begin, names that no name of the message has at this place: pointers into other data.
    private var strays: [Int: Expansion] = [:]

    private struct Expansion {
        /// Where the name's own labels lie in the message.
        var labels: Range<Int>
        var name: DNSName
        /// Pointers that lead from the own labels to the root.
        var pointers: Int
    }

    /// A table that shares nothing.
    init() { message = [] }

    /// - Parameter message: The message from its first byte, and no matter what is behind it.
    init(message: Span<UInt8>) {
        self.message = message.extracting(first: Self.maximumMessageLength).copied()
    }

    /// Bytes that all names of the message have in memory together.
    var storedBytes: Int {
        message.count + expansions.reduce(0) { $0 + $1.name.storage.count }
            + strays.values.reduce(0) { $0 + $1.name.storage.count }
    }

    /// Reads a name as ``DNSName/init(parsing:)`` does, with the same errors.
    ///
    /// - Parameter input: A reader whose input is the message of this table.
    mutating func readName(_ input: inout ByteReader) throws(WireError) -> DNSName {
        let start = input.position
        let end = min(input.end, message.count)
        var position = start
        while position < end {
            let lead = Int(message[position])
            if lead == 0 {
                let length = position &+ 1 &- start
                guard length <= DNSName.maximumLength else { break }
                try input.skip(length, "DNS name")
                return DNSName(checked: message, start: start, length: length)
            }
            if lead > DNSName.maximumLabelLength {
                guard lead >= 0xC0, position &+ 2 <= end else { break }
                let target = Int(message.span.bigEndianUInt16(at: position) & 0x3FFF)
                guard target < start, let tail = sharedName(at: target, before: end) else { break }
                let own = start..<position
                guard !own.isEmpty else {
                    try input.skip(2, "DNS name")
                    return tail.name
                }
                guard own.count &+ tail.name.encodedSize <= DNSName.maximumLength else { break }
                var bytes: [UInt8] = []
                bytes.reserveCapacity(own.count &+ tail.name.encodedSize)
                bytes.append(copying: message.span.extracting(own))
                bytes.append(copying: tail.name.span)
                let name = DNSName(checkedWireForm: bytes)
                remember(Expansion(labels: own, name: name, pointers: tail.pointers))
                try input.skip(own.count &+ 2, "DNS name")
                return name
            }
            position &+= lead &+ 1
        }
        return try expandName(&input)
    }

    /// The way of names that are broken, and of rare ones.
    @inline(never)
    private mutating func expandName(_ input: inout ByteReader) throws(WireError) -> DNSName {
        let start = input.position
        let (name, pointers) = try DNSName.expanded(from: &input)
        guard pointers > 0, !message.isEmpty else { return name }
        let own = start..<input.position &- 2
        if own.isEmpty {
            let target = Int(input.input.bigEndianUInt16(at: start) & 0x3FFF)
            strays[target] = Expansion(labels: target..<target, name: name, pointers: pointers &- 1)
        } else {
            remember(Expansion(labels: own, name: name, pointers: pointers))
        }
        return name
    }

    private mutating func remember(_ expansion: Expansion) {
        guard expansion.labels.lowerBound < Self.reach else { return }
        if expansions.isEmpty { expansions.reserveCapacity(8) }
        expansions.append(expansion)
    }

    /// The name that a pointer leads to.
    ///
    /// - Parameter end: Where the region ends that the pointer was found in.
    /// - Returns: The name and how many pointers lead to its root, or nil where it is not shared or not valid.
    private func sharedName(at target: Int, before end: Int) -> (name: DNSName, pointers: Int)? {
        var begin = target
        var pointers = 1
        while true {
            var position = begin
            var lead = 0
            while position < end {
                lead = Int(message[position])
                guard lead > 0, lead <= DNSName.maximumLabelLength else { break }
                position &+= lead &+ 1
            }
            guard position < end else { return nil }
            if lead == 0 {
                let length = position &+ 1 &- begin
                guard length <= DNSName.maximumLength else { return nil }
                return (DNSName(checked: message, start: begin, length: length), pointers)
            }
            guard lead >= 0xC0, position &+ 2 <= end else { return nil }
            if position != begin {
                guard let known = expansion(at: begin), pointers &+ known.pointers <= DNSName.maximumPointers else {
                    return nil
                }
                return (known.name, pointers &+ known.pointers)
            }
            // A pointer to a pointer.
            let next = Int(message.span.bigEndianUInt16(at: position) & 0x3FFF)
            guard next < begin, pointers < DNSName.maximumPointers else { return nil }
            pointers &+= 1
            begin = next
        }
    }

    /// The name whose labels begin there, if they are those of a name that was put together before, or its last ones.
    private func expansion(at target: Int) -> (name: DNSName, pointers: Int)? {
        var low = 0
        var high = expansions.count
        while low < high {
            let middle = (low &+ high) / 2
            if expansions[middle].labels.upperBound <= target { low = middle &+ 1 } else { high = middle }
        }
        if low < expansions.count, expansions[low].labels.contains(target) {
            let candidate = expansions[low]
            var position = candidate.labels.lowerBound
            while position < target { position &+= Int(message[position]) &+ 1 }
            // Otherwise the pointer leads into the middle of a label, which makes it another name.
            if position == target {
                return (candidate.name.droppingBytes(target &- candidate.labels.lowerBound), candidate.pointers)
            }
        }
        return strays.isEmpty ? nil : strays[target].map { ($0.name, $0.pointers) }
    }
}
