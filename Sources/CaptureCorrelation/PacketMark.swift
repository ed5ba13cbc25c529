import PacketDissection
import WireCoding

/// The record of a packet that is used to find it in the other capture: 64 bytes, however long it was.
///
/// Every field is either something that hosts on a path do not change (transport header, payload) or that distinguishes
/// copies of one packet. Addresses and ports are those of its flow.
struct PacketMark: Sendable {
    /// How much of the payload the file holds, of what ``contentHash(to:)`` can be asked for.
    enum Extent: Comparable, Sendable {
        /// Fewer bytes than ``PacketMark/shortPrefix``.
        case header
        case short, long
        /// All bytes: such a packet can be compared to any extent.
        case whole
    }

    /// The numbers of payload bytes that are hashed. A snap length cuts packets of one direction at different offsets,
    /// because their headers differ, so only a few fixed lengths are compared.
    static let shortPrefix = 16
    static let longPrefix = 64

    /// Nanoseconds since 1970, by this capture's clock: the times of the first frame (the datagram's first fragment)
    /// and of the one that completed it.
    let start: Int64
    private(set) var end: Int64
    private let wholeHash: UInt64
    /// TSval and TSecr (RFC 7323), 0 without the option.
    private let timestamps: UInt64
    private let shortHash: UInt32
    private let longHash: UInt32
    /// The first frame, 1-based, in this file.
    let frame: UInt32
    let sequenceNumber: UInt32
    let acknowledgmentNumber: UInt32
    /// Payload bytes on the wire.
    let length: UInt32
    private let window: UInt16
    /// The identification of IPv4 (RFC 791) and of fragments; otherwise 0.
    let identification: UInt16
    let flags: TCPFlags
    let hopLimit: UInt8
    let extent: Extent
    /// Whether the file holds the TCP options; true without TCP.
    let hasOptions: Bool

    /// - Parameters:
    ///   - bytes: What the packet's offsets count in.
    ///   - start: When its first frame was captured.
    ///   - end: When it was whole.
    init(_ packet: DissectedPacket, bytes: Span<UInt8>, identification: UInt16, frame: Int, start: Int64, end: Int64) {
        self.start = start
        self.end = end
        self.frame = UInt32(clamping: frame)
        self.identification = identification
        let payload = bytes.extracting(packet.payloadOffset..<packet.payloadOffset &+ packet.capturedPayloadLength)
        let hashes = ContentHash(payload)
        (wholeHash, longHash, shortHash) = (hashes.whole, hashes.long, hashes.short)
        length = UInt32(clamping: packet.payloadLength)
        if payload.count >= packet.payloadLength {
            extent = .whole
        } else if payload.count >= Self.longPrefix {
            extent = .long
        } else {
            extent = payload.count >= Self.shortPrefix ? .short : .header
        }
        hopLimit = packet.hopLimit
        guard packet.transport == .tcp else {
            (sequenceNumber, acknowledgmentNumber, window, flags, timestamps, hasOptions) = (0, 0, 0, [], 0, true)
            return
        }
        sequenceNumber = packet.tcp.sequenceNumber
        acknowledgmentNumber = packet.tcp.acknowledgmentNumber
        window = packet.tcp.window
        flags = packet.tcp.flags
        timestamps = UInt64(packet.tcp.timestamp ?? 0) << 32 | UInt64(packet.tcp.timestampEcho ?? 0)
        // The data offset counts in words of four bytes (RFC 9293 §3.1); the dissector has seen that it is there.
        hasOptions = Int(bytes[packet.transportOffset &+ 12] >> 4) &* 4 <= Int(packet.capturedHeaderLength)
    }

    /// Sequence numbers that the segment takes: its bytes, SYN and FIN (RFC 9293 §3.4).
    var sequenceLength: UInt32 { length &+ (flags.contains(.syn) ? 1 : 0) &+ (flags.contains(.fin) ? 1 : 0) }

    /// A key that equal packets of one direction share, in both files.
    func key(_ comparison: Comparison) -> UInt64 {
        var key = ContentHash.mix(UInt64(sequenceNumber) << 32 | UInt64(acknowledgmentNumber), UInt64(length))
        key = ContentHash.mix(key, UInt64(window) << 8 | UInt64(flags.rawValue))
        if comparison.usesOptions { key = ContentHash.mix(key, timestamps) }
        if comparison.usesIdentification { key = ContentHash.mix(key, UInt64(identification)) }
        switch comparison.extent {
        case .header: return key
        case .short: return ContentHash.mix(key, UInt64(shortHash))
        case .long: return ContentHash.mix(key, UInt64(longHash))
        case .whole: return ContentHash.mix(key, wholeHash)
        }
    }
}

extension PacketMark {
    /// The parts of packets that are compared: no more than both files have for all packets of a direction.
    struct Comparison: Sendable {
        var extent = Extent.whole
        var usesOptions = true
        var usesIdentification = false

        /// Goes down to what a mark can be compared by.
        mutating func limit(to mark: PacketMark) {
            extent = min(extent, mark.extent)
            usesOptions = usesOptions && mark.hasOptions
        }
    }

    /// By time, then by position in the file.
    static func isEarlier(_ first: PacketMark, _ second: PacketMark) -> Bool {
        (first.start, first.frame) < (second.start, second.frame)
    }
}

/// Hashes of a payload and of two prefixes of it, found in one pass.
///
/// The same in every run, because the order of elements with equal hashes must not change. An attacker who makes two
/// payloads with one hash has made two equal packets for a correlation, which is also possible with less effort.
struct ContentHash {
    /// The hash of all bytes.
    private(set) var whole: UInt64
    /// The hash of the first ``PacketMark/longPrefix`` and ``PacketMark/shortPrefix`` bytes, or of all, if there are
    /// fewer.
    private(set) var long: UInt32
    private(set) var short: UInt32

    init(_ bytes: Span<UInt8>) {
        var state: UInt64 = 0x243F_6A88_85A3_08D3
        var prefixes: (short: UInt64?, long: UInt64?)
        var offset = 0
        while offset &+ 8 <= bytes.count {
            state = Self.mix(state, bytes.loadUInt64(at: offset))
            offset &+= 8
            if offset == PacketMark.shortPrefix { prefixes.short = state }
            if offset == PacketMark.longPrefix { prefixes.long = state }
        }
        if offset < bytes.count {
            var rest: UInt64 = 0
            for index in offset..<bytes.count { rest = rest << 8 | UInt64(bytes[index]) }
            state = Self.mix(state, rest)
        }
        whole = state
        long = UInt32(truncatingIfNeeded: prefixes.long ?? state)
        short = UInt32(truncatingIfNeeded: prefixes.short ?? state)
    }

    /// Folds the 128-bit product of both numbers, neither of which can make it 0 on its own.
    @inline(__always)
    static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
        let product = (first ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: second ^ 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low ^ first &+ second.byteSwapped
    }
}
