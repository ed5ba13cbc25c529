import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// Something that happened to a claimed name, as the tracker notes it. Indices are those of claims of the same kind, to
/// instances or to host names, among the tracker's.
struct ClaimEvent: Sendable {
    var moment: PacketMoment
    var kind: Service.Event.Kind
    /// The host that caused it: the holder, or a rival or querier.
    var sender: ServiceSender
    var detail: Detail = .none
    /// Whether something on the link had asked for it just before, so that others may have answered at the same time.
    var mayAnswer = false

    /// The content of the report's sentence.
    enum Detail: Equatable, Sendable {
        case none
        /// The TXT record changed to the one with that index among the claim's, nil if there were too many to keep.
        case text(Int?)
        /// The host came to other addresses.
        case addresses(added: [IPAddress], removed: [IPAddress])
        /// A question for the instance itself.
        case question(RecordType)
        /// A question for the type.
        case browsing
        /// A question that listed it as known, while its holder was not heard.
        case knownAnswer
        /// The claim with that index says that it holds the name.
        case rival(Int, isMulticast: Bool)
        /// The holder answered the probe of the claim with that index.
        case defense(Int)
        /// The holder did, or did not, have the later data than the claim with that index (RFC 6762 §8.2).
        case tieBreak(rival: Int, won: Bool, reason: String)
        /// The holder spoke up after so many nanoseconds of silence.
        case silence(Int64)
        /// The machine had slept: its owner option counts that (draft-cheshire-edns0-owner-option).
        case wakeup
        /// Back after a goodbye or the end of its TTL.
        case comeback
        /// The records expired; they were not refreshed for this many seconds.
        case timeToLive(UInt32)
        /// The holder named it in an action frame of AWDL.
        case actionFrame
        /// The claim with that index was given up for this one.
        case renamed(from: Int)
    }

    func with(_ detail: Detail) -> ClaimEvent {
        var event = self
        event.detail = detail
        return event
    }
}

extension [ClaimEvent] {
    /// In order of time. A new name is taken before it is probed, in the same packet.
    func inOrder() -> [ClaimEvent] {
        // Indices are sorted, since events are large.
        indices.sorted {
            (self[$0].moment, self[$0].kind == .rename ? 0 : 1, $0)
                < (self[$1].moment, self[$1].kind == .rename ? 0 : 1, $1)
        }.map { self[$0] }
    }
}

/// The events of a claim, in order.
struct EventLog: Sendable {
    /// Enough for a life of hours; what comes later changes the state but is not listed.
    static let maximumEvents = 512
    /// The same thing said over IPv4 and IPv6, or on two interfaces, is one event.
    static let sameEventWindow: Int64 = 20_000_000
    /// Events between a thing and its repetition over another IP version or interface.
    private static let lookBehind = 8

    private(set) var events: [ClaimEvent] = []

    init() {}

    /// What the events take, with what the report says of them.
    var estimatedSize: Int { events.count * 512 }

    /// Events of several interfaces: what was said on each of them at the same time is one event.
    init(_ all: [ClaimEvent]) {
        for event in all.inOrder() where events.count < Self.maximumEvents {
            let isKnown = events.suffix(Self.lookBehind).contains {
                event.moment.time - $0.moment.time <= Self.sameEventWindow
                    && (event.kind.isAnnouncement
                        ? $0.kind.isAnnouncement : $0.kind == event.kind && $0.detail == event.detail)
            }
            if !isKnown { events.append(event) }
        }
    }

    /// Replaces the indices of claims, which were joined.
    ///
    /// - Parameters:
    ///   - indices: The new ones, by the old ones.
    ///   - own: The new index of the claim whose log it is. It is not its own rival.
    mutating func renumber(_ indices: [Int], own: Int) {
        self = EventLog(
            events.compactMap { event in
                switch event.detail {
                case .rival(let rival, let isMulticast):
                    indices[rival] == own ? nil : event.with(.rival(indices[rival], isMulticast: isMulticast))
                case .tieBreak(let rival, let won, let reason):
                    indices[rival] == own
                        ? nil : event.with(.tieBreak(rival: indices[rival], won: won, reason: reason))
                case .defense(let rival): event.with(indices[rival] == own ? .none : .defense(indices[rival]))
                default: event
                }
            })
    }

    mutating func add(_ kind: Service.Event.Kind, _ detail: ClaimEvent.Detail = .none, in context: MessageContext) {
        guard events.count < Self.maximumEvents else { return }
        let moment = context.moment
        for index in events.indices.suffix(Self.lookBehind)
        where moment.time - events[index].moment.time <= Self.sameEventWindow && events[index].kind == kind {
            if events[index].detail == detail { return }
        }
        events.append(
            ClaimEvent(
                moment: moment, kind: kind, sender: context.sender, detail: detail, mayAnswer: context.mayAnswer))
    }

    /// Forgets the events that say that addresses were withdrawn: the host itself is going, not changing.
    mutating func dropWithdrawals(since time: Int64) {
        events.removeAll { event in
            guard case .addresses(let added, _) = event.detail else { return false }
            return event.moment.time >= time && added.isEmpty
        }
    }

    /// Adds what others said.
    mutating func add(_ mentions: [ClaimEvent]) {
        events += mentions.prefix(Self.maximumEvents - events.count)
    }

    /// The kind of an announcement by a holder: its first one, an answer, or a sign that it is back.
    ///
    /// - Parameters:
    ///   - rival: A claim that has just asked for the name with a probe.
    ///   - silence: Nanoseconds since the announcement before.
    ///   - longest: The longest one of the holder so far.
    mutating func addAnnouncement(
        isFirst: Bool, wasGone: Bool, slept: Bool = false, asked: Bool, defendingAgainst rival: Int?,
        after silence: Int64,
        longestSilence longest: Int64 = 0, in context: MessageContext
    ) {
        if !isFirst, !wasGone, silence <= Self.sameEventWindow {
            // Said already, over the other IP version or on another interface.
        } else if let rival {
            add(isFirst ? .announce : .answer, .defense(rival), in: context)
        } else if isFirst {
            add(.announce, in: context)
        } else if wasGone {
            add(.reannounce, .comeback, in: context)
        } else if slept {
            add(.reannounce, .wakeup, in: context)
        } else if asked {
            add(.answer, in: context)
        } else if ServiceClaim.isLong(silence, longest) {
            add(.reannounce, .silence(silence), in: context)
        } else {
            add(.announce, in: context)
        }
    }
}

extension Service.Event.Kind {
    /// Whether it is a response with the holder's SRV record.
    fileprivate var isAnnouncement: Bool { self == .announce || self == .answer || self == .reannounce }
}
