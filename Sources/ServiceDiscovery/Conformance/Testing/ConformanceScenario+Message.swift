import DNSWire
import WireCoding

extension ConformanceScenario {
    /// A message of a test in terms of the target's records, whatever their names are: `.ask(.pointer).knowing(0.9)`.
    public struct Message: Hashable, Sendable {
        /// What is asked for or spoken of.
        public enum Subject: Hashable, Sendable {
            /// The type of the service: its PTR record.
            case pointer
            /// The instance: its SRV record.
            case service
            /// The instance: its TXT record.
            case text
            /// The host name: A or AAAA, as the target has them in the family of the test.
            case addresses
            /// The list of all types, `_services._dns-sd._udp` (RFC 6763 §9).
            case enumeration
            /// The name that tests are about: the instance, or the host's where there is none.
            case name
            /// What another host can say too and is not taken for the same machine: the pointer, or the host's addresses
            /// where there is no service.
            case sharedRecord
        }

        /// A question in terms of the target's names.
        public struct QuestionTemplate: Hashable, Sendable {
            /// What is asked for.
            public let subject: Subject
            /// Nil for the type of the subject.
            public let type: RecordType?
            /// Whether the question has the QU bit (RFC 6762 §5.4).
            public let wantsUnicast: Bool
        }

        /// Records of the target's names.
        @nonexhaustive
        public enum RecordTemplate: Hashable, Sendable {
            /// The target's own record, with its time to live times this: 0.95 for one that was cached a while ago.
            case own(Subject, share: Double)
            /// The pointer to the name, with a short time to live; nothing where there is no service.
            case pointerToName
            /// A pointer of the target's type to an instance that nobody has.
            case unknownInstancePointer
            /// Records of the name with other data than the target's, which a tie-break (RFC 6762 §8.2) prefers to them.
            case laterClaim
            /// Records of the name with other data, which loses a tie-break.
            case earlierClaim
        }

        /// How a message gets to the target.
        @nonexhaustive
        public enum Route: Hashable, Sendable {
            /// To the group, from port 5353.
            case group
            /// To the group from a port of its own, as simple resolvers ask (RFC 6762 §6.7).
            case groupFromOtherPort
            /// To the target's address and port 5353, from port 5353.
            case toTarget
            /// As before, from an address that is none of the link's.
            case toTargetFromOffLink
        }

        /// Whether it is a response, not a query.
        public var isResponse = false
        /// The questions of a query.
        public var questions: [QuestionTemplate] = []
        /// The answers of a response, or the known answers of a query.
        public var answers: [RecordTemplate] = []
        /// The records that a probe wants to have (RFC 6762 §8.2).
        public var authorities: [RecordTemplate] = []
        /// The TC bit: more known answers follow (RFC 6762 §7.2).
        public var isTruncated = false
        /// How it gets to the target; to the group unless changed.
        public var route = Route.group
        /// Whether answers have a TTL of 0.
        public var isGoodbye = false

        /// A query for records of several subjects.
        ///
        /// - Parameters:
        ///   - subjects: What is asked for, a question each.
        ///   - type: Instead of that of the subjects.
        ///   - unicast: Whether the questions have the QU bit.
        public static func ask(_ subjects: Subject..., type: RecordType? = nil, unicast: Bool = false) -> Message {
            var message = Message()
            message.questions = subjects.map { QuestionTemplate(subject: $0, type: type, wantsUnicast: unicast) }
            return message
        }

        /// A query without questions, the rest of a long list of known answers (RFC 6762 §7.2).
        public static func more(_ known: RecordTemplate...) -> Message {
            var message = Message()
            message.answers = known
            return message
        }

        /// A probe for the target's name with other data.
        public static func probe(_ claim: RecordTemplate) -> Message {
            var message = Message()
            message.questions = [QuestionTemplate(subject: .name, type: .any, wantsUnicast: true)]
            message.authorities = [claim]
            return message
        }

        /// A response with these records.
        public static func say(_ records: RecordTemplate...) -> Message {
            var message = Message()
            message.isResponse = true
            message.answers = records
            return message
        }

        /// A response that takes records back that are another's.
        public static func goodbye(for record: RecordTemplate) -> Message {
            var message = Message.say(record)
            message.isGoodbye = true
            return message
        }

        /// The same query with the target's answer as known, with this share of its time to live.
        public func knowing(_ share: Double) -> Message {
            var message = self
            message.answers = questions.map { .own($0.subject, share: share) }
            return message
        }

        /// The same query with the TC bit: more known answers follow.
        public func truncated(knowing records: RecordTemplate...) -> Message {
            var message = self
            message.isTruncated = true
            message.answers = records
            return message
        }

        /// The same message by another route.
        public func sent(_ route: Route) -> Message {
            var message = self
            message.route = route
            return message
        }
    }
}
