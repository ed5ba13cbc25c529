import DNSWire
import WireCoding

extension NameClaim {
    /// Exchanges the records for others, under the name as it is now.
    ///
    /// A name that is held is not probed for again (RFC 6762 §8.4): the new records are announced, no sooner than a second
    /// after the last announcement or defense (§6), and from now on defended. Records that no new one of their type
    /// replaces, and pointers that are gone, are taken back with a goodbye. A name that is still probed for with records of
    /// the same types goes on; with others, probing begins anew.
    ///
    /// Records should not change more than ten times a minute (§8.4).
    ///
    /// - Parameters:
    ///   - records: The new ones, under any label.
    ///   - time: Now, in nanoseconds.
    ///   - generator: Where delays come from.
    /// - Precondition: They are of the claim's kind and below its parent.
    public mutating func update(
        _ records: ClaimedRecords, at time: Int64, using generator: inout some RandomNumberGenerator
    ) -> [Action] {
        precondition(records.parent == self.records.parent && records.subject == self.records.subject)
        guard let changed = try? records.renamed(to: self.records.label), changed != self.records else {
            return waiting
        }
        var turn = Turn(time: time, generator: generator)
        defer { generator = turn.generator }
        let old = self.records
        self.records = changed
        switch state {
        case .probing where Set(old.unique.map(\.type)) != Set(changed.unique.map(\.type)):
            // What was asked for says nothing of the new types. The time of the next probe stays.
            state = .probing(sent: 0)
        case .announcing, .established: announceChange(from: old, &turn)
        case .idle, .probing, .retreating, .leaving, .released, .failed: break
        }
        return turn.actions + waiting
    }

    private mutating func announceChange(from old: ClaimedRecords, _ turn: inout Turn<some RandomNumberGenerator>) {
        let types = Set(records.unique.map(\.type))
        let gone =
            old.pointers.filter { !records.pointers.contains($0) } + old.unique.filter { !types.contains($0.type) }
        if !gone.isEmpty {
            let message = DNSMessage(flags: .multicastResponse, answers: gone.map { $0.with(ttl: 0) })
            turn.actions.append(.send(message, as: .goodbye, to: .multicast))
        }
        state = .announcing(sent: 0)
        let earliest = lastMulticast?.advanced(saturating: ProbingProfile.second) ?? turn.time
        if earliest <= turn.time {
            announce(number: 1, &turn)
        } else {
            let delay = Duration.nanoseconds(earliest.subtracting(saturating: turn.time))
            schedule(delay...delay, &turn)
        }
    }

    /// Leaves the name for another one, because the host lost it elsewhere: on another link, where it has the same name.
    ///
    /// A name that was announced is taken back with one goodbye. Then the new one is probed for.
    ///
    /// - Throws: That the label is empty or over its limit, or that the whole name is.
    mutating func change(
        to label: [UInt8], at time: Int64, using generator: inout some RandomNumberGenerator
    ) throws(WireError) -> [Action] {
        let changed = try records.renamed(to: label)
        var turn = Turn(time: time, generator: generator)
        defer { generator = turn.generator }
        switch state {
        case .failed, .leaving, .released: return waiting
        case .idle, .probing, .announcing, .established, .retreating: break
        }
        if wasAnnounced {
            turn.actions.append(.send(records.goodbye(pointersOnly: false), as: .goodbye, to: .multicast))
        }
        previousLabel = records.label
        records = changed
        retreat = nil
        tolerated = 0
        isAskingAgain = false
        wasAnnounced = false
        lastMulticast = nil
        if state != .idle {
            state = .probing(sent: 0)
            schedule(profile.renameDelay, &turn)
        }
        return turn.actions + waiting
    }
}
