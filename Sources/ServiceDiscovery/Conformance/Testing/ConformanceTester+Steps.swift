import DNSWire
import WireCoding

extension ConformanceTester {
    /// What happened since the last message of the tester.
    struct Mark: Sendable {
        /// Responses that are remembered.
        static let maximumResponses = 64

        let time: Int64
        /// The target's name then.
        let name: DNSName
        let message: DNSMessage
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

        /// The names that the message is about.
        var subjects: [DNSName] { message.questions.map(\.name) + message.answers.map(\.name) }
    }

    /// Takes down what the target sent.
    ///
    /// - Returns: Whether it is a probe for its name.
    mutating func note(_ message: DNSMessage, of datagram: ObservedDatagram) -> Bool {
        if message.flags.isResponse {
            let records = message.answers + message.additionals
            follow(records, isProbe: false)
            if mark.responses.count < Mark.maximumResponses {
                mark.responses.append(
                    .init(frame: datagram.frame, isMulticast: datagram.isToGroup, records: records))
            }
            return false
        }
        guard !message.authorities.isEmpty else { return false }
        follow(message.authorities, isProbe: true)
        guard let name = target?.name else { return false }
        let isProbe = message.authorities.contains { $0.name == name || $0.data == .pointer(name) }
        if isProbe, mark.probed.count < Mark.maximumResponses { mark.probed.append((name, datagram.frame)) }
        return isProbe
    }

    /// Whether the step that waits has to look again.
    func wakes(_ isProbe: Bool) -> Bool {
        guard deadline != nil else { return false }
        switch steps.first {
        case .awaitProbe, .awaitRestart: return isProbe
        case .expect: return true
        case .send, .wait, .skipIfDefended, nil: return false
        }
    }

    mutating func stepOfScenario(at time: Int64) -> Datagram? {
        guard let step = steps.first else {
            end(.played, at: time)
            return nil
        }
        switch step {
        case .send(let message):
            guard maySend else {
                end(.packetLimit, at: time)
                return nil
            }
            guard let datagram = make(message, at: time) else {
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
        let sight = sight(of: expectation.behavior)
        let isOver = waits(duration, at: time)
        guard !sight.frames.isEmpty || isOver else { return }
        let isMet = sight.isWanted == !sight.frames.isEmpty
        // An answer may be for another who asked.
        let isForAnother = foreignQuestions.contains { question in
            question.time >= mark.time &- Nanoseconds.answer && mark.subjects.contains(question.name)
        }
        let instead = sight.isWanted ? sight.instead : sight.frames
        if isMet || !instead.isEmpty && (sight.isWanted || !isForAnother) {
            results[results.count - 1].note(expectation, isMet: isMet, instead: isMet ? [] : Array(instead.prefix(4)))
        } else if sight.isWanted, let lastHeard, lastHeard >= mark.time &- Self.liveness {
            unconfirmed.append((results.count - 1, expectation, time))
        }
        advance(to: time)
    }

    /// Between two signs of life of a target that is taken to be there all the time.
    private static let liveness: Int64 = 6_000_000_000

    /// The target was there all the time: what it did not answer counts.
    mutating func confirm(at time: Int64) {
        lastHeard = time
        for silence in unconfirmed where time <= silence.time &+ Self.liveness {
            results[silence.result].note(silence.expectation, isMet: false, instead: [])
        }
        unconfirmed = []
    }

    private struct Sight {
        /// The frames with what is wanted, or with what is not.
        let frames: [Int]
        let isWanted: Bool
        /// Frames with something else where that is wanted.
        var instead: [Int] = []
    }

    /// Looks for what would meet an expectation, or make it fail.
    private func sight(of behavior: ConformanceScenario.Expectation.Behavior) -> Sight {
        func frames(_ isWhat: (Mark.Response) -> Bool) -> [Int] { mark.responses.filter(isWhat).map(\.frame) }
        let claim = target?.claim(of: mark.name) ?? []
        switch behavior {
        case .answer: return Sight(frames: frames { $0.answers(mark.message) }, isWanted: true)
        case .unicastAnswer:
            return Sight(
                frames: frames { !$0.isMulticast && $0.answers(mark.message) }, isWanted: true,
                instead: frames { $0.isMulticast && $0.answers(mark.message) })
        case .noAnswer: return Sight(frames: frames { $0.answers(mark.message) }, isWanted: false)
        case .noMulticastAnswer:
            return Sight(frames: frames { $0.isMulticast && $0.says(mark.message.answers) }, isWanted: false)
        case .correction:
            let truth = target?.records(of: .sharedRecord) ?? []
            return Sight(
                frames: frames { $0.isMulticast && $0.says(mark.message.answers, livingAs: truth) }, isWanted: true,
                instead: frames { $0.isMulticast && $0.says(mark.message.answers) })
        case .noReaction:
            let renamed = frames { $0.records.contains { $0.name == target?.name } && target?.name != mark.name }
            return Sight(frames: mark.probed.map(\.frame) + renamed, isWanted: false)
        case .announcement:
            return Sight(frames: frames { $0.isMulticast && $0.says(target?.claim ?? []) }, isWanted: true)
        case .nameGivenUp: return Sight(frames: frames { $0.isMulticast && $0.says(claim) }, isWanted: false)
        }
    }
}

extension ConformanceTester.Mark.Response {
    /// Whether it answers the first question of a message; where there are no questions, whether it says the same.
    fileprivate func answers(_ message: DNSMessage) -> Bool {
        guard let question = message.questions.first else { return says(message.answers) }
        return records.contains {
            $0.name == question.name && (question.type == .any || $0.type == question.type) && $0.ttl > 0
        }
    }

    /// Whether it has one of the records.
    ///
    /// - Parameter own: With at least half of the time to live that it has here; nil for any.
    fileprivate func says(_ wanted: [ResourceRecord], livingAs own: [ResourceRecord]? = nil) -> Bool {
        records.contains { record in
            guard record.ttl > 0, wanted.contains(where: { $0.isSameRecord(as: record) }) else { return false }
            guard let own else { return true }
            return own.contains { $0.isSameRecord(as: record) && record.ttl >= $0.ttl / 2 }
        }
    }
}
