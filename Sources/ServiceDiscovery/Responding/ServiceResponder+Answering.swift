import DNSWire
import WireCoding

extension ServiceResponder {
    /// Takes in a message that came in on an interface, this host's own among them. Messages on interfaces that were not
    /// joined do nothing.
    ///
    /// - Parameters:
    ///   - message: The message. Of messages that were cut or broken, give what could be read.
    ///   - origin: Where it came from.
    ///   - time: When it came, in nanoseconds.
    ///   - generator: Where delays and random numbers of names come from.
    public mutating func receive(
        _ message: DNSMessage, from origin: MessageOrigin, at time: Int64,
        using generator: inout some RandomNumberGenerator
    ) -> [Action] {
        guard let place = links.firstIndex(where: { $0.interface == origin.interface }),
            // Messages with another code are to be ignored (RFC 6762 §18.3, §18.11).
            message.flags.opcode == .query, message.flags.responseCode == .noError,
            !sent.contains(message, at: time)
        else { return waiting }
        var turn = Turn(time: time, generator: generator)
        defer { generator = turn.generator }
        if message.flags.isResponse {
            // Responses from other ports are to be ignored (RFC 6762 §6).
            guard origin.isFromMulticastPort else { return waiting }
            if origin.delivery == .multicast { dropAnswers(givenIn: message, on: place) }
            giveToClaims(message, from: origin, on: place, &turn)
        } else if !origin.isFromMulticastPort {
            answerLegacy(message, from: origin, on: place, &turn)
        } else {
            if !message.authorities.isEmpty { giveToClaims(message, from: origin, on: place, &turn) }
            if message.questions.isEmpty {
                dropAnswers(knownTo: origin.address, message, on: place, &turn)
            } else {
                answer(message, from: origin, on: place, &turn)
            }
        }
        forgetReleased()
        return turn.actions + waiting
    }

    private mutating func giveToClaims(
        _ message: DNSMessage, from origin: MessageOrigin, on place: Int, _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        let actions = links[place].host.receive(
            message, from: origin.address, by: origin.delivery, at: turn.time, using: &turn.generator)
        perform(actions, of: nil, on: place, &turn)
        for index in links[place].instances.indices {
            let id = links[place].instances[index].id
            let actions = links[place].instances[index].claim.receive(
                message, from: origin.address, by: origin.delivery, at: turn.time, using: &turn.generator)
            perform(actions, of: id, on: place, &turn)
        }
    }

    // MARK: - Answers

    private mutating func answer(
        _ query: DNSMessage, from origin: MessageOrigin, on place: Int, _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        let held = HeldRecords(of: links[place])
        let probed = Set(query.authorities.map(\.name)).filter { name in
            name == links[place].host.name || links[place].instances.contains { $0.claim.name == name }
        }
        var multicasts: [ResourceRecord] = []
        var unicasts: [ResourceRecord] = []
        var isOurs = true
        for question in distinct(query.questions) where !probed.contains(question.name) {
            let answers = held.answers(to: question)
            isOurs = isOurs && !answers.isEmpty && answers.allSatisfy(\.cacheFlush)
            let prefersUnicast = question.wantsUnicastResponse || origin.delivery == .unicast
            for record in answers where !PendingResponse.isKnown(record, in: query.answers) {
                if prefersUnicast, links[place].history.isFresh(record, at: turn.time) {
                    if !unicasts.contains(record) { unicasts.append(record) }
                } else if !multicasts.contains(record) {
                    multicasts.append(record)
                }
            }
        }
        unicasts.removeAll(where: multicasts.contains)
        let delay =
            query.flags.isTruncated
            ? PendingResponse.truncatedDelay : isOurs ? 0...0 : PendingResponse.sharedDelay
        let asker = query.flags.isTruncated ? origin.address : nil
        add(multicasts, to: .multicast, asker: asker, after: delay, on: place, &turn)
        add(
            unicasts, to: .unicast(origin.address, port: WellKnownPort.multicastDNS), asker: asker, after: delay,
            on: place, &turn)
        if isOurs { sendPending(on: place, &turn) }
    }

    /// Adds answers to a response that waits, if its time suits them, or to a new one.
    private mutating func add(
        _ records: [ResourceRecord], to destination: OutgoingMessage.Destination, asker: IPAddress?,
        after delay: ClosedRange<Int64>, on place: Int, _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        let earliest = turn.time.advanced(saturating: delay.lowerBound)
        let latest = turn.time.advanced(saturating: delay.upperBound)
        let waiting = links[place].pending.filter {
            $0.destination == destination && $0.asker == nil && $0.due <= latest
        }
        let answers = records.filter { record in
            asker != nil || !waiting.contains { $0.answers.contains { $0.record == record } }
        }.map { PendingResponse.Answer(record: $0, asked: turn.time) }
        guard !answers.isEmpty else { return }
        let index = links[place].pending.firstIndex {
            $0.destination == destination && $0.asker == nil && asker == nil && earliest...latest ~= $0.due
        }
        if let index {
            links[place].pending[index].answers += answers
        } else if links[place].pending.count < Self.maximumPendingResponses {
            let due = turn.time.advanced(saturating: delay.drawn(using: &turn.generator))
            links[place].pending.append(
                PendingResponse(destination: destination, due: due, answers: answers, asker: asker))
        }
    }

    /// Sends the responses whose time has come: those to all in one message.
    mutating func sendPending(on place: Int, _ turn: inout Turn<some RandomNumberGenerator>) {
        let due = links[place].pending.filter { $0.due <= turn.time }
        guard !due.isEmpty else { return }
        links[place].pending.removeAll { $0.due <= turn.time }
        let held = HeldRecords(of: links[place])
        var now: [ResourceRecord] = []
        for response in due {
            // Names and data may have changed since.
            let answers = response.answers.filter { held.contains($0.record) }
            if response.destination == .multicast {
                for answer in answers where isDue(answer, on: place, at: turn.time) && !now.contains(answer.record) {
                    now.append(answer.record)
                }
            } else if !answers.isEmpty {
                let records = answers.map(\.record)
                let parts = try? DNSMessage.multicastResponse(
                    answers: records, additionals: held.additionals(with: records))
                for part in parts ?? [] { transmit(part, .answer, to: response.destination, on: place, &turn) }
            }
        }
        let response = DNSMessage(
            flags: .multicastResponse, answers: now, additionals: held.additionals(with: now))
        multicast(response, .answer, notSince: MulticastHistory.interval, on: place, &turn)
    }

    /// Whether an answer is to be multicast now. One that was multicast within a second is put off until it may be again,
    /// unless that was after it was asked for.
    private mutating func isDue(_ answer: PendingResponse.Answer, on place: Int, at time: Int64) -> Bool {
        if let last = links[place].history.time(of: answer.record), last >= answer.asked { return false }
        let earliest = links[place].history.earliest(for: answer.record)
        guard earliest > time else { return true }
        if let index = links[place].pending.firstIndex(where: { $0.destination == .multicast && $0.due == earliest }) {
            // However often it is asked for.
            links[place].pending[index].answers.removeAll { $0.record == answer.record }
            links[place].pending[index].answers.append(answer)
        } else if links[place].pending.count < Self.maximumPendingResponses {
            links[place].pending.append(
                PendingResponse(destination: .multicast, due: earliest, answers: [answer], asker: nil))
        }
        return false
    }

    /// Answers a querier that knows only unicast DNS (RFC 6762 §6.7). It has no use for NSEC without signatures.
    private mutating func answerLegacy(
        _ query: DNSMessage, from origin: MessageOrigin, on place: Int, _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        let held = HeldRecords(of: links[place])
        var answers: [ResourceRecord] = []
        for record in distinct(query.questions).flatMap(held.answers)
        where record.type != .nsec && !answers.contains(record) {
            if !PendingResponse.isKnown(record, in: query.answers) { answers.append(record) }
        }
        guard !answers.isEmpty else { return }
        let response = DNSMessage.legacyResponse(
            to: query, answers: answers, additionals: held.additionals(with: answers).filter { $0.type != .nsec })
        transmit(response, .answer, to: .unicast(origin.address, port: origin.port), on: place, &turn)
    }

    /// The questions of a query, each once: a message has room for very many that are the same.
    private func distinct(_ questions: [Question]) -> [Question] {
        var known: Set<Question> = []
        return questions.filter { known.insert($0).inserted }
    }

    // MARK: - Suppression

    /// Drops answers that another host has just given, with a time to live that is not below ours (RFC 6762 §7.4).
    private mutating func dropAnswers(givenIn response: DNSMessage, on place: Int) {
        for index in links[place].pending.indices where links[place].pending[index].destination == .multicast {
            links[place].pending[index].answers.removeAll { answer in
                response.answers.contains {
                    $0.type == answer.record.type && $0.ttl >= answer.record.ttl && $0.name == answer.record.name
                        && $0.recordClass == answer.record.recordClass && $0.data == answer.record.data
                }
            }
        }
        links[place].pending.removeAll(where: \.answers.isEmpty)
    }

    /// Drops answers that the asker knows, by the continuation of its query (RFC 6762 §7.2).
    private mutating func dropAnswers(
        knownTo asker: IPAddress, _ continuation: DNSMessage, on place: Int,
        _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        for index in links[place].pending.indices where links[place].pending[index].asker == asker {
            links[place].pending[index].answers.removeAll {
                PendingResponse.isKnown($0.record, in: continuation.answers)
            }
            if continuation.flags.isTruncated {
                let delay = PendingResponse.truncatedDelay.drawn(using: &turn.generator)
                links[place].pending[index].due = turn.time.advanced(saturating: delay)
            }
        }
        links[place].pending.removeAll(where: \.answers.isEmpty)
    }
}
