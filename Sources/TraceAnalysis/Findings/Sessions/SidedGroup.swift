import TraceModel

/// Sessions with one fault that the same side has in all of them: what the two sides of a route do are two faults.
struct SidedGroup {
    let group: SessionGroup
    /// Whether it is the initiator's.
    let isInitiator: Bool

    var sessions: [Int] { group.sessions }
    /// The side that has the fault, as facts name it.
    var side: String { isInitiator ? "initiator" : "responder" }
    var otherSide: String { isInitiator ? "responder" : "initiator" }
}

extension SessionGroups {
    /// Groups sessions by the side that has a fault, then by their ends.
    ///
    /// - Parameters:
    ///   - indices: The sessions' in the report.
    ///   - hasFault: Whether the initiator of a session has it, or its responder.
    /// - Returns: The groups of initiators, then those of responders.
    static func bySide(
        _ indices: some Sequence<Int>, in context: FindingContext, where hasFault: (Int, _ isInitiator: Bool) -> Bool
    ) -> [SidedGroup] {
        var faulty: (initiator: [Int], responder: [Int]) = ([], [])
        for index in indices {
            if hasFault(index, true) { faulty.initiator.append(index) }
            if hasFault(index, false) { faulty.responder.append(index) }
        }
        return of(faulty.initiator, in: context).map { SidedGroup(group: $0, isInitiator: true) }
            + of(faulty.responder, in: context).map { SidedGroup(group: $0, isInitiator: false) }
    }
}

extension FindingContext {
    /// The side of a group that has the fault, and the other one, by the names that a person would use.
    func ends(of sided: SidedGroup) -> (side: String, other: String) {
        let (initiator, responder) = (initiator(of: sided.group), responder(of: sided.group))
        return sided.isInitiator ? (initiator, responder) : (responder, initiator)
    }
}
