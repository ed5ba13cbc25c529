import PacketDissection
import WireCoding
import WirelessFrames

/// Recognizes packets that were on the air before, on their way to the access point which now passes them on: two stations
/// of one access point talk through it, and so does who sends to a group, and a monitor hears both (IEEE 802.11
/// §9.3.2.1: To DS, then From DS).
///
/// A copy has the same source, destination and content. Everything is kept per shard of the flows and in a fixed number
/// of slots, as in ``RetransmissionFilter``, so that the answers do not depend on the workers. Most packets go further
/// than to another station and are never forwarded: later ones replace them.
package struct AccessPointRelayFilter: Sendable {
    /// Packets of one shard that may come again.
    static let packetsPerShard = 256
    /// The same for ``RetransmissionFilter/undecidedShard``.
    static let undecidedPackets = 1024
    /// An access point keeps what is for a group, or for a station that sleeps, for some beacons of 0.1 s. What is as
    /// late as this was said again.
    static let maximumAge: Int64 = 1_000_000_000
    /// The number of bytes of a packet that are compared, beside its length: more than all headers, whose checksums
    /// cover the rest.
    private static let comparedBytes = 128
    /// Places that one packet may have.
    private static let ways = 8

    private struct Packet {
        /// Source, destination and content, mixed; 0 for none.
        var key: UInt64 = 0
        var time: Int64 = 0
        /// Equal ones that were sent and not passed on yet, as acknowledgments of TCP are.
        var pending: UInt32 = 0
    }

    /// Shard by shard, ``RetransmissionFilter/undecidedShard`` last. None before the first frame to an access point.
    private var packets: [Packet] = []

    package init() {}

    /// Whether a packet is a copy by an access point; notes what is on its way to one.
    ///
    /// - Parameters:
    ///   - packet: What was dissected of the frame, or of one of its subframes.
    ///   - frame: A data frame that arrived complete and is not a retransmission.
    ///   - subframe: Where the packet's subframe begins; the frame's body, where it has none.
    ///   - shard: Of its flow, or ``RetransmissionFilter/undecidedShard``.
    ///   - time: In nanoseconds.
    @inline(__always)
    package mutating func isCopy(
        _ packet: borrowing DissectedPacket, of frame: RadioFrame, _ bytes: Span<UInt8>, subframe: Int, shard: Int,
        at time: Int64
    ) -> Bool {
        // Nodes that talk to each other without an access point have none that would pass anything on.
        guard frame.control.toDS != frame.control.fromDS else { return false }
        guard let key = Self.key(packet, frame, bytes, subframe: subframe) else { return false }
        return frame.control.toDS ? note(key, shard: shard, at: time) : take(key, shard: shard, at: time)
    }

    /// - Returns: False, because it is not a copy.
    @inline(never)
    private mutating func note(_ key: UInt64, shard: Int, at time: Int64) -> Bool {
        if packets.isEmpty {
            let count = FlowShards.count * Self.packetsPerShard + Self.undecidedPackets
            packets = Array(repeating: Packet(), count: count)
        }
        let place = place(of: key, shard: shard)
        let isSame = packets[place].key == key && time &- packets[place].time <= Self.maximumAge
        packets[place] = Packet(key: key, time: time, pending: isSame ? packets[place].pending &+ 1 : 1)
        return false
    }

    @inline(never)
    private mutating func take(_ key: UInt64, shard: Int, at time: Int64) -> Bool {
        guard !packets.isEmpty else { return false }
        let place = place(of: key, shard: shard)
        guard packets[place].key == key, packets[place].pending > 0, time &- packets[place].time <= Self.maximumAge
        else { return false }
        packets[place].pending &-= 1
        return true
    }

    /// The slot of a packet: an unused one, or that of the oldest.
    private func place(of key: UInt64, shard: Int) -> Int {
        let count = shard == RetransmissionFilter.undecidedShard ? Self.undecidedPackets : Self.packetsPerShard
        let first =
            shard &* Self.packetsPerShard &+ Int(truncatingIfNeeded: key >> 32) & (count &- 1) & ~(Self.ways &- 1)
        var best = first
        for place in first..<first &+ Self.ways {
            if packets[place].key == key { return place }
            guard packets[best].pending > 0 else { continue }
            if packets[place].pending == 0 || packets[place].time < packets[best].time { best = place }
        }
        return best
    }

    /// - Returns: nil where the header of the subframe is cut.
    private static func key(
        _ packet: borrowing DissectedPacket, _ frame: RadioFrame, _ bytes: Span<UInt8>, subframe: Int
    ) -> UInt64? {
        guard let source = packet.linkSource, let destination = packet.linkDestination else { return nil }
        var (start, length) = (frame.bodyOffset, frame.bodyLength)
        if packet.protocols.contains(.amsdu) {
            start = subframe &+ AMSDUSubframeHeader.size
            guard start <= frame.bodyEnd else { return nil }
            length = Int(bytes.bigEndianUInt16(at: subframe &+ 12))
        }
        let end = min(start &+ min(length, comparedBytes), frame.bodyEnd)
        let ends = source.rawValue &* 0x9E37_79B9_7F4A_7C15 ^ destination.rawValue &* 0xD6E8_FEB8_6659_FD93
        let key = FrameDigest.of(bytes, start..<end, after: ends ^ UInt64(truncatingIfNeeded: length) << 32)
        let mixed = (key ^ key >> 32) &* 0xA076_1D64_78BD_642F
        return mixed == 0 ? 1 : mixed
    }
}
