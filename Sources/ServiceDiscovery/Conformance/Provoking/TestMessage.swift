import DNSWire
import WireCoding

/// A message of a test in terms of the target's records, whatever their names are: `.ask(.pointer).knowing(0.9)`.
public struct TestMessage: Hashable, Sendable {
    /// What is asked for or spoken of.
    public enum Subject: Hashable, Sendable {
        /// The type of the service: its PTR record.
        case pointer
        /// The instance: its SRV record.
        case service
        /// The instance: its TXT record.
        case text
        /// The host name: A and AAAA.
        case addresses
        /// The list of all types, `_services._dns-sd._udp` (RFC 6763 §9).
        case enumeration
        /// The name that tests are about: the instance, or the host's where there is none.
        case name
        /// What another host can say too and is not taken for the same machine: the pointer, or the host's addresses
        /// where there is no service.
        case repeatable
    }

    public struct Asked: Hashable, Sendable {
        public let subject: Subject
        /// Nil for the type of the subject.
        public let type: RecordType?
        public let wantsUnicast: Bool
    }

    /// Records of the target's names.
    public enum Said: Hashable, Sendable {
        /// The target's own record, with this share of its time to live.
        case own(Subject, share: Double)
        /// The pointer to the target's instance; nothing where it has none.
        case pointerIfAny
        /// A pointer of the target's type to an instance that nobody has.
        case strangersPointer
        /// Records of the name with other data than the target's, which a tie-break (RFC 6762 §8.2) prefers to them.
        case laterClaim
        /// Records of the name with other data, which loses a tie-break.
        case earlierClaim
    }

    public enum Route: Hashable, Sendable {
        /// To the group, from port 5353.
        case group
        /// To the group from a port of its own, as simple resolvers ask (RFC 6762 §6.7).
        case groupFromOtherPort
        /// To the target's address and port 5353, from port 5353.
        case target
        /// As before, from an address that is none of the link's.
        case targetFromOffLink
    }

    public var isResponse = false
    public var questions: [Asked] = []
    public var answers: [Said] = []
    public var authorities: [Said] = []
    public var isTruncated = false
    public var route = Route.group
    /// Whether answers have a TTL of 0.
    public var isGoodbye = false

    /// A query for records of several subjects.
    ///
    /// - Parameter type: Instead of that of the subjects.
    public static func ask(_ subjects: Subject..., type: RecordType? = nil, unicast: Bool = false) -> TestMessage {
        var message = TestMessage()
        message.questions = subjects.map { Asked(subject: $0, type: type, wantsUnicast: unicast) }
        return message
    }

    /// A query without questions, the rest of a long list of known answers (RFC 6762 §7.2).
    public static func more(_ known: Said...) -> TestMessage {
        var message = TestMessage()
        message.answers = known
        return message
    }

    /// A probe for the target's name with other data.
    public static func probe(_ claim: Said) -> TestMessage {
        var message = TestMessage()
        message.questions = [Asked(subject: .name, type: .any, wantsUnicast: true)]
        message.authorities = [claim]
        return message
    }

    /// A response with these records.
    public static func say(_ records: Said...) -> TestMessage {
        var message = TestMessage()
        message.isResponse = true
        message.answers = records
        return message
    }

    /// A response that takes records back that are another's.
    public static func goodbye(for record: Said) -> TestMessage {
        var message = TestMessage.say(record)
        message.isGoodbye = true
        return message
    }

    /// The same query with the target's answer as known, with this share of its time to live.
    public func knowing(_ share: Double) -> TestMessage {
        var message = self
        message.answers = questions.map { .own($0.subject, share: share) }
        return message
    }

    /// The same query with the TC bit: more known answers follow.
    public func truncated(knowing records: Said...) -> TestMessage {
        var message = self
        message.isTruncated = true
        message.answers = records
        return message
    }

    public func by(_ route: Route) -> TestMessage {
        var message = self
        message.route = route
        return message
    }
}
