import DNSWire
import WireCoding

/// A host's claim to a name: how it is won, announced, defended, lost, changed and released (RFC 6762 §8 to §10.1).
///
/// It is a value without clock, sockets or randomness. Its owner reports each event with its time, in nanoseconds of
/// any single clock that does not run backward, and carries out the actions:
///
///     var claim = NameClaim(records, profile: .rfc6762)
///     perform(claim.start(at: now, using: &generator))
///     // for each message that comes
///     perform(claim.receive(message, from: sender, at: now, using: &generator))
///     // when the time of the last `.wait` has come
///     perform(claim.timer(at: now, using: &generator))
///
/// Messages of the host itself must not be given to it unless their data is identical, as that of its other interface
/// is. The claim answers probes; other questions about its records are for a responder to answer, as
/// ``ServiceResponder`` does with the claims that it owns.
public struct NameClaim: Hashable, Sendable {
    /// How the host goes about it.
    public let profile: ProbingProfile
    /// The claim's original first label.
    public let originalLabel: [UInt8]
    /// Whether a name that is taken is changed. If not, the claim fails.
    public let renamesOnConflict: Bool
    /// The records under the name as it is now.
    public internal(set) var records: ClaimedRecords
    /// How far the claim has come.
    public internal(set) var state = State.idle

    var deadline: Deadline?
    var history = ConflictHistory()
    /// How many conflicts were taken for stale since the name was chosen.
    var tolerated = 0
    /// Whether conflicts by multicast do not count until the next probe has asked again.
    var isAskingAgain = false
    /// Whether the name was announced to others.
    var wasAnnounced = false
    var lastMulticast: Int64?
    /// Why the name is being changed, while goodbyes take the old one back.
    var retreat: LossReason?
    /// Names, in wire form, that pointers were heard to lead to, if the profile goes by those.
    var heardNames: Set<[UInt8]> = []
    /// The label that was lost last.
    var previousLabel: [UInt8]?
    /// The last message seen from the host itself, and its time.
    var lastFollowed: Sighting?

    /// The most names that are kept from the pointers heard.
    public static let maximumNamesHeard = 1024

    /// - Parameters:
    ///   - records: What the host wants to publish, under the name that it prefers.
    ///   - profile: How it goes about it.
    ///   - renamesOnConflict: Whether it takes another name if that one is taken.
    public init(_ records: ClaimedRecords, profile: ProbingProfile = .rfc6762, renamesOnConflict: Bool = true) {
        self.records = records
        self.profile = profile
        self.renamesOnConflict = renamesOnConflict
        originalLabel = records.label
    }

    /// The name as it is now, whether or not it is held.
    public var name: DNSName { records.name }

    /// Whether the name was won and not lost since.
    public var holdsName: Bool {
        switch state {
        case .announcing, .established: true
        default: false
        }
    }

    /// How far a claim has come.
    @nonexhaustive
    public enum State: Hashable, Sendable {
        /// It was not started.
        case idle
        /// This many probes were sent since the last start.
        case probing(sent: Int)
        /// The name is held, and so many announcements were sent.
        case announcing(sent: Int)
        /// The name is held, and all announcements were sent.
        case established
        /// The name was lost; so many goodbyes were sent for it, and when all were, another is probed for.
        case retreating(sent: Int)
        /// The claim is being released, and this many goodbyes were sent.
        case leaving(sent: Int)
        /// The claim was released.
        case released
        /// The claim ended without a name.
        case failed(Failure)
    }

    struct Sighting: Hashable, Sendable {
        let purpose: Purpose
        let time: Int64
    }

    /// One event: when it is, where chance comes from, and what the claim does.
    struct Turn<Generator: RandomNumberGenerator> {
        let time: Int64
        var generator: Generator
        var actions: [Action] = []
    }

    /// When the next step is due, and when it could have been, had chance drawn otherwise.
    struct Deadline: Hashable, Sendable {
        let due: Int64
        let earliest: Int64
        let latest: Int64
    }
}

extension NameClaim {
    /// Begins to probe. Nothing happens where the claim has begun before and was not released.
    public mutating func start(
        at time: Int64, using generator: inout some RandomNumberGenerator
    ) -> [Action] {
        guard state == .idle || state == .released else { return waiting }
        var turn = Turn(time: time, generator: generator)
        defer { generator = turn.generator }
        state = .probing(sent: 0)
        if hasHeardOfName { lose(.pointer(name), &turn) }
        if state == .probing(sent: 0) { schedule(profile.firstProbeDelay, &turn) }
        return turn.actions + waiting
    }

    /// Does what is due. Called too early, it only says again what to wait for.
    public mutating func timer(
        at time: Int64, using generator: inout some RandomNumberGenerator
    ) -> [Action] {
        guard let deadline, time >= deadline.due else { return waiting }
        var turn = Turn(time: time, generator: generator)
        defer { generator = turn.generator }
        switch state {
        case .probing(let sent) where sent < profile.probeCount:
            isAskingAgain = false
            turn.actions.append(.send(records.probe(profile, number: sent + 1), as: .probe, to: .multicast))
            state = .probing(sent: sent + 1)
            scheduleStep(afterProbe: sent + 1, &turn)
        case .probing:
            history.noteSuccess(at: time)
            turn.actions.append(.established(name))
            announce(number: 1, &turn)
        case .announcing(let sent): announce(number: sent + 1, &turn)
        case .retreating(let sent), .leaving(let sent): sayGoodbye(number: sent + 1, &turn)
        case .idle, .established, .released, .failed: self.deadline = nil
        }
        return turn.actions + waiting
    }

    /// Releases the name, with goodbyes if it was announced to others.
    public mutating func withdraw(
        at time: Int64, using generator: inout some RandomNumberGenerator
    ) -> [Action] {
        var turn = Turn(time: time, generator: generator)
        defer { generator = turn.generator }
        switch state {
        case .leaving, .released, .failed: break
        case .idle, .probing, .announcing, .established, .retreating:
            if wasAnnounced && profile.goodbyeCount > 0 {
                retreat = nil
                state = .leaving(sent: 0)
                sayGoodbye(number: 1, &turn)
            } else {
                release()
            }
        }
        return turn.actions + waiting
    }

    private mutating func release() {
        state = .released
        deadline = nil
        wasAnnounced = false
        tolerated = 0
        isAskingAgain = false
        retreat = nil
    }

    mutating func announce(number: Int, _ turn: inout Turn<some RandomNumberGenerator>) {
        turn.actions.append(.send(records.announcement, as: .announcement, to: .multicast))
        noteAnnouncement(number: number, &turn)
    }

    mutating func noteAnnouncement(number: Int, _ turn: inout Turn<some RandomNumberGenerator>) {
        lastMulticast = turn.time
        wasAnnounced = true
        if number <= profile.announcementIntervals.count {
            state = .announcing(sent: number)
            schedule(profile.announcementIntervals[number - 1], &turn)
        } else {
            state = .established
            deadline = nil
        }
    }

    mutating func sayGoodbye(number: Int, _ turn: inout Turn<some RandomNumberGenerator>) {
        let message = records.goodbye(pointersOnly: profile.goodbyesArePointersOnly)
        turn.actions.append(.send(message, as: .goodbye, to: .multicast))
        guard number >= profile.goodbyeCount else {
            state = retreat == nil ? .leaving(sent: number) : .retreating(sent: number)
            schedule(profile.goodbyeInterval...profile.goodbyeInterval, &turn)
            return
        }
        if let retreat { rename(retreat, &turn) } else { release() }
    }

    /// Sets the time of what comes after a probe: the next one, or the announcement.
    mutating func scheduleStep(afterProbe number: Int, _ turn: inout Turn<some RandomNumberGenerator>) {
        let delay = number < profile.probeCount ? profile.probeInterval : profile.announcementDelay
        schedule(delay...delay, &turn)
    }

    /// Sets the next deadline, later if there were too many conflicts.
    mutating func schedule(_ range: ClosedRange<Duration>, _ turn: inout Turn<some RandomNumberGenerator>) {
        let delay = Int64(nanosecondsOf: range.lowerBound)...Int64(nanosecondsOf: range.upperBound)
        deadline = Deadline(
            due: turn.time.advanced(saturating: delay.drawn(using: &turn.generator)),
            earliest: turn.time.advanced(saturating: delay.lowerBound),
            latest: turn.time.advanced(saturating: delay.upperBound))
    }

    /// The wait for the next deadline, if there is one.
    var waiting: [Action] { deadline.map { [.wait(until: $0.due)] } ?? [] }
}
