import WireCoding

/// An application whose messages the analyzer reads: how its sessions are recognized, and who reads them.
///
/// The analyzer follows packets, streams, holes and time, and knows nothing of what the bytes mean. It hands an application the
/// bytes of each direction in order, and gets messages back; it counts, times, pairs and limits them, so that an
/// application cannot make memory unbounded, nor the report depend on the number of threads.
///
/// ```swift
/// struct Chess: ApplicationProtocol {
///     let name = "chess"
///     let claims = ApplicationClaims(ports: [9000])
///     func makeReader(_ start: ReadingStart) -> ChessReader { ChessReader() }
/// }
/// let analyzer = TraceAnalyzer(applications: [Chess()])
/// ```
public protocol ApplicationProtocol: Sendable {
    /// What reads the bytes of one direction.
    associatedtype Reader: ApplicationReader

    /// The `application` of its sessions in the report.
    var name: String { get }
    /// Where its description is, as a file's path; nil for one that is written in Swift.
    var source: String? { get }
    /// What makes a session one of this application beside its messages.
    var claims: ApplicationClaims { get }
    /// Whether there is a figure ``ApplicationMessage/number`` or ``ApplicationMessage/id``, so that losses or copies can be
    /// counted.
    var measures: ApplicationMeasures { get }

    /// Whether a session may be of this application by the first bytes of a direction, or by one of its first datagrams. It is only
    /// shown sessions of which this is true.
    func mayBegin(with bytes: Span<UInt8>, _ start: ReadingStart) -> Bool

    /// A reader for one direction of a session.
    func makeReader(_ start: ReadingStart) -> Reader
    /// What follows both directions of a session together; nil where that is not wanted.
    func makeConversation(_ start: ConversationStart) -> (any ApplicationConversation)?
    /// What shows only in several sessions of the application together.
    ///
    /// - Returns: Findings, and the index of the session that each is about.
    func findings(among sessions: [SessionSenders]) -> [(session: Int, finding: ConversationFinding)]
}

extension ApplicationProtocol {
    public var source: String? { nil }
    public var claims: ApplicationClaims { ApplicationClaims() }
    public var measures: ApplicationMeasures { ApplicationMeasures() }
    public func mayBegin(with bytes: Span<UInt8>, _ start: ReadingStart) -> Bool { true }
    public func makeConversation(_ start: ConversationStart) -> (any ApplicationConversation)? { nil }
    public func findings(among sessions: [SessionSenders]) -> [(session: Int, finding: ConversationFinding)] { [] }
}

/// What carries an application's messages: of a session that is opened with keys, what was inside.
@nonexhaustive
public enum ApplicationCarrier: CaseIterable, Hashable, Sendable {
    /// TCP and UDP themselves, with nothing sealed in between.
    case tcp, udp
    /// The plain text of an opened session.
    case tls, dtls
    /// The streams of QUIC.
    case quic
    /// The datagrams of QUIC (RFC 9221).
    case quicDatagram

    /// Whether it keeps the boundaries of what was sent.
    public var hasDatagrams: Bool { self == .udp || self == .dtls || self == .quicDatagram }
}

/// What makes a session one of an application, whatever its messages.
public struct ApplicationClaims: Hashable, Sendable {
    /// What may carry it. Datagrams are read each by itself.
    public var carriers: Set<ApplicationCarrier>
    /// DNS-SD types, such as `_chess._tcp`.
    public var services: [String]
    /// Ports of the responder.
    public var ports: [UInt16]
    /// The first bytes of either direction; none if empty.
    public var magic: [UInt8]

    /// - Parameters:
    ///   - streams: Whether all streams may carry it: those of TCP, TLS and QUIC.
    ///   - datagrams: Whether all datagrams may: those of UDP, DTLS and QUIC.
    ///   - services: DNS-SD types, such as `_chess._tcp`.
    ///   - ports: Ports of the responder.
    ///   - magic: The first bytes of either direction; none if empty.
    public init(
        streams: Bool = true, datagrams: Bool = false, services: [String] = [], ports: [UInt16] = [],
        magic: [UInt8] = []
    ) {
        let carriers = ApplicationCarrier.allCases.filter { $0.hasDatagrams ? datagrams : streams }
        self.init(over: Set(carriers), services: services, ports: ports, magic: magic)
    }

    /// Claims over chosen carriers.
    ///
    /// - Parameters:
    ///   - carriers: What may carry the application.
    ///   - services: DNS-SD types, such as `_chess._tcp`.
    ///   - ports: Ports of the responder.
    ///   - magic: The first bytes of either direction; none if empty.
    public init(
        over carriers: Set<ApplicationCarrier>, services: [String] = [], ports: [UInt16] = [], magic: [UInt8] = []
    ) {
        self.carriers = carriers
        (self.services, self.ports, self.magic) = (services, ports, magic)
    }

    /// Whether there is any.
    public var isEmpty: Bool { services.isEmpty && ports.isEmpty && magic.isEmpty }
}

/// Which figures an application's messages support.
public struct ApplicationMeasures: Hashable, Sendable {
    /// Messages have names of their own (``ApplicationMessage/id``).
    public var hasIDs: Bool
    /// Messages are counted (``ApplicationMessage/number``).
    public var hasNumbers: Bool
    /// Each type is counted alone.
    public var numbersByType: Bool
    /// The bits at which numbers wrap; nil where they do not.
    public var numberWidth: Int?
    /// Messages say when they were sent (``ApplicationMessage/sent``).
    public var hasTimes: Bool
    /// The nanoseconds after which the sender's clock begins anew; nil where it does not.
    public var clockPeriod: Int64?
    /// The number of pairs that ``ApplicationMessage/roles`` refer to.
    public var pairs: Int

    /// The figures that messages support; without arguments none.
    public init(
        hasIDs: Bool = false, hasNumbers: Bool = false, numbersByType: Bool = false, numberWidth: Int? = nil,
        hasTimes: Bool = false, clockPeriod: Int64? = nil, pairs: Int = 0
    ) {
        (self.hasIDs, self.hasNumbers, self.numbersByType) = (hasIDs, hasNumbers, numbersByType)
        (self.numberWidth, self.hasTimes, self.clockPeriod, self.pairs) = (numberWidth, hasTimes, clockPeriod, pairs)
    }
}
