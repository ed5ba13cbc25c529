import ApplicationProtocols
import ProtocolDescriptions

/// Holds a session against the rules of its description.
struct DescribedConversation: ApplicationConversation {
    private let description: ProtocolDescription
    private let page: DescribedPage?
    private var monitor: ExpectationMonitor
    /// The same with both sides exchanged, where it may turn out later which is which.
    private var turned: ExpectationMonitor?

    init(_ description: ProtocolDescription, _ page: DescribedPage?, _ start: ConversationStart) {
        (self.description, self.page) = (description, page)
        monitor = ExpectationMonitor(description, established: start.established, midstream: start.isMidstream)
        if start.isMidstream { turned = monitor }
    }

    mutating func observe(_ message: ConversationMessage) {
        monitor.observe(ExpectationEvent(message, message.side))
        turned?.observe(ExpectationEvent(message, message.side.other))
    }

    mutating func hole(of side: ConversationSide, at time: Int64) {
        monitor.hole(of: .init(side))
        turned?.hole(of: .init(side.other))
    }

    mutating func end(of side: ConversationSide, at time: Int64) {
        monitor.end(of: .init(side), at: time)
        turned?.end(of: .init(side.other), at: time)
    }

    mutating func finish(at time: Int64) {
        monitor.finish(at: time)
        turned?.finish(at: time)
    }

    mutating func turn() {
        guard let other = turned else { return }
        (monitor, turned) = (other, monitor)
    }

    var findings: [ConversationFinding] {
        monitor.breaches.map { breach in
            let rule = ConversationFinding.BrokenRule(description, page, breach.rule, count: breach.count)
            let expectation = description.expect[breach.rule]
            let times = breach.count == 1 ? "" : " \(breach.count) times"
            let isTimed = if case .answer = expectation.rule { true } else { false }
            let clause = BreachWords.clause(expectation.rule, breach.isOfBothSides ? nil : breach.side)
            return ConversationFinding(
                code: ConversationFinding.expectationBroken, severity: .init(expectation.severity), time: breach.time,
                frame: breach.frame,
                message: "The rule \(rule.text) of \(description.name), line \(rule.line) of its description, is "
                    + "broken\(times): " + clause
                    + (isTimed ? "; a packet that was lost and sent again delays an answer too." : "."),
                remedy:
                    "Look at the message in that frame; if it is as it should be, the rule in the description is not.",
                reference: "Docs/protocols.md, expectations", rule: rule)
        }
    }
}

extension ConversationFinding {
    static let expectationBroken = "expectation-broken"
}

extension ConversationFinding.BrokenRule {
    /// - Parameter index: Of the rule, in ``ProtocolDescription/expect``.
    init(_ description: ProtocolDescription, _ page: DescribedPage?, _ index: Int, count: Int) {
        self.init(
            line: page?.line(ofExpectation: index) ?? index + 1,
            text: page?.text(ofExpectation: index) ?? description.expect[index].yaml, count: count)
    }
}

extension ConversationFinding.Severity {
    init(_ severity: ProtocolExpectation.Severity) {
        self =
            switch severity {
            case .note: .note
            case .warning: .warning
            case .error: .error
            }
    }
}

extension ProtocolExpectation.Side {
    fileprivate init(_ side: ConversationSide) { self = side == .initiator ? .initiator : .responder }
}

extension ExpectationEvent {
    fileprivate init(_ message: ConversationMessage, _ side: ConversationSide) {
        self.init(
            side: .init(side), begin: message.begun, time: message.completed, frame: message.frame, type: message.type,
            bodySize: message.bodySize,
            roles: message.roles.map { .init(pair: $0.pair, role: $0.isAnswer ? .answer : .ask, key: $0.key ?? 0) })
    }
}
