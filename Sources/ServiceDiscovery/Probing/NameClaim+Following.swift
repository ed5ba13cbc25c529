import DNSWire

extension NameClaim {
    /// The host's message, compared with the expected one.
    @nonexhaustive
    public enum Observation: Hashable, Sendable {
        /// It did what was due.
        case expected
        /// It did so, but that many nanoseconds before the earliest time.
        case early(by: Int64)
        /// It did so, but that many nanoseconds after the latest time.
        case late(by: Int64)
        /// Another message was due, or none.
        case unexpected
    }

    /// The same message over the other IP version or another interface comes so many nanoseconds later at most.
    static let copyInterval: Int64 = 20_000_000

    /// Takes in what the host itself was seen to multicast, in place of ``timer(at:using:)``: the claim is then not a
    /// plan but an account of what a responder does, and ``nextExpected`` says what it does next.
    ///
    /// A host that takes another name than was drawn here is followed, if its rule of renaming leads there.
    ///
    /// - Parameters:
    ///   - message: What it sent.
    ///   - time: When, in nanoseconds.
    ///   - generator: Where delays come from that decide nothing here but have to be drawn.
    /// - Returns: nil for a message that is not a probe, announcement or goodbye of this claim, such as an answer to a
    ///   query, and for a copy of the last one.
    public mutating func follow(
        _ message: DNSMessage, at time: Int64, using generator: inout some RandomNumberGenerator
    ) -> Observation? {
        guard let (purpose, label) = purpose(of: message) else { return nil }
        if let last = lastFollowed, last.purpose == purpose, label == records.label,
            time.advanced(saturating: -Self.copyInterval) <= last.time
        {
            return nil
        }
        var turn = Turn(time: time, generator: generator)
        defer { generator = turn.generator }
        let observation: Observation?
        switch purpose {
        case .probe: observation = followProbe(label, &turn)
        case .announcement, .defense: observation = followAnnouncement(&turn)
        case .goodbye: observation = followGoodbye(&turn)
        }
        if observation != nil { lastFollowed = Sighting(purpose: purpose, time: time) }
        return observation
    }

    // MARK: - Recognizing

    /// The meaning of a message for this claim, and its label. Defenses look like announcements.
    private func purpose(of message: DNSMessage) -> (Purpose, [UInt8])? {
        guard message.flags.isResponse else {
            guard !message.questions.isEmpty else { return nil }
            return message.authorities.lazy.compactMap { claimedLabel($0) }.first.map { (.probe, $0) }
        }
        for record in message.answers + message.additionals {
            // Shared pointers are announced without probing, and what is not probed for can be repeated while the
            // rest is in doubt: neither says that the name is held.
            if record.ttl != 0 && (record.type == .ptr || profile.unprobedTypes.contains(record.type)) { continue }
            guard let label = claimedLabel(record), label == records.label else { continue }
            // Goodbyes of other names are late: their names were released before.
            return (record.ttl == 0 ? .goodbye : .announcement, label)
        }
        return nil
    }

    /// The label under which a record has the claim's data, or nil for any other record.
    private func claimedLabel(_ record: ResourceRecord) -> [UInt8]? {
        if record.type == .ptr, case .pointer(let target) = record.data,
            records.pointers.contains(where: { $0.name == record.name })
        {
            // A type has many instances. Which one this is shows in its name alone.
            guard let label = label(of: target) else { return nil }
            return label == records.label || records.asksForPointer(profile) && isSuccessor(label) ? label : nil
        }
        guard let label = label(of: record.name) else { return nil }
        let isOurs = records.unique.contains {
            $0.type == record.type && $0.recordClass == record.recordClass && $0.data == record.data
        }
        return isOurs && (label == records.label || isSuccessor(label)) ? label : nil
    }

    private func label(of name: DNSName) -> [UInt8]? {
        guard name.droppingFirst() == records.parent else { return nil }
        return name.labels.first
    }

    /// Whether the claim's label, or its previous one, can have become that label.
    private func isSuccessor(_ label: [UInt8]) -> Bool {
        leads(from: records.label, to: label) || isSuccessorOfPrevious(label)
    }

    private func isSuccessorOfPrevious(_ label: [UInt8]) -> Bool {
        previousLabel.map { leads(from: $0, to: label) } ?? false
    }

    private func leads(from old: [UInt8], to new: [UInt8]) -> Bool {
        RenameRule(profile.family, records.subject).leads(from: old, to: new)
    }

    // MARK: - Following

    private mutating func followProbe(
        _ label: [UInt8], _ turn: inout Turn<some RandomNumberGenerator>
    ) -> Observation {
        var observation: Observation
        switch state {
        case .idle: observation = .expected
        case .probing(let sent) where sent < profile.probeCount: observation = timeliness(turn.time)
        default: observation = .unexpected
        }
        var number = 1
        if label != records.label {
            guard let renamed = try? records.renamed(to: label) else { return .unexpected }
            // A name drawn here at random is as good as the one that the host drew. A name that it had no reason to
            // leave is not.
            if state != .probing(sent: 0) || !isSuccessorOfPrevious(label) {
                observation = .unexpected
                previousLabel = records.label
            }
            records = renamed
            wasAnnounced = false
        } else if case .probing(let sent) = state, sent < profile.probeCount {
            number = sent + 1
        }
        retreat = nil
        isAskingAgain = false
        state = .probing(sent: number)
        scheduleStep(afterProbe: number, &turn)
        return observation
    }

    private mutating func followAnnouncement(_ turn: inout Turn<some RandomNumberGenerator>) -> Observation? {
        let observation: Observation
        let number: Int
        switch state {
        case .probing(let sent):
            observation = sent < profile.probeCount ? .unexpected : timeliness(turn.time)
            number = 1
        case .announcing(let sent):
            // A message that comes too early is an answer to a query.
            guard let deadline, turn.time >= deadline.earliest.advanced(saturating: -Self.copyInterval) else {
                lastMulticast = turn.time
                return nil
            }
            observation = timeliness(turn.time)
            number = sent + 1
        case .established:
            lastMulticast = turn.time
            return nil
        case .idle, .retreating, .leaving, .released, .failed:
            observation = .unexpected
            number = 1
        }
        if number == 1 { history.noteSuccess(at: turn.time) }
        retreat = nil
        noteAnnouncement(number: number, &turn)
        return observation
    }

    private mutating func followGoodbye(_ turn: inout Turn<some RandomNumberGenerator>) -> Observation {
        switch state {
        case .retreating(let sent), .leaving(let sent):
            let observation = timeliness(turn.time)
            sayGoodbye(number: sent + 1, &turn)
            return observation
        case .idle, .probing, .announcing, .established, .released, .failed:
            // Whether a host gives a name up is its own affair.
            let observation: Observation = holdsName ? .expected : .unexpected
            retreat = nil
            state = .leaving(sent: 0)
            sayGoodbye(number: 1, &turn)
            return observation
        }
    }

    private func timeliness(_ time: Int64) -> Observation {
        guard let deadline else { return .unexpected }
        if time < deadline.earliest { return .early(by: deadline.earliest.subtracting(saturating: time)) }
        if time > deadline.latest { return .late(by: time.subtracting(saturating: deadline.latest)) }
        return .expected
    }

    /// The next message that a host in this state sends, if nothing interrupts it.
    public struct Expectation: Hashable, Sendable {
        /// Which message it is.
        public let message: Message
        /// The name it is about.
        public let name: DNSName
        /// The times, in nanoseconds, between which it is sent. They are equal where chance has no part in it.
        public let earliest: Int64
        /// The last time, in nanoseconds, at which it is on time.
        public let latest: Int64
    }

    /// A message with its index among the messages of its kind, counted from 1.
    @nonexhaustive
    public enum Message: Hashable, Sendable {
        /// A query for the name with the claimed records as authorities (RFC 6762 §8.1).
        case probe(Int)
        /// A response with the claimed records that nobody asked for (RFC 6762 §8.3).
        case announcement(Int)
        /// A response that takes the records back, with a TTL of 0 (RFC 6762 §10.1).
        case goodbye(Int)
    }

    /// The next message, or nil if the host is silent until another host speaks.
    public var nextExpected: Expectation? {
        guard let deadline else { return nil }
        let message: Message
        switch state {
        case .probing(let sent): message = sent < profile.probeCount ? .probe(sent + 1) : .announcement(1)
        case .announcing(let sent): message = .announcement(sent + 1)
        case .retreating(let sent), .leaving(let sent): message = .goodbye(sent + 1)
        case .idle, .established, .released, .failed: return nil
        }
        return Expectation(message: message, name: name, earliest: deadline.earliest, latest: deadline.latest)
    }
}
