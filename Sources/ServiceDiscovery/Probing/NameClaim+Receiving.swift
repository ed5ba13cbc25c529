import DNSWire
import WireCoding

extension NameClaim {
    /// Takes a message of another host in.
    ///
    /// - Parameters:
    ///   - message: The message. Of messages that were cut or broken, give what could be read.
    ///   - sender: Whom a unicast answer goes to.
    ///   - delivery: How it came. Some responders believe unicast sooner (``ProbingProfile/toleratedConflicts``).
    ///   - time: When it came, in nanoseconds.
    ///   - generator: Where delays and random numbers of names come from.
    public mutating func receive(
        _ message: DNSMessage, from sender: IPAddress, by delivery: Delivery = .multicast, at time: Int64,
        using generator: inout some RandomNumberGenerator
    ) -> [Action] {
        var turn = Turn(time: time, generator: generator)
        defer { generator = turn.generator }
        if message.flags.isResponse {
            notePointers(message)
            hear(message, by: delivery, &turn)
        } else if message.flags.opcode == .query {
            switch state {
            case .probing: breakTie(message, &turn)
            case .announcing, .established: defend(message, from: sender, &turn)
            case .idle, .retreating, .leaving, .released, .failed: break
            }
        }
        return turn.actions + waiting
    }

    // MARK: - Conflicts

    private mutating func hear(
        _ response: DNSMessage, by delivery: Delivery, _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        guard let reason = contradiction(in: response) else { return }
        switch state {
        case .probing:
            if delivery == .multicast && isAskingAgain { return }
            if delivery == .multicast && tolerated < profile.toleratedConflicts {
                tolerated += 1
                noteConflict(at: turn.time)
                askAgain(profile.toleranceDelay...profile.toleranceDelay, &turn)
            } else {
                lose(reason, &turn)
            }
        case .announcing, .established:
            guard profile.noticesLateConflicts else { return }
            noteConflict(at: turn.time)
            // The name was already probed for: a host that contradicts now has no stale memory.
            tolerated = profile.toleratedConflicts
            askAgain(profile.lateConflictDelay, &turn)
        case .idle, .retreating, .leaving, .released, .failed: break
        }
    }

    /// The record in a response that shows that the name belongs to another host.
    private func contradiction(in response: DNSMessage) -> LossReason? {
        if records.asksForPointer(profile) {
            return hasHeardOfName ? .pointer(name) : nil
        }
        return RecordConflict.first(in: response, with: records.probed(by: profile)).map { .conflict($0) }
    }

    /// Whether another host has a pointer to the name. python-zeroconf compares it letter by letter.
    var hasHeardOfName: Bool { !heardNames.isEmpty && heardNames.contains(name.wireForm) }

    /// Keeps what pointers lead to, for profiles that go by them: they know of names from before they probed.
    private mutating func notePointers(_ response: DNSMessage) {
        guard records.asksForPointer(profile) else { return }
        switch state {
        case .idle, .probing: break
        // A message heard afterward may be the host's own.
        case .announcing, .established, .retreating, .leaving, .released, .failed: return
        }
        for record in response.answers + response.additionals
        where record.type == .ptr && record.name == records.parent {
            guard case .pointer(let target) = record.data else { continue }
            if record.ttl == 0 {
                heardNames.remove(target.wireForm)
            } else if heardNames.count < Self.maximumNamesHeard {
                heardNames.insert(target.wireForm)
            }
        }
    }

    private mutating func noteConflict(at time: Int64, losesName: Bool = false) {
        history.note(at: time, losesName: losesName, profile.backOffTrigger)
    }

    /// Returns to the first probe. Messages that were multicast meanwhile do not count, because they may be older than
    /// the decision to ask again: the copy over the other IP version follows immediately.
    private mutating func askAgain(_ delay: ClosedRange<Duration>, _ turn: inout Turn<some RandomNumberGenerator>) {
        state = .probing(sent: 0)
        isAskingAgain = true
        scheduleAttempt(delay, &turn)
    }

    /// Sets the time of a first probe, later if there were too many conflicts (RFC 6762 §8.1).
    private mutating func scheduleAttempt(
        _ delay: ClosedRange<Duration>, isNewName: Bool = false, _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        guard history.isBackingOff(isNewName: isNewName, profile.backOffTrigger) else {
            return schedule(delay, &turn)
        }
        let least = profile.backOff
        schedule(max(delay.lowerBound, least.lowerBound)...max(delay.upperBound, least.upperBound), &turn)
    }

    // MARK: - Loss

    mutating func lose(_ reason: LossReason, _ turn: inout Turn<some RandomNumberGenerator>) {
        noteConflict(at: turn.time, losesName: true)
        if wasAnnounced && profile.saysGoodbyeBeforeRename && profile.goodbyeCount > 0 {
            retreat = reason
            state = .retreating(sent: 0)
            schedule(profile.goodbyeDelay, &turn)
        } else {
            rename(reason, &turn)
        }
    }

    mutating func rename(_ reason: LossReason, _ turn: inout Turn<some RandomNumberGenerator>) {
        retreat = nil
        guard renamesOnConflict else { return fail(.taken(reason), &turn.actions) }
        let rule = RenameRule(profile.family, records.subject)
        let old = name
        previousLabel = records.label
        // Each iteration skips one of the names heard, so their number ends the loop.
        for _ in 0...heardNames.count {
            let label: [UInt8]
            do {
                label = try rule.next(after: records.label, original: originalLabel, using: &turn.generator)
            } catch {
                return fail(.noFurtherLabel(error), &turn.actions)
            }
            do {
                records = try records.renamed(to: label)
            } catch {
                return fail(.nameTooLong(error), &turn.actions)
            }
            if !hasHeardOfName { break }
        }
        tolerated = 0
        isAskingAgain = false
        wasAnnounced = false
        lastMulticast = nil
        state = .probing(sent: 0)
        turn.actions.append(.renamed(Rename(old: old, new: name, reason: reason)))
        scheduleAttempt(profile.renameDelay, isNewName: true, &turn)
    }

    private mutating func fail(_ failure: Failure, _ actions: inout [Action]) {
        state = .failed(failure)
        deadline = nil
        actions.append(.failed(failure))
    }

    // MARK: - Probes of others

    /// Compares another host's probe with our own wishes (RFC 6762 §8.2).
    private mutating func breakTie(_ probe: DNSMessage, _ turn: inout Turn<some RandomNumberGenerator>) {
        guard !records.asksForPointer(profile), probe.authorities.contains(where: { $0.name == name }) else { return }
        let decision = ProbeTieBreak.decide(records.proposed(by: profile), probe.authorities, for: name)
        guard decision.winner == .second else { return }
        switch profile.tieBreakLoss {
        case .rename: lose(.lostTieBreak(decision), &turn)
        case .wait(let delay):
            state = .probing(sent: 0)
            // Those who tolerate conflicts wait in silence: the winner's announcement is answered by the next probe.
            isAskingAgain = profile.toleratedConflicts > 0
            scheduleAttempt(delay...delay, &turn)
        }
    }

    /// Answers a probe for the name that we hold (RFC 6762 §8.1): immediately, by unicast if the probe asks for that,
    /// and by multicast not too often (RFC 6762 §6).
    private mutating func defend(
        _ probe: DNSMessage, from sender: IPAddress, _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        guard let question = contestingQuestion(probe) else { return }
        if question.wantsUnicastResponse {
            turn.actions.append(.send(records.announcement, as: .defense, to: .unicast(sender)))
            return
        }
        if let lastMulticast,
            turn.time < lastMulticast.advanced(saturating: Int64(nanosecondsOf: profile.defenseInterval))
        {
            return
        }
        lastMulticast = turn.time
        turn.actions.append(.send(records.announcement, as: .defense, to: .multicast))
    }

    /// The question of a probe for our name by a host that wants other data than ours.
    private func contestingQuestion(_ probe: DNSMessage) -> Question? {
        if let question = probe.questions.first(where: { $0.name == name && $0.type == .any }) {
            let wanted = probe.authorities.filter { $0.name == name }
            let isOurs = wanted.allSatisfy { wish in
                records.unique.contains { $0.type == wish.type && $0.data == wish.data }
            }
            // Even without authorities, it is a probe: reflectors leave them out.
            return isOurs && !wanted.isEmpty ? nil : question
        }
        // The form of python-zeroconf, whose wishes do not show whether they are ours.
        guard let question = probe.questions.first(where: { $0.name == records.parent && $0.type == .ptr }),
            probe.authorities.contains(where: { $0.type == .ptr && $0.data == .pointer(name) })
        else { return nil }
        return question
    }
}
