import ApplicationProtocols
import TraceModel

/// The application of a session, and its evidence. No port decides.
struct ApplicationEvidence {
    var application: Session.Application
    /// In a few words; nil where nothing was recognized.
    var evidence: String?
    /// Whether other evidence is better.
    var isGuess = false
    /// Whether the session is encrypted, or goes on encrypted.
    var isSealed = false

    init(
        _ application: Session.Application, because evidence: String?, isGuess: Bool = false, isSealed: Bool = false
    ) {
        (self.application, self.evidence) = (application, evidence)
        (self.isGuess, self.isSealed) = (isGuess, isSealed)
    }

    init(of connection: Connection) {
        if let guest = connection.guest, let list = connection.guests?.value.list {
            self.init(
                .init(rawValue: list.entries[guest.index].application.name), because: guest.evidence)
        } else if connection.isTCP ? !connection.hasContent : connection.datagrams == nil {
            self.init(.unknown, because: nil)
        } else if let found = NativeApplications.evidence(of: connection) {
            self = found
        } else {
            let datagrams = connection.datagrams
            self.init(.unknown, because: datagrams?.discovery?.evidence ?? datagrams?.evidence)
        }
    }
}
