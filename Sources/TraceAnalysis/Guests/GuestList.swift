import ApplicationProtocols

/// The applications that an analysis was given, in the order of their claims. One for all connections.
final class GuestList: Sendable {
    struct Entry: Sendable {
        let application: any ApplicationProtocol
        let claims: ApplicationClaims
        let measures: ApplicationMeasures
        /// Whether its messages are tied to those of the other direction.
        let joinsDirections: Bool
    }

    let entries: [Entry]

    /// Nil without applications.
    init?(_ applications: [any ApplicationProtocol]) {
        guard !applications.isEmpty else { return nil }
        entries = applications.map { application in
            let probe = application.makeConversation(ConversationStart(established: nil))
            return Entry(
                application: application, claims: application.claims, measures: application.measures,
                joinsDirections: application.measures.pairs > 0 || probe != nil)
        }
    }

    /// Whether a direction may be of any of them, by its first bytes or one of its first datagrams.
    func wants(_ bytes: Span<UInt8>, _ start: ReadingStart) -> Bool {
        for entry in entries
        where start.isDatagrams ? entry.claims.datagrams : entry.claims.streams {
            if entry.application.mayBegin(with: bytes, start) { return true }
        }
        return false
    }

    /// The index of an application by its name.
    func index(of name: String) -> Int? { entries.firstIndex { $0.application.name == name } }
}
