import WireCoding

/// The names of a message that is being read, so that they share memory.
///
/// A name without a pointer, or one that consists only of a pointer to such a name, is a slice of the single copy of
/// the message. Only labels before a pointer are joined with the rest, once: a later pointer to any of these labels
/// gets a slice of the joined name.
public struct DNSNameTable {
    /// More bytes are never copied, whatever follows the message in the reader: a message has a two-byte length in UDP
    /// and in TCP. Names after that have their own memory.
    static let maximumMessageLength = 0xFFFF
    /// The range of pointers.
    private static let reach = 0x4000

    /// Bytes that all names read so far have in memory together.
    private(set) var storedBytes: Int
    private let message: [UInt8]
    /// Names that end in a pointer, in the order of the message.
    private var expansions: [Expansion] = []
    /// Names that pointers found within other data, keyed by where they begin.
    private var strays: [Int: Expansion] = [:]

    private struct Expansion {
        /// The range of the name's own labels in the message.
        var labels: Range<Int>
        /// The whole name.
        var bytes: [UInt8]
        /// Pointers that lead from the own labels to the root.
        var pointers: Int
        /// The end of the last of all its bytes in the message. Labels that a pointer leads to may continue past the
        /// pointer, and past the end of a region that a later pointer is found in.
        var extent: Int
    }

    /// The position of a name that a pointer leads to. (Storing a name here would count as a reference each time.)
    private struct Location {
        /// Which of ``expansions`` it is part of; nil for the message itself.
        var expansion: Int?
        var start: Int
        var length: Int
        /// The number of pointers from there to the root, including the one that led there.
        var pointers: Int
        /// As in ``Expansion``.
        var extent: Int
    }

    /// A table that shares nothing.
    public init() {
        message = []
        storedBytes = 0
    }

    /// - Parameter message: The message from its first byte. Bytes after it do not matter.
    init(message: Span<UInt8>) {
        self.message = message.extracting(first: Self.maximumMessageLength).copied()
        storedBytes = self.message.count
    }

    /// Reads a name as ``DNSName/init(parsing:)`` does, with the same errors.
    ///
    /// - Parameter input: A reader whose input is the message of this table.
    public mutating func readName(_ input: inout ByteReader) throws(WireError) -> DNSName {
        let start = input.position
        let end = min(input.end, message.count)
        let position = Self.endOfLabels(message.span, start, end)
        if position < end {
            let own = start..<position
            let lead = message[position]
            if lead == 0, own.count < DNSName.maximumLength {
                try input.skip(own.count &+ 1, "DNS name")
                return DNSName(checked: message, start: start, length: own.count &+ 1)
            }
            if lead >= 0xC0, position &+ 2 <= end {
                let target = Self.target(message.span, position)
                if target < start, let tail = location(of: target, before: end),
                    own.count &+ tail.length <= DNSName.maximumLength
                {
                    try input.skip(own.count &+ 2, "DNS name")
                    return own.isEmpty ? name(at: tail) : expand(own, tail)
                }
            }
        }
        return try expandName(&input)
    }

    /// The end of the labels that begin there: at a zero byte, at a pointer, at anything else that is not a label, or
    /// at the end of the message.
    @inline(__always)
    private static func endOfLabels(_ message: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        var position = start
        while position < end {
            let lead = Int(message[position])
            guard lead &- 1 < DNSName.maximumLabelLength, lead > 0 else { break }
            position &+= lead &+ 1
        }
        return position
    }

    @inline(__always)
    private static func target(_ message: Span<UInt8>, _ position: Int) -> Int {
        Int(message.bigEndianUInt16(at: position) & 0x3FFF)
    }

    @inline(__always)
    private func name(at location: Location) -> DNSName {
        DNSName(checked: holder(of: location), start: location.start, length: location.length)
    }

    @inline(__always)
    private func holder(of location: Location) -> [UInt8] {
        guard let index = location.expansion else { return message }
        return expansions[index].bytes
    }

    /// Puts labels of the message in front of a name.
    private mutating func expand(_ own: Range<Int>, _ tail: Location) -> DNSName {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(own.count &+ tail.length)
        bytes.append(copying: message.span.extracting(own))
        let holder = holder(of: tail)
        bytes.append(copying: holder.span.extracting(tail.start..<tail.start &+ tail.length))
        let extent = max(own.upperBound &+ 2, tail.extent)
        storedBytes &+= bytes.count
        remember(Expansion(labels: own, bytes: bytes, pointers: tail.pointers, extent: extent))
        return DNSName(checkedWireForm: bytes)
    }

    /// The way of names that are broken, and of rare ones.
    @inline(never)
    private mutating func expandName(_ input: inout ByteReader) throws(WireError) -> DNSName {
        let start = input.position
        guard !message.isEmpty else { return try DNSName.expanded(from: &input).name }
        // Data that begins with a pointer to something that is not a name of this message, but was one for another
        // pointer.
        var target: Int?
        if start &+ 2 <= input.end, input.input[start] >= 0xC0 {
            target = Self.target(input.input, start)
            if let target, let known = strays[target], known.extent <= input.end {
                try input.skip(2, "DNS name")
                return DNSName(checkedWireForm: known.bytes)
            }
        }
        let (name, pointers, extent) = try DNSName.expanded(from: &input)
        storedBytes &+= name.encodedSize
        guard pointers > 0 else { return name }
        let own = start..<input.position &- 2
        let expansion = Expansion(labels: own, bytes: name.storage, pointers: pointers, extent: extent)
        if let target { strays[target] = expansion } else { remember(expansion) }
        return name
    }

    private mutating func remember(_ expansion: Expansion) {
        guard expansion.labels.lowerBound < Self.reach else { return }
        if expansions.isEmpty { expansions.reserveCapacity(8) }
        expansions.append(expansion)
    }

    /// The position of the name that a pointer leads to, or nil if it is unknown or invalid.
    ///
    /// - Parameter end: The end of the region that the pointer was found in.
    private func location(of target: Int, before end: Int) -> Location? {
        var begin = target
        var pointers = 1
        while true {
            let position = Self.endOfLabels(message.span, begin, end)
            guard position < end else { return nil }
            let lead = message[position]
            if lead == 0 {
                let length = position &+ 1 &- begin
                guard length <= DNSName.maximumLength else { return nil }
                return Location(
                    expansion: nil, start: begin, length: length, pointers: pointers, extent: position &+ 1)
            }
            guard lead >= 0xC0, position &+ 2 <= end else { return nil }
            guard position == begin else { return expansion(at: begin, through: pointers, before: end) }
            // A pointer to a pointer.
            let next = Self.target(message.span, position)
            guard next < begin, pointers < DNSName.maximumPointers else { return nil }
            pointers &+= 1
            begin = next
        }
    }

    /// Finds the labels that begin there among those of the names joined before.
    private func expansion(at target: Int, through pointers: Int, before end: Int) -> Location? {
        var low = 0
        var high = expansions.count
        while low < high {
            let middle = (low &+ high) / 2
            if expansions[middle].labels.upperBound <= target { low = middle &+ 1 } else { high = middle }
        }
        guard low < expansions.count else { return nil }
        let labels = expansions[low].labels
        let extent = expansions[low].extent
        let sum = pointers &+ expansions[low].pointers
        guard labels.contains(target), sum <= DNSName.maximumPointers, extent <= end else { return nil }
        var position = labels.lowerBound
        while position < target { position &+= Int(message[position]) &+ 1 }
        // Otherwise the pointer leads into the middle of a label, which makes it another name.
        guard position == target else { return nil }
        let start = target &- labels.lowerBound
        return Location(
            expansion: low, start: start, length: expansions[low].bytes.count &- start, pointers: sum, extent: extent)
    }
}
