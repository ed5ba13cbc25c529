import PacketDissection
import WireCoding
import WirelessFrames

/// Tells data and management frames that were seen before: an 802.11 station that hears no acknowledgment sends the same
/// frame again, with the retry bit set and the same sequence number (IEEE 802.11 §10.3.2.14).
///
/// Like a receiver, it remembers the latest sequence numbers of each transmitter, receiver and traffic identifier, and
/// of management frames separately: 64 of them, because frames of a block acknowledgment are repeated in any order.
/// Everything is kept per shard of the flows. If all slots for a conversation are taken, it replaces the one that has
/// been silent longest. So the answers do not depend on the workers, and memory does not grow.
package struct RetransmissionFilter: Sendable {
    /// Further conversations of one shard replace others.
    static let conversationsPerShard = 256
    /// The same for ``undecidedShard``, which has the aggregates and the packets without ports of the whole capture.
    static let undecidedConversations = 4096
    /// Places that one conversation may have.
    private static let ways = 8
    /// Frames whose flow only dissecting shows; all workers see them.
    package static let undecidedShard = FlowShards.count
    /// A later copy does not count: sequence numbers begin again after 4,096 frames. Nodes of AWDL that share one slot
    /// retransmit a whole cycle of 1.05 s later.
    static let maximumAge: Int64 = 4_000_000_000

    private struct Conversation {
        /// Transmitter, receiver and traffic identifier, mixed; 0 for none.
        var key: UInt64 = 0
        /// The latest sequence number, and which of the 64 up to it were seen: bit n for n before it.
        var latest: UInt16 = 0
        var seen: UInt64 = 0
        var time: Int64 = 0

        /// Whether a frame is a copy; records it, and takes the slot for its conversation if another one had it.
        @inline(__always)
        mutating func notes(_ sequence: UInt16, of key: UInt64, isRetry: Bool, at time: Int64) -> Bool {
            guard self.key == key else {
                self = Conversation(key: key, latest: sequence, seen: 1, time: time)
                return false
            }
            let isRecent = time &- self.time <= RetransmissionFilter.maximumAge
            self.time = time
            // How far ahead, in the ring of 4,096 numbers.
            let ahead = (sequence &- latest) & 0xFFF
            if isRecent, ahead == 0 || ahead > 0xFFF - 63 {
                let bit: UInt64 = 1 << UInt64((0x1000 &- ahead) & 0xFFF)
                defer { seen |= bit }
                return isRetry && seen & bit != 0
            }
            seen = isRecent && ahead < 64 ? seen << UInt64(ahead) | 1 : 1
            latest = sequence
            return false
        }
    }

    /// Shard by shard, ``undecidedShard`` last. None before the first frame: most captures have no 802.11 frames.
    private var conversations: [Conversation] = []

    package init() {}

    /// Whether a frame is a copy of one that was seen before; notes it as seen.
    ///
    /// - Parameters:
    ///   - frame: A data or management frame that arrived complete and is not a fragment.
    ///   - shard: Of its flow, or ``undecidedShard``.
    ///   - time: In nanoseconds.
    mutating func isCopy(_ frame: RadioFrame, _ bytes: Span<UInt8>, shard: Int, at time: Int64) -> Bool {
        let key = Self.key(frame, bytes)
        if conversations.isEmpty {
            let count = FlowShards.count * Self.conversationsPerShard + Self.undecidedConversations
            conversations = Array(repeating: Conversation(), count: count)
        }
        let place = Self.place(
            of: key, in: conversations, from: shard &* Self.conversationsPerShard,
            count: shard == Self.undecidedShard ? Self.undecidedConversations : Self.conversationsPerShard)
        return conversations[place].notes(
            frame.sequenceControl(bytes) >> 4, of: key, isRetry: frame.control.retry, at: time)
    }

    /// The same for any frame, for callers that read a whole capture: all conversations share one table.
    ///
    /// - Returns: False for damaged frames, which a receiver does not remember, and for frames that are not data or a
    ///   fragment of it.
    package mutating func isCopy(_ frame: RadioFrame, _ bytes: Span<UInt8>, at time: Int64) -> Bool {
        guard frame.hasPackets(bytes), !frame.isDamaged(bytes) else { return false }
        return isCopy(frame, bytes, shard: Self.undecidedShard, at: time)
    }

    /// The slot of a conversation: a free one, or that of the one that has been silent longest.
    @inline(__always)
    private static func place(of key: UInt64, in all: [Conversation], from start: Int, count: Int) -> Int {
        let first = start &+ Int(key >> 32) & (count &- 1) & ~(ways &- 1)
        var oldest = first
        for place in first..<first &+ ways {
            // Places are filled from the first one on and never become free.
            if all[place].key == key || all[place].key == 0 { return place }
            if all[place].time < all[oldest].time { oldest = place }
        }
        return oldest
    }

    @inline(__always)
    private static func key(_ frame: RadioFrame, _ bytes: Span<UInt8>) -> UInt64 {
        let trafficID =
            UInt64(frame.qosControl(bytes) & 15) | (frame.control.isQoSData ? 16 : 0)
            | (frame.control.type == .management ? 32 : 0)
        let transmitter = frame.transmitter(bytes).rawValue ^ trafficID << 48
        let mixed = (transmitter &* 0x9E37_79B9_7F4A_7C15) ^ (frame.receiver(bytes).rawValue &* 0xD6E8_FEB8_6659_FD93)
        let folded = (mixed ^ mixed >> 32) &* 0xA076_1D64_78BD_642F
        return folded == 0 ? 1 : folded
    }
}

/// A hash of some bytes of a frame, the same in every run: results must not depend on the run. A sender that makes
/// frames collide only makes them count as equal, which it could also do by sending equal frames.
enum FrameDigest {
    /// - Parameters:
    ///   - range: Within `bytes`.
    ///   - start: What came before.
    @inline(__always)
    static func of(_ bytes: Span<UInt8>, _ range: Range<Int>, after start: UInt64) -> UInt64 {
        var hash = start ^ UInt64(range.count)
        var index = range.lowerBound
        while index &+ 8 <= range.upperBound {
            hash = (hash ^ bytes.loadUInt64(at: index)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
            index &+= 8
        }
        while index < range.upperBound {
            hash = (hash ^ UInt64(bytes[index])) &* 0xD6E8_FEB8_6659_FD93
            hash ^= hash >> 31
            index &+= 1
        }
        return hash
    }
}
