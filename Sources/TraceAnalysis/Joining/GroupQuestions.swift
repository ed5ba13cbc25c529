import PacketDissection
import WireCoding

/// What hosts asked groups of others by multicast or broadcast. Answers come from addresses that were not asked, so that each
/// is the first datagram of a conversation.
struct GroupQuestions {
    /// How long after a question its answers come, in nanoseconds: hosts may wait for 5 s, so that not all answer at once
    /// (MX of UPnP Device Architecture 2.0 §1.3.2, Leisure of RFC 7252 §8.2).
    static let answerTime: Int64 = 10_000_000_000

    private struct Asker: Hashable {
        var address: IPAddress
        var port: UInt16
        var capturedAt: UInt64
    }

    private struct Question {
        var port: UInt16
        var start: Int64
        var end: Int64
    }

    private var questions: [Asker: [Question]] = [:]

    init(_ connections: [Connection]) {
        for index in connections.indices where !connections[index].isTCP {
            let group = connections[index].responderEndpoint
            guard group.address.mayBeGroup else { continue }
            let asker = Self.asker(connections[index].initiatorEndpoint, connections[index])
            questions[asker, default: []].append(
                Question(port: group.port, start: connections[index].start, end: connections[index].end))
        }
    }

    private static func asker(_ end: (address: IPAddress, port: UInt16), _ connection: borrowing Connection) -> Asker {
        Asker(address: end.address, port: end.port, capturedAt: connection.key.capturedAt)
    }

    /// Whether a conversation begins with an answer to such a question: it goes to where one came from shortly before.
    ///
    /// At a port that both the asker and the group use, others may ask as well: then only the bytes show an answer
    /// (``DatagramAnswer``).
    func areAnswered(by connection: borrowing Connection) -> Bool {
        guard !questions.isEmpty, !connection.isTCP, !connection.initiatorEndpoint.address.mayBeGroup else {
            return false
        }
        let end = connection.responderEndpoint
        guard let asked = questions[Self.asker(end, connection)] else { return false }
        return asked.contains {
            $0.port != end.port && $0.start <= connection.start && connection.start - $0.end <= Self.answerTime
        }
    }
}
