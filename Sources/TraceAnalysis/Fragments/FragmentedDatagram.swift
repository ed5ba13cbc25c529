import PacketCapture
import PacketDissection
import WireCoding

/// The fragments of one IP datagram that have come so far.
package struct FragmentedDatagram: Sendable {
    /// The longest payload that an IP packet can have (RFC 791 §3.1; jumbograms cannot be fragmented, RFC 2675 §3).
    static let maximumLength = 65_535
    /// Fragments of a datagram, copies included: 65,535 bytes over links with the least MTU that is in use (RFC 791, 68
    /// bytes) come in 1,366.
    static let maximumFragments = 2048
    /// Offsets count in units of eight bytes.
    private static let unit = 8

    private struct Piece: Equatable, Sendable {
        var offset: Int
        /// On the wire; the capture may hold fewer bytes.
        var length: Int
        var bytes: [UInt8]

        /// By words: hashed byte by byte, it takes ten times as long.
        var digest: Int {
            var hasher = Hasher()
            hasher.combine(offset)
            hasher.combine(length)
            let words = bytes.count / 8
            for index in 0..<words { hasher.combine(bytes.span.bigEndianUInt64(at: index * 8)) }
            for byte in bytes[(words * 8)...] { hasher.combine(byte) }
            return hasher.finalize()
        }
    }

    enum Outcome: Hashable {
        case added
        /// All of it had come before, from the same place to the same place and byte for byte.
        case repeated
        /// It claims bytes that another fragment brought.
        case overlapped
        /// It contradicts the others, or the limits of a datagram: the datagram is dropped.
        case refused
    }

    let isIPv6: Bool
    /// Distinguishes it from other datagrams that had the same identification before or after.
    let serial: Int
    /// The frames that brought fragments, all on one interface.
    package private(set) var frames: [PacketRecord] = []
    /// The packet with the beginning of the datagram, which says which flow it is of.
    package private(set) var first: DissectedPacket?
    private var pieces: [Piece] = []
    /// The index of each in ``pieces``, by its digest or, if that is taken, the next free number. Used from the first
    /// overlapping fragment on: checking thousands of pieces one by one for a copy would take longer than anything
    /// else.
    private var known: [Int: Int] = [:]
    /// How often two pieces were compared: the work, which tests count.
    private(set) var comparisons = 0
    /// One bit for every unit that came.
    private var units: [UInt64] = []
    private var unitCount = 0
    /// The end of the fragment that reaches furthest: a last one may not end before it, not even within a unit.
    private var furthestEnd = 0
    /// Bytes of the whole payload, known from the last fragment on.
    private var total: Int?
    private var isRefused = false

    init(isIPv6: Bool, serial: Int) {
        self.isIPv6 = isIPv6
        self.serial = serial
    }

    /// About what it takes in memory.
    var heldBytes: Int {
        pieceBytes + units.count * 8 + (pieces.count + known.count) * MemoryLayout<Piece>.stride
            + frames.count * MemoryLayout<PacketRecord>.stride
    }
    private var pieceBytes = 0

    /// Whether every byte came.
    package var isWhole: Bool {
        guard let total, first != nil, !isRefused else { return false }
        return unitCount == (total + Self.unit - 1) / Self.unit
    }

    mutating func add(_ packet: DissectedPacket, of record: PacketRecord, bytes: Span<UInt8>) -> Outcome {
        guard frames.count < Self.maximumFragments else {
            refuse()
            return .refused
        }
        frames.append(record)
        guard !isRefused else { return .refused }
        let (offset, length) = (Int(packet.fragment.offset), Int(packet.fragment.length))
        let end = offset + length
        // A fragment before the last one whose end is not a multiple of eight cannot have a successor (RFC 8200 §4.5).
        let isLast = !packet.fragment.moreFragments
        guard end <= Self.maximumLength, isLast || length % Self.unit == 0, isLast || total.map({ end <= $0 }) ?? true,
            !isLast || total.map({ $0 == end }) ?? true, !isLast || furthestEnd <= end
        else {
            refuse()
            return .refused
        }
        if offset == 0, first == nil { first = packet }
        if isLast { total = end }
        furthestEnd = max(furthestEnd, end)
        let start = min(Int(packet.fragment.start), bytes.count)
        let captured = bytes.copied(start..<min(bytes.count, start + length))
        let piece = Piece(offset: offset, length: length, bytes: captured)
        let new = claim(from: offset, to: end)
        guard new == (length + Self.unit - 1) / Self.unit else {
            if known.isEmpty { for index in pieces.indices { learn(index) } }
            guard !isKnown(piece) else { return .repeated }
            // IPv6 throws away the datagram (RFC 5722 §4); IPv4 takes the copy that came last (RFC 791 §3.2).
            if isIPv6 { refuse() } else { append(piece) }
            return .overlapped
        }
        append(piece)
        return .added
    }

    private mutating func append(_ piece: Piece) {
        pieces.append(piece)
        if !known.isEmpty { learn(pieces.count - 1) }
        pieceBytes += piece.bytes.count
    }

    private mutating func learn(_ index: Int) {
        var digest = pieces[index].digest
        while known[digest] != nil { digest &+= 1 }
        known[digest] = index
    }

    private mutating func isKnown(_ piece: Piece) -> Bool {
        var digest = piece.digest
        while let index = known[digest] {
            comparisons += 1
            if pieces[index] == piece { return true }
            digest &+= 1
        }
        return false
    }

    private mutating func refuse() {
        isRefused = true
        pieces = []
        known = [:]
        units = []
        pieceBytes = 0
    }

    /// Marks units as there and says how many were not before.
    private mutating func claim(from start: Int, to end: Int) -> Int {
        let last = (end + Self.unit - 1) / Self.unit
        while units.count * 64 < last { units.append(0) }
        var new = 0
        var index = start / Self.unit
        while index < last {
            // As many as a word has at a time: a few bytes of a capture can claim all that a datagram may have.
            let count = min(64 - index % 64, last - index)
            let mask = (UInt64.max >> UInt64(64 - count)) << UInt64(index % 64)
            new += (mask & ~units[index / 64]).nonzeroBitCount
            units[index / 64] |= mask
            index += count
        }
        unitCount += new
        return new
    }

    /// The packet that a datagram is whose fragments all came, and the bytes in which its offsets count.
    package func dissected() -> (packet: DissectedPacket, bytes: [UInt8])? {
        guard isWhole, let first else { return nil }
        let (bytes, length) = payload
        return (PacketDissector.dissect(reassembled: bytes.span, length: length, first: first), bytes)
    }

    /// The payload that was captured from its beginning without a gap, and its length on the wire.
    var payload: (bytes: [UInt8], length: Int) {
        let length = total ?? 0
        let captured = pieces.reduce(length) { captured, piece in
            piece.bytes.count < piece.length ? min(captured, piece.offset + piece.bytes.count) : captured
        }
        // No more than was captured, whatever the length on the wire.
        var bytes = [UInt8](repeating: 0, count: captured)
        for piece in pieces where piece.offset < captured {
            let end = min(captured, piece.offset + piece.bytes.count)
            bytes.replaceSubrange(piece.offset..<end, with: piece.bytes[..<(end - piece.offset)])
        }
        return (bytes, length)
    }
}
