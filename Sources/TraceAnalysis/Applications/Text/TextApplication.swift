import PeerMessaging
import TraceModel

/// Text protocols that other applications use for what they ask of each other: HTTP, with the upgrade to WebSocket, RTSP and their
/// like. They have evidence, and no name of their own.
enum TextApplication: NativeApplication {
    typealias Stream = TextReader
    typealias Datagrams = TextDatagrams

    static func evidence(of connection: Connection) -> ApplicationEvidence? {
        // A long request line hides its version; the answer begins with it.
        let texts = [true, false].compactMap { isInitiator in
            connection.streamOpening(ofInitiator: isInitiator).flatMap { TextKind(prefix: $0.span) }
        }
        guard let text = texts.contains(.rtsp) ? .rtsp : texts.first else { return nil }
        let isSealed = turnsEncrypted(connection)
        return ApplicationEvidence(
            .unknown, because: "unencrypted \(text.rawValue)\(isSealed ? ", then encrypted" : "")", isGuess: true,
            isSealed: isSealed)
    }

    /// One side alone may have been read wrongly: an answer to HEAD has a length, and no body.
    private static func turnsEncrypted(_ connection: Connection) -> Bool {
        [true, false].allSatisfy { connection.reader(TextReader.self, ofInitiator: $0)?.turnsEncrypted == true }
    }
}
