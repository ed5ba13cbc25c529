import WireCoding

/// Opens the records of a DTLS 1.2 connection, of both directions, with the keys that were given (RFC 6347).
///
/// Each record says its number, so that they are opened in any order, as soon as the hellos are known. Records of DTLS 1.3 behind
/// unified headers stay sealed.
public struct DTLSConnectionOpener: Sendable {
    /// What became of a record.
    public enum Outcome: Sendable {
        /// It was not sealed.
        case clear
        case opened(contentType: TLSContentType, content: [UInt8])
        /// It cannot be opened yet: a hello or the key may still come.
        case waiting
        case sealed
    }

    private struct Side: Sendable {
        var messages = DTLSHandshakeMessages()
        var protections: [(protection: TLS12RecordProtection, source: SessionSecrets.Source)] = []
        /// The secrets that there were when its keys were looked up.
        var lookup: Int?
        var isProven = false
    }

    /// Where the keys came from that opened something, in doubt the first.
    public private(set) var source: SessionSecrets.Source?
    private var negotiation = TLSNegotiation(isDatagram: true)
    private var client = Side()
    private var server = Side()

    public init() {}

    /// The random of the client's hello, by which key logs name a session.
    public var clientRandom: [UInt8]? { negotiation.clientRandom }
    /// Whether application data of a direction was opened, or would be.
    public func hasKeys(fromClient: Bool) -> Bool { (fromClient ? client : server).isProven }
    /// Bytes that are held of incomplete handshake messages.
    public var bufferedBytes: Int { client.messages.bufferedBytes + server.messages.bufferedBytes }

    /// Why a connection that is not opened, or not whole, stays sealed, as far as its keys are the reason.
    public func reason(_ secrets: SessionSecrets) -> SealedReason? {
        negotiation.reason(secrets, opensNothing: source == nil)
    }

    /// Takes a record.
    ///
    /// - Parameters:
    ///   - fragment: All behind the header.
    ///   - isLast: Whether nothing more comes, so that nothing can wait.
    public mutating func open(
        _ header: DTLSRecordHeader, _ fragment: Span<UInt8>, fromClient: Bool, _ secrets: SessionSecrets,
        isLast: Bool = false
    ) -> Outcome {
        guard header.epoch > 0 else {
            if header.contentType == .handshake { take(fragment, fromClient: fromClient) }
            return .clear
        }
        lookUp(fromClient, secrets)
        let number = TLS12RecordProtection.number(epoch: header.epoch, sequenceNumber: header.sequenceNumber)
        let protections = (fromClient ? client : server).protections
        for (protection, source) in protections {
            guard
                let content = try? protection.open(
                    fragment, contentType: header.contentType, version: header.version, number: number)
            else { continue }
            self.source = min(self.source ?? source, source)
            settle((protection, source), fromClient: fromClient)
            return .opened(contentType: header.contentType, content: content)
        }
        guard !isLast else { return .sealed }
        // A fragment of the key exchange may still be on its way.
        let isDecided = !protections.isEmpty || negotiation.isCipherUnknown
        return isDecided ? .sealed : .waiting
    }

    private mutating func settle(
        _ key: (protection: TLS12RecordProtection, source: SessionSecrets.Source), fromClient: Bool
    ) {
        if fromClient {
            (client.protections, client.isProven) = ([key], true)
        } else {
            (server.protections, server.isProven) = ([key], true)
        }
    }

    private mutating func take(_ content: Span<UInt8>, fromClient: Bool) {
        if fromClient, isNewHello(content) {
            client = Side()
            server = Side()
        }
        let whole = fromClient ? client.messages.append(content) : server.messages.append(content)
        for (number, message) in whole {
            negotiation.note(message, fromClient: fromClient, number: number)
            (client.lookup, server.lookup) = (nil, nil)
        }
    }

    /// Whether a client begins another handshake, unsealed: its hello has another random.
    private func isNewHello(_ content: Span<UInt8>) -> Bool {
        var reader = ByteReader(content)
        guard let known = negotiation.clientRandom, let header = try? DTLSHandshakeHeader(parsing: &reader),
            header.type == .clientHello, header.fragmentLength == header.length,
            let hello = try? ClientHello(parsing: &reader, isDatagram: true)
        else { return false }
        return hello.random != known
    }

    private mutating func lookUp(_ fromClient: Bool, _ secrets: SessionSecrets) {
        let side = fromClient ? client : server
        guard !side.isProven, side.lookup != secrets.entryVersion else { return }
        let keys = negotiation.sessionKeys(secrets)
        if fromClient {
            client.lookup = secrets.entryVersion
            client.protections = keys.map { ($0.keys.client, $0.source) }
        } else {
            server.lookup = secrets.entryVersion
            server.protections = keys.map { ($0.keys.server, $0.source) }
        }
    }
}
