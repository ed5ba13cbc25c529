import ApplicationProtocols

/// The applications that an analysis was given, in the order of their claims, and then those that it brings along. One for all
/// connections.
final class GuestList: Sendable {
    struct Entry: Sendable {
        let application: any ApplicationProtocol
        let claims: ApplicationClaims
        let measures: ApplicationMeasures
        /// Whether its messages are tied to those of the other direction.
        let joinsDirections: Bool
        /// The same application, if the analyzer brings it along.
        let builtIn: (any BuiltInApplication)?

        fileprivate init(_ application: any ApplicationProtocol, builtIn: (any BuiltInApplication)? = nil) {
            (self.application, self.builtIn) = (application, builtIn)
            (claims, measures) = (application.claims, application.measures)
            let probe = application.makeConversation(ConversationStart(established: nil))
            joinsDirections = measures.pairs > 0 || probe != nil
        }
    }

    let entries: [Entry]
    /// Those that the analysis was given.
    let givenCount: Int

    /// Nil without applications.
    init?(_ applications: [any ApplicationProtocol], builtIn: [any BuiltInApplication] = []) {
        guard !applications.isEmpty || !builtIn.isEmpty else { return nil }
        givenCount = applications.count
        entries = applications.map { Entry($0) } + builtIn.map { Entry($0, builtIn: $0) }
    }

    /// The applications that it may carry.
    func indices(over carrier: ApplicationCarrier) -> [Int] {
        entries.indices.filter { entries[$0].claims.carriers.contains(carrier) }
    }

    /// Whether a conversation may be of any of them, by one of its first datagrams.
    func wants(datagram: Span<UInt8>, _ start: ReadingStart, over carrier: ApplicationCarrier) -> Bool {
        for entry in entries where entry.claims.carriers.contains(carrier) {
            if entry.application.mayBegin(with: datagram, start) { return true }
        }
        return false
    }

    /// The indices of those that a direction may be of, by its first bytes; all, if it is joined in the middle and one of them
    /// recognizes it there. Others may recognize it later.
    func indices(wanting bytes: Span<UInt8>, _ start: ReadingStart, over carrier: ApplicationCarrier) -> [Int] {
        var wanted: [Int] = []
        for (index, entry) in entries.enumerated() where entry.claims.carriers.contains(carrier) {
            if entry.application.mayBegin(with: bytes, start) { wanted.append(index) }
        }
        return start.isMidstream && !wanted.isEmpty ? indices(over: carrier) : wanted
    }
}
