import DNSWire
import WireCoding

/// A step of a scenario without the steps in it.
enum FlatStep: Hashable, Sendable {
    case send(TestMessage)
    case wait(Duration)
    case awaitProbe(newName: Bool, within: Duration)
    case awaitRestart(within: Duration)
    case expect(ConformanceScenario.Expectation, within: Duration)
    /// Leaves out as many steps if the target said something of its name.
    case skipIfDefended(Int)

    /// The steps that all of it comes to; at most so many as a test has packets.
    static func flattened(_ steps: [ConformanceScenario.Step]) -> [FlatStep] {
        var flat: [FlatStep] = []
        for step in steps where flat.count + step.count <= 4 * ConformanceTester.maximumPackets {
            switch step {
            case .send(let message): flat.append(.send(message))
            case .wait(let time): flat.append(.wait(time))
            case .awaitProbe(let newName, let time): flat.append(.awaitProbe(newName: newName, within: time))
            case .awaitRestart(let time): flat.append(.awaitRestart(within: time))
            case .expect(let expectation, let time): flat.append(.expect(expectation, within: time))
            case .ifUndefended(let inner):
                let inner = flattened(inner)
                flat.append(.skipIfDefended(inner.count))
                flat += inner
            case .times(let times, let inner):
                let inner = flattened(inner)
                for _ in 0..<times { flat += inner }
            }
        }
        return flat
    }
}

extension ConformanceTester {
    /// What happened since the last message of the tester.
    struct Mark: Sendable {
        /// Responses that are remembered.
        static let maximumResponses = 64

        let time: Int64
        /// The target's name then.
        let name: DNSName
        var message = DNSMessage()
        var responses: [Response] = []
        /// Names that the target probed for.
        var probed: [(name: DNSName, frame: Int)] = []

        init(time: Int64, name: DNSName, message: DNSMessage = DNSMessage()) {
            (self.time, self.name, self.message) = (time, name, message)
        }

        struct Response: Sendable {
            let frame: Int
            let isMulticast: Bool
            let records: [ResourceRecord]
        }
    }

    /// Takes down what the target sent.
    ///
    /// - Returns: Whether it is a probe for its name.
    mutating func note(_ message: DNSMessage, of datagram: ObservedDatagram) -> Bool {
        if message.flags.isResponse {
            let records = message.answers + message.additionals
            target?.follow(records, isProbe: false)
            if mark.responses.count < Mark.maximumResponses {
                mark.responses.append(
                    .init(frame: datagram.frame, isMulticast: datagram.isToGroup, records: records))
            }
            return false
        }
        guard !message.authorities.isEmpty else { return false }
        target?.follow(message.authorities, isProbe: true)
        guard let name = target?.name else { return false }
        let isProbe = message.authorities.contains { $0.name == name || $0.data == .pointer(name) }
        if isProbe, mark.probed.count < Mark.maximumResponses { mark.probed.append((name, datagram.frame)) }
        return isProbe
    }

    /// Whether the step that waits has to look again.
    func wakes(_ isProbe: Bool) -> Bool {
        switch steps.first {
        case .awaitProbe, .awaitRestart: isProbe
        case .expect: true
        default: false
        }
    }

    mutating func stepOfScenario(at time: Int64) -> TestDatagram? {
        guard let step = steps.first else {
            end(.played, at: time)
            return nil
        }
        switch step {
        case .send(let message):
            guard sent < Self.maximumPackets, let datagram = send(message, at: time) else {
                end(.notApplicable, at: time)
                return nil
            }
            advance(to: time)
            return datagram
        case .wait(let duration): advance(to: time &+ duration.nanoseconds)
        case .awaitProbe(let newName, let duration): awaitProbe(newName, duration, at: time)
        case .awaitRestart(let duration): awaitProbe(false, duration, at: time)
        case .expect(let expectation, let duration): judge(expectation, within: duration, at: time)
        case .skipIfDefended(let count):
            let isDefended = mark.responses.contains { $0.records.contains { $0.name == mark.name && $0.ttl > 0 } }
            steps = steps.dropFirst(isDefended ? count + 1 : 1)
        }
        return nil
    }

    private mutating func advance(to time: Int64) {
        steps = steps.dropFirst()
        deadline = nil
        due = time
    }

    /// - Returns: Whether the time is over that the step may take.
    private mutating func waits(_ duration: Duration, at time: Int64) -> Bool {
        let end = deadline ?? time &+ duration.nanoseconds
        deadline = end
        due = end
        return time >= end
    }

    private mutating func awaitProbe(_ newName: Bool, _ duration: Duration, at time: Int64) {
        if mark.probed.contains(where: { !newName || $0.name != mark.name }) {
            advance(to: time)
        } else if waits(duration, at: time) {
            end(.noProbe, at: time)
        }
    }

    private mutating func judge(
        _ expectation: ConformanceScenario.Expectation, within duration: Duration, at time: Int64
    ) {
        let sight = sight(of: expectation.act)
        let isOver = waits(duration, at: time)
        guard !sight.frames.isEmpty || isOver else { return }
        let isMet = sight.isWanted == !sight.frames.isEmpty
        results[results.count - 1].note(expectation, isMet: isMet, frames: isMet ? [] : Array(sight.frames.prefix(4)))
        advance(to: time)
    }

    /// Looks for what would meet an expectation, or disappoint it.
    private func sight(of act: ConformanceScenario.Expectation.Act) -> (frames: [Int], isWanted: Bool) {
        func frames(_ isWhat: (Mark.Response) -> Bool) -> [Int] { mark.responses.filter(isWhat).map(\.frame) }
        let own = target?.records(of: mark.name) ?? []
        switch act {
        case .answer: return (frames { $0.answers(mark.message) }, true)
        case .unicastAnswer: return (frames { !$0.isMulticast && $0.answers(mark.message) }, true)
        case .silence: return (frames { $0.answers(mark.message) }, false)
        case .noMulticastAnswer:
            let given = mark.message.answers
            return (frames { $0.isMulticast && $0.says(given, trulyIn: nil) }, false)
        case .correction:
            let truth = target?.records(of: .repeatable) ?? []
            return (frames { $0.isMulticast && $0.says(mark.message.answers, trulyIn: truth) }, true)
        case .calm:
            let renamed = frames { $0.records.contains { $0.name == target?.name } && target?.name != mark.name }
            return (mark.probed.map(\.frame) + renamed, false)
        case .announcement:
            return (frames { $0.isMulticast && $0.says(target?.claim ?? [], trulyIn: nil) }, true)
        case .retreat:
            return (frames { $0.isMulticast && $0.says(own, trulyIn: nil) }, false)
        }
    }
}

extension ConformanceTester.Mark.Response {
    /// Whether it answers the first question of a message, or in a message without questions, says the same.
    fileprivate func answers(_ message: DNSMessage) -> Bool {
        guard let question = message.questions.first else { return says(message.answers, trulyIn: nil) }
        return records.contains {
            $0.name == question.name && (question.type == .any || $0.type == question.type) && $0.ttl > 0
        }
    }

    /// Whether it has one of the records, with the time to live that it has there.
    fileprivate func says(_ wanted: [ResourceRecord], trulyIn own: [ResourceRecord]?) -> Bool {
        records.contains { record in
            guard record.ttl > 0,
                wanted.contains(where: { $0.name == record.name && $0.type == record.type && $0.data == record.data })
            else { return false }
            guard let own else { return true }
            return own.contains { $0.type == record.type && $0.data == record.data && 2 * record.ttl >= $0.ttl }
        }
    }
}

extension TestTarget {
    /// The records of its claim under a name that it had.
    fileprivate func records(of name: DNSName) -> [ResourceRecord] {
        claim.map { record in
            var record = record
            record.name = name
            return record
        }
    }
}

extension TestMessage {
    /// Whether it claims what is not the tester's.
    var isFalse: Bool { isResponse && (answers.contains(.laterClaim) || answers.contains(.earlierClaim)) }
}

extension Duration {
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
