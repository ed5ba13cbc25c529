import DNSWire
import WireCoding

/// A response that waits for its time, so that the answers of several hosts do not collide (RFC 6762 §6), that those of this
/// host go into one message (§6.4), and that more known answers can come (§7.2).
struct PendingResponse: Hashable, Sendable {
    let destination: OutgoingMessage.Destination
    /// When it is to be sent, in nanoseconds.
    var due: Int64
    /// In the order of the questions.
    var answers: [Answer]
    /// The host whose further known answers are waited for, nil if its query was complete.
    var asker: IPAddress?

    struct Answer: Hashable {
        let record: ResourceRecord
        /// When it was asked for. A multicast since then was the answer.
        let asked: Int64
    }

    /// How long answers wait that other hosts may have too (RFC 6762 §6), in nanoseconds.
    static let sharedDelay = 20 * ProbingProfile.millisecond...120 * ProbingProfile.millisecond
    /// How long answers wait for more known answers (RFC 6762 §7.2).
    static let truncatedDelay = 400 * ProbingProfile.millisecond...500 * ProbingProfile.millisecond

    /// Whether a list of known answers has a record, with at least half of its time to live left (RFC 6762 §7.1).
    static func isKnown(_ record: ResourceRecord, in list: [ResourceRecord]) -> Bool {
        list.contains {
            $0.type == record.type && $0.ttl >= record.ttl - record.ttl / 2 && $0.name == record.name
                && $0.data == record.data
        }
    }
}
