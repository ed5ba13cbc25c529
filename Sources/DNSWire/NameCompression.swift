import WireCoding

/// The positions of the names in a message that is being written, so that later names can point at them (RFC 1035
/// §4.1.4).
///
/// Only names of the same spelling are shared: a message that is read and written again keeps the case of every letter.
public struct NameCompression: Sendable {
    /// Which names may become pointers.
    @nonexhaustive
    public enum Scope: String, CaseIterable, Hashable, Sendable {
        /// No name is compressed.
        case none
        /// The owner names and the names in the data of RFC 1035's own types, as any DNS receiver must understand
        /// (RFC 3597 §4).
        case unicast
        /// Also the names in SRV and NSEC data, as multicast DNS wants it (RFC 6762 §18.14).
        case multicast
    }

    /// Which names are written as pointers.
    public let scope: Scope
    private let messageStart: Int
    /// Names and their ends that pointers can lead to.
    private var entries: [Entry] = []
    /// A hash table of ``entries``: their indices counted from 1, and 0 for an empty slot. Its size is a power of two,
    /// and at least half of it is empty.
    private var slots: [UInt16] = []

    private struct Entry {
        var name: DNSName
        var hash: UInt32
        /// From the start of the message.
        var position: UInt16
    }

    /// The range of pointers.
    private static let reach = 0x4000
    /// A message has no more within that reach, as each begins with a label of two bytes or more.
    private static let maximumEntries = reach / 2
    /// Random in each process, so that no one can construct names that take the same slots.
    private static let seed: UInt64 = {
        var hasher = Hasher()
        hasher.combine(0)
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }()

    /// - Parameters:
    ///   - scope: Which names are written as pointers.
    ///   - messageStart: The start of the message in the writer. Pointers count from there.
    public init(scope: Scope = .multicast, messageStart: Int = 0) {
        self.scope = scope
        self.messageStart = messageStart
    }

    /// Writes a name, with a pointer in place of the longest end of it that the message holds already.
    mutating func write(_ name: DNSName, into output: inout ByteWriter) {
        guard scope != .none else { return output.writeBytes(name.span) }
        let start = output.count &- messageStart
        var offset = 0
        while offset < name.encodedSize &- 1 {
            if let target = findOrRemember(name, from: offset, at: start &+ offset) {
                output.writeBytes(name.span.extracting(first: offset))
                output.writeUInt16(0xC000 | target)
                return
            }
            offset &+= Int(name.span[offset]) &+ 1
        }
        output.writeBytes(name.span)
    }

    /// - Parameters:
    ///   - offset: Where in the name the end of it begins that is looked for.
    ///   - position: The future position of this end, if it is not in the message yet.
    private mutating func findOrRemember(_ name: DNSName, from offset: Int, at position: Int) -> UInt16? {
        if entries.count &* 2 >= slots.count { growTable() }
        let end = name.span.extracting(offset...)
        let hash = Self.hash(end)
        let mask = slots.count &- 1
        var slot = Int(hash) & mask
        while slots[slot] != 0 {
            let index = Int(slots[slot]) &- 1
            if entries[index].hash == hash {
                let known = entries[index].name
                if known.span.elementsEqual(end) { return entries[index].position }
            }
            slot = (slot &+ 1) & mask
        }
        if position >= 0, position < Self.reach, entries.count < Self.maximumEntries {
            entries.append(Entry(name: name.droppingBytes(offset), hash: hash, position: UInt16(position)))
            slots[slot] = UInt16(entries.count)
        }
        return nil
    }

    private mutating func growTable() {
        if entries.isEmpty { entries.reserveCapacity(16) }
        let count = max(64, slots.count &* 2)
        slots = [UInt16](repeating: 0, count: count)
        for (index, entry) in entries.enumerated() {
            var slot = Int(entry.hash) & (count &- 1)
            while slots[slot] != 0 { slot = (slot &+ 1) & (count &- 1) }
            slots[slot] = UInt16(index &+ 1)
        }
    }

    /// Eight bytes at a time, each folded into the product of all before with a secret.
    private static func hash(_ bytes: Span<UInt8>) -> UInt32 {
        var state = seed ^ UInt64(bytes.count)
        bytes.forEachWord { word in
            let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15 ^ seed)
            state = product.high ^ product.low
        }
        return UInt32(truncatingIfNeeded: state ^ state >> 32)
    }
}
