import WireCoding

/// What both ends of TLS or DTLS agreed on, as far as keys depend on it.
struct TLSNegotiation: Sendable {
    /// Bytes of messages that are kept for their hash.
    private static let maximumTranscript = 1 << 16

    private let isDatagram: Bool
    private(set) var client: ClientHello?
    /// The last one: a request for another hello is replaced by what follows it.
    private(set) var server: ServerHello?
    /// The key that both ends use, as the client names it (TLS 1.2), or the server chose (TLS 1.3).
    private(set) var sharedIdentity: TLSOfferedPreSharedKeys.Identity?
    /// All messages but those after the client's key exchange, each with whether it is the client's, in the order of the
    /// handshake; nil where one of them is missing.
    private var messages: [(fromClient: Bool, number: UInt16, message: TLSHandshakeMessage)]? = []
    private var keptBytes = 0
    private var isExchanged = false
    /// Whether the end of the client's hello is missing, so that it is not known what it offers.
    private(set) var isHelloCut = false

    init(isDatagram: Bool = false) { self.isDatagram = isDatagram }

    var clientRandom: [UInt8]? { client?.random }
    /// Those of all handshakes of the connection, sealed ones too, each once; further ones are left out.
    private(set) var clientRandoms: [[UInt8]] = []
    private static let maximumRandoms = 16

    private mutating func note(random: [UInt8]) {
        guard clientRandoms.count < Self.maximumRandoms, !clientRandoms.contains(random) else { return }
        clientRandoms.append(random)
    }

    var version: TLSVersion? { server?.version }
    var isTLS13: Bool { version == .tls13 }
    /// Nil before the server chose, and for a suite that is not opened here.
    var parameters: TLSCipherSuiteParameters? { server?.cipherSuite.parameters }
    /// Whether the server's choice is known, and it is none that is opened here: older versions make their keys otherwise
    /// (RFC 4346 §5).
    var isCipherUnknown: Bool {
        guard let version else { return false }
        return parameters == nil || ![.tls12, .tls13, .dtls12].contains(version)
    }
    /// Whether the client has sent data that only the server's answer can accept.
    var offersEarlyData: Bool { client?.extensions?[.earlyData] != nil }
    /// Whether a Diffie-Hellman secret, or one that is sent encrypted, is added to the shared key.
    var exchangesMore: Bool {
        isTLS13 ? server?.extensions?[.keyShare] != nil : parameters?.keyExchange != .psk
    }

    /// A message is missing.
    mutating func miss() { messages = nil }

    /// Takes the beginning of a hello whose end is missing: the random, by which keys are found, comes early.
    mutating func note(beginning content: Span<UInt8>, fromClient: Bool) {
        var reader = ByteReader(content)
        guard let type = try? reader.readUInt8("TLS handshake type"),
            (try? reader.skip(3, "TLS message length")) != nil,
            let version = try? reader.readUInt16("TLS legacy version"),
            let random = try? reader.readBytes(TLSHello.randomSize, "TLS random")
        else { return }
        switch TLSHandshakeType(rawValue: type) {
        case .clientHello where fromClient && client == nil:
            client = ClientHello(
                legacyVersion: TLSVersion(rawValue: version), random: random, cipherSuites: [], extensions: nil)
            isHelloCut = true
            note(random: random)
        case .serverHello where !fromClient && server == nil:
            guard let id = try? TLSHello.readSessionID(&reader), let suite = try? reader.readUInt16("TLS cipher suite")
            else { return }
            let isNew = suite >> 8 == 0x13
            server = ServerHello(
                legacyVersion: isNew ? .tls13 : TLSVersion(rawValue: version), random: random, sessionID: id,
                cipherSuite: TLSCipherSuite(rawValue: suite), extensions: nil)
        default: return
        }
    }

    /// Takes a message, sealed or not.
    ///
    /// - Parameter number: In DTLS, the number that its sender gave it.
    mutating func note(_ message: TLSHandshakeMessage, fromClient: Bool, number: UInt16 = 0) {
        var reader = ByteReader(message.body.span)
        switch message.type {
        case .clientHello where fromClient:
            guard let hello = try? ClientHello(parsing: &reader, isDatagram: isDatagram) else { return }
            begin(hello)
        case .serverHello where !fromClient:
            guard let hello = try? ServerHello(parsing: &reader) else { return }
            server = hello
            noteChosenKey()
        // It is no part of a handshake (RFC 5246 §7.4.1.1).
        case .helloRequest: return
        case .helloVerifyRequest:
            (messages, keptBytes) = ([], 0)
            return
        case .clientKeyExchange where fromClient && parameters?.keyExchange.hasIdentity == true:
            guard let exchange = try? PSKClientKeyExchange(parsing: &reader) else { return }
            sharedIdentity = .init(identity: exchange.identity)
        default: break
        }
        keep(message, fromClient: fromClient, number: number)
        if message.type == .clientKeyExchange { isExchanged = true }
    }

    private mutating func begin(_ hello: ClientHello) {
        // A second hello that answers a request goes on; any other one begins anew, under the keys of before. The first one
        // may be in the capture behind what answers it.
        if client != nil, server?.isHelloRetryRequest != true {
            server = nil
            sharedIdentity = nil
            (messages, keptBytes) = ([], 0)
        }
        isExchanged = false
        client = hello
        note(random: hello.random)
        noteChosenKey()
    }

    private mutating func noteChosenKey() {
        guard isTLS13, let chosen = server?.extensions?[.preSharedKey], chosen.count == 2,
            let content = client?.extensions?[.preSharedKey]
        else { return }
        var reader = ByteReader(content.span)
        let index = Int(chosen.span.bigEndianUInt16(at: 0))
        guard let offered = try? TLSOfferedPreSharedKeys(parsing: &reader), index < offered.identities.count
        else { return }
        sharedIdentity = offered.identities[index]
    }

    private mutating func keep(_ message: TLSHandshakeMessage, fromClient: Bool, number: UInt16) {
        guard !isExchanged, messages != nil else { return }
        keptBytes += message.body.count
        guard keptBytes <= Self.maximumTranscript else {
            messages = nil
            return
        }
        messages?.append((fromClient, number, message))
    }

    /// The name of the shared key, if it is a text and no ticket.
    var identityText: String? {
        guard let sharedIdentity, sharedIdentity.obfuscatedTicketAge == 0 else { return nil }
        return String(validUTF8: sharedIdentity.identity)
    }

    // MARK: - Transcripts

    /// The hash of TLS 1.2's messages up to and with the client's key exchange; nil if one of them is missing.
    func sessionHash(_ hash: TLSHash) -> [UInt8]? {
        guard let messages, isExchanged, messages.contains(where: { $0.message.type == .serverHelloDone })
        else { return nil }
        // Whatever order they came in: the client answers what the server has said to its end, and what follows the key
        // exchange is no part of the hash.
        let later: Set<TLSHandshakeType> = [.certificateVerify, .newSessionTicket, .finished]
        let early = messages.filter { !later.contains($0.message.type) }
        let flights = [
            early.filter { $0.message.type == .clientHello }, early.filter { !$0.fromClient },
            early.filter { $0.fromClient && $0.message.type != .clientHello },
        ]
        var transcript = TLSTranscript()
        for flight in flights {
            for (_, number, message) in isDatagram ? flight.sorted(by: { $0.number < $1.number }) : flight {
                if isDatagram {
                    transcript.appendDatagramMessage(message.type, messageNumber: number, body: message.body.span)
                } else {
                    transcript.append(message.type, body: message.body.span)
                }
            }
        }
        return transcript.hash(hash)
    }

    /// The hash of TLS 1.3's messages up to a message of the server; nil if one of them is missing.
    func transcriptHash(upTo last: TLSHandshakeType, _ hash: TLSHash) -> [UInt8]? {
        guard let messages else { return nil }
        var transcript = TLSTranscript()
        let hellos = messages.filter { $0.message.type == .clientHello }
        let servers = messages.filter { !$0.fromClient }
        var rest = hellos[...]
        guard let first = rest.popFirst() else { return nil }
        transcript.append(first.message.type, body: first.message.body.span)
        for (_, _, message) in servers {
            var reader = ByteReader(message.body.span)
            if message.type == .serverHello, (try? ServerHello(parsing: &reader))?.isHelloRetryRequest == true {
                guard let second = rest.popFirst() else { return nil }
                transcript.replaceByMessageHash(hash)
                transcript.append(message.type, body: message.body.span)
                transcript.append(second.message.type, body: second.message.body.span)
                continue
            }
            transcript.append(message.type, body: message.body.span)
            if message.type == last { return transcript.hash(hash) }
        }
        return nil
    }

    /// The hash of the client's first hello, for early data.
    func helloHash(_ hash: TLSHash) -> [UInt8]? {
        guard let hello = messages?.first(where: { $0.message.type == .clientHello }) else { return nil }
        var transcript = TLSTranscript()
        transcript.append(.clientHello, body: hello.message.body.span)
        return transcript.hash(hash)
    }
}
