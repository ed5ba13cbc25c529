import PacketDissection
import WireCoding
import WirelessFrames

/// Tells data frames that were seen before: an 802.11 station that hears no acknowledgment sends the same frame again, with
/// the retry bit set and the same sequence number (IEEE 802.11 §10.3.2.14).
///
/// As a receiver does, it remembers the latest sequence numbers of each transmitter, receiver and traffic identifier: 64 of
/// them, because frames of a block acknowledgment come again in any order. Everything is kept by shard of the flows, and what
/// two senders want to have in one place, the later one gets: so the answers do not depend on who shares the work, and memory
/// does not grow.
struct RetransmissionFilter: Sendable {
    /// Further conversations of one shard take the places of others.
    static let conversationsPerShard = 256
    /// Frames of which only dissecting tells which flow they belong to; all workers see them.
    static let undecidedShard = FlowShards.count
    /// A copy that is later is none: sequence numbers begin again after 4,096 frames. Nodes of AWDL that share one slot send
    /// again a whole cycle of 1.05 s later.
    static let maximumAge: Int64 = 4_000_000_000

    private struct Conversation {
        /// Transmitter, receiver and traffic identifier, mixed; 0 for none.
        var key: UInt64 = 0
        /// The latest sequence number, and which of the 64 up to it were seen: bit n for n before it.
        var latest: UInt16 = 0
        var seen: UInt64 = 0
        var time: Int64 = 0
    }

    /// None before the first data frame: most captures have no 802.11 frames.
    private var conversations: [Conversation] = []

    /// Whether a frame is a copy of one that was seen before; notes it as seen.
    ///
    /// - Parameters:
    ///   - frame: An unfragmented data frame that arrived whole.
    ///   - shard: Of its flow, or ``undecidedShard``.
    ///   - time: In nanoseconds.
    mutating func isCopy(_ frame: RadioFrame, _ bytes: Span<UInt8>, shard: Int, at time: Int64) -> Bool {
        if conversations.isEmpty {
            conversations = Array(
                repeating: Conversation(), count: (FlowShards.count + 1) * Self.conversationsPerShard)
        }
        let sequence = frame.sequenceControl(bytes) >> 4
        let key = Self.key(frame, bytes)
        let slot = shard &* Self.conversationsPerShard &+ Int(key >> 56)
        guard conversations[slot].key == key else {
            conversations[slot] = Conversation(key: key, latest: sequence, seen: 1, time: time)
            return false
        }
        let isRecent = time &- conversations[slot].time <= Self.maximumAge
        conversations[slot].time = time
        // How far ahead, in the ring of 4,096 numbers.
        let ahead = (sequence &- conversations[slot].latest) & 0xFFF
        if isRecent, ahead == 0 || ahead > 0xFFF - 63 {
            let bit: UInt64 = 1 << UInt64((0x1000 &- ahead) & 0xFFF)
            defer { conversations[slot].seen |= bit }
            return frame.control.retry && conversations[slot].seen & bit != 0
        }
        conversations[slot].seen = isRecent && ahead < 64 ? conversations[slot].seen << UInt64(ahead) | 1 : 1
        conversations[slot].latest = sequence
        return false
    }

    private static func key(_ frame: RadioFrame, _ bytes: Span<UInt8>) -> UInt64 {
        let trafficID = UInt64(frame.qosControl(bytes) & 15) | (frame.control.isQoSData ? 16 : 0)
        let transmitter = frame.transmitter(bytes).rawValue ^ trafficID << 48
        let mixed = (transmitter &* 0x9E37_79B9_7F4A_7C15) ^ (frame.receiver(bytes).rawValue &* 0xD6E8_FEB8_6659_FD93)
        let folded = (mixed ^ mixed >> 32) &* 0xA076_1D64_78BD_642F
        return folded == 0 ? 1 : folded
    }
}
