import WireCoding

/// Opens the records of a DTLS 1.2 connection, of both directions, with the keys that were given (RFC 6347).
///
/// Each record says its number, so that they are opened in any order, as soon as the hellos are known. A later
/// handshake inside the records of the first is followed. Records of DTLS 1.3 behind unified headers stay sealed.
public struct DTLSConnectionOpener: Sendable {
    /// What became of a record.
    @nonexhaustive
    public enum Outcome: Sendable {
        /// It was not sealed.
        case clear
        /// It was opened and is authentic: the type and the content that were protected.
        case opened(contentType: TLSContentType, content: [UInt8])
        /// It cannot be opened yet: a hello or the key may still come.
        case waiting
        /// It stays sealed: no key that was given opens it.
        case sealed
    }

    /// Epochs of which the keys are kept: one for each handshake.
    private static let maximumEpochs = 16

    private typealias Keys = (protection: TLS12RecordProtection, source: SessionSecrets.Source)

    private struct Side: Sendable {
        var messages = DTLSHandshakeMessages()
        /// Those of the last handshake, one of which may be right.
        var candidates: [Keys] = []
        /// The secrets that there were when its keys were looked up.
        var lookup: Int?
        /// By epoch: what has opened a record.
        var proven: [UInt16: Keys] = [:]
    }

    /// Where the keys came from that opened something, in doubt the first.
    public private(set) var source: SessionSecrets.Source?
    /// Changes with everything by which a record that waits might be opened, but for secrets.
    public private(set) var revision = 0
    private var negotiation = TLSNegotiation(isDatagram: true)
    private var client = Side()
    private var server = Side()

    /// An opener of a connection of which nothing was seen yet.
    public init() {}

    /// The random of the client's hello, by which key logs name a session.
    public var clientRandom: [UInt8]? { negotiation.clientRandom }
    /// Those of all handshakes, sealed ones too.
    public var clientRandoms: [[UInt8]] { negotiation.clientRandoms }
    /// The name of the key that both ends had before, where it is a text.
    public var sharedIdentity: String? { negotiation.identityText }
    /// Whether application data of a direction was opened, or would be.
    public func hasKeys(fromClient: Bool) -> Bool { !(fromClient ? client : server).proven.isEmpty }
    /// Bytes that are held of incomplete handshake messages.
    public var bufferedBytes: Int { client.messages.bufferedBytes + server.messages.bufferedBytes }

    /// The reason in its keys why not all of a connection was opened.
    public func reason(_ secrets: SessionSecrets) -> SealedReason? {
        negotiation.reason(secrets, opensNothing: source == nil)
    }

    /// Takes a record.
    ///
    /// - Parameters:
    ///   - header: The header of the record.
    ///   - fragment: The bytes after the record's header.
    ///   - fromClient: Whether the client sent it.
    ///   - secrets: Everything that may open it.
    ///   - isLast: Whether nothing more comes, so that nothing can wait.
    public mutating func open(
        _ header: DTLSRecordHeader, _ fragment: Span<UInt8>, fromClient: Bool, _ secrets: SessionSecrets,
        isLast: Bool = false
    ) -> Outcome {
        guard header.epoch > 0 else {
            if header.contentType == .handshake { take(fragment, fromClient: fromClient, isSealed: false) }
            return .clear
        }
        let number = TLS12RecordProtection.number(epoch: header.epoch, sequenceNumber: header.sequenceNumber)
        let known = (fromClient ? client : server).proven[header.epoch]
        if known == nil { lookUp(fromClient, secrets) }
        let keys = known.map { [$0] } ?? (fromClient ? client : server).candidates
        for (protection, source) in keys {
            guard
                let content = try? protection.open(
                    fragment, contentType: header.contentType, version: header.version, number: number)
            else { continue }
            self.source = min(self.source ?? source, source)
            settle((protection, source), header.epoch, fromClient: fromClient)
            // A later handshake is sealed by the keys of the one before.
            if header.contentType == .handshake { take(content.span, fromClient: fromClient, isSealed: true) }
            return .opened(contentType: header.contentType, content: content)
        }
        guard !isLast, known == nil else { return .sealed }
        // A fragment of the key exchange, or the hellos of a later handshake, may still be on their way.
        let mayCome =
            header.epoch == 1 ? keys.isEmpty && negotiation.mayGetSessionKeys(secrets) : mayRenegotiate(secrets)
        return mayCome ? .waiting : .sealed
    }

    /// Whether the hellos of a later handshake may come: they are sealed themselves by the keys of the one before.
    private func mayRenegotiate(_ secrets: SessionSecrets) -> Bool {
        !negotiation.isCipherUnknown
            && (source != nil || secrets.isGrowing || negotiation.mayGetSessionKeys(secrets))
    }

    private mutating func settle(_ keys: Keys, _ epoch: UInt16, fromClient: Bool) {
        if (fromClient ? client : server).proven[epoch] == nil { revision += 1 }
        if fromClient {
            Self.settle(keys, epoch, &client)
        } else {
            Self.settle(keys, epoch, &server)
        }
    }

    private static func settle(_ keys: Keys, _ epoch: UInt16, _ side: inout Side) {
        guard side.proven[epoch] == nil else { return }
        if side.proven.count == maximumEpochs, let oldest = side.proven.keys.min() { side.proven[oldest] = nil }
        side.proven[epoch] = keys
        side.candidates = [keys]
    }

    private mutating func take(_ content: Span<UInt8>, fromClient: Bool, isSealed: Bool) {
        if fromClient, isNewHello(content) {
            // Outside of the records of a connection a hello begins another one, whose epochs count anew.
            if !isSealed { (client, server) = (Side(), Side()) }
            client.messages.begin()
            server.messages.begin()
        }
        let whole = fromClient ? client.messages.append(content) : server.messages.append(content)
        for (number, message) in whole {
            negotiation.note(message, fromClient: fromClient, number: number)
            revision += 1
            (client.lookup, server.lookup) = (nil, nil)
        }
    }

    /// Whether a client begins another handshake: its hello has another random.
    private func isNewHello(_ content: Span<UInt8>) -> Bool {
        var reader = ByteReader(content)
        guard let known = negotiation.clientRandom, let header = try? DTLSHandshakeHeader(parsing: &reader),
            header.type == .clientHello, header.fragmentLength == header.length,
            let hello = try? ClientHello(parsing: &reader, isDatagram: true)
        else { return false }
        return hello.random != known
    }

    private mutating func lookUp(_ fromClient: Bool, _ secrets: SessionSecrets) {
        guard (fromClient ? client : server).lookup != secrets.entryVersion else { return }
        let keys = negotiation.sessionKeys(secrets)
        if fromClient {
            client.lookup = secrets.entryVersion
            client.candidates = keys.map { ($0.keys.client, $0.source) }
        } else {
            server.lookup = secrets.entryVersion
            server.candidates = keys.map { ($0.keys.server, $0.source) }
        }
    }
}
