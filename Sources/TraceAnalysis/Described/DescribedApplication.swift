import ApplicationProtocols
import ProtocolDescriptions

/// An application that a description explains.
public struct DescribedApplication: ApplicationProtocol {
    private let compiled: CompiledProtocol
    private let page: DescribedPage?
    public let source: String?

    /// - Parameters:
    ///   - compiled: The description, checked and ready to be run.
    ///   - source: The path of the description's file; nil for one that is written in Swift.
    ///   - page: What the description was read from, for the lines of its rules.
    public init(_ compiled: CompiledProtocol, source: String? = nil, page: DescribedPage? = nil) {
        (self.compiled, self.source, self.page) = (compiled, source, page)
    }

    private var description: ProtocolDescription { compiled.description }

    public var name: String { description.name }

    public var claims: ApplicationClaims {
        ApplicationClaims(
            over: Set(description.over.map(ApplicationCarrier.init)), services: description.services,
            ports: description.ports, magic: description.magic)
    }

    public var measures: ApplicationMeasures {
        let message = description.message
        var measures = ApplicationMeasures(
            hasIDs: message.id != nil, hasNumbers: message.number != nil,
            numbersByType: message.number?.byType ?? false, numberWidth: compiled.numberWidth,
            hasTimes: message.sent != nil, pairs: description.pairs.count)
        if let width = compiled.sentWidth, case .number(let unit, _)? = message.sent?.clock, width < 63 {
            let (period, overflows) = (Int64(1) << Int64(width)).multipliedReportingOverflow(by: unit.nanoseconds)
            measures.clockPeriod = overflows ? nil : period
        }
        return measures
    }

    public func makeReader(_ start: ReadingStart) -> DescribedReader { DescribedReader(compiled, start) }

    public func makeConversation(_ start: ConversationStart) -> (any ApplicationConversation)? {
        description.expect.isEmpty ? nil : DescribedConversation(description, page, start)
    }

    /// Connections at the same time between the same two senders, where a rule allows one.
    public func findings(among sessions: [SessionSenders]) -> [(session: Int, finding: ConversationFinding)] {
        description.expect.indices.flatMap { index -> [(session: Int, finding: ConversationFinding)] in
            guard case .oneConnectionPerSender = description.expect[index].rule else { return [] }
            let later = ConnectionOverlap.later(
                sessions.map { .init(senders: $0.senders, start: $0.start, end: $0.end) })
            return later.map { number in
                let rule = ConversationFinding.BrokenRule(description, page, index, count: 1)
                let names = sessions[number].senders.sorted().joined(separator: " and ")
                let finding = ConversationFinding(
                    code: ConversationFinding.expectationBroken, severity: .init(description.expect[index].severity),
                    time: sessions[number].start, frame: sessions[number].firstFrame,
                    message: "\(names) had another connection when this one began: it breaks the rule \(rule.text) of "
                        + "\(description.name).",
                    remedy: "Let only one of the two sides open connections, or close one as soon as both know of it.",
                    reference: "Docs/protocols.md, expectations", rule: rule)
                return (number, finding)
            }
        }
    }
}

extension ApplicationCarrier {
    init(_ carrier: ProtocolCarrier) {
        self =
            switch carrier {
            case .tcp: .tcp
            case .tls: .tls
            case .udp: .udp
            case .dtls: .dtls
            case .quic: .quic
            case .quicDatagram: .quicDatagram
            }
    }
}
