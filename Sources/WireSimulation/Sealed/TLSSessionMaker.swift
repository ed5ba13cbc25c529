import SealedChannels
import WireCoding
import WireTesting

/// What makers of TLS 1.2 and TLS 1.3 have in common.
protocol TLSSessionMaker {
    var random: SeededGenerator { get set }
    var session: SealedTLSSession { get set }
    var isExtreme: Bool { get }
}

extension TLSSessionMaker {
    /// A message with its header.
    func message(_ type: TLSHandshakeType, _ body: [UInt8]) -> [UInt8] {
        [type.rawValue, UInt8(body.count >> 16), UInt8(body.count >> 8 & 255), UInt8(body.count & 255)] + body
    }

    /// Adds a record that is not sealed.
    mutating func addPlain(
        _ type: TLSContentType, _ content: [UInt8], fromClient: Bool, version: TLSVersion = .tls12
    ) {
        session.records.append(
            SealedTLSSession.Record(
                fromClient: fromClient, bytes: record(type, version, content), keys: .none, contentType: type,
                content: content))
    }

    func record(_ type: TLSContentType, _ version: TLSVersion, _ fragment: [UInt8]) -> [UInt8] {
        written {
            TLSRecordHeader(contentType: type, version: version, length: UInt16(fragment.count)).serialize(into: &$0)
            $0.writeBytes(fragment)
        }
    }

    /// A record's share of the application's bytes.
    mutating func data() -> [UInt8] {
        let count =
            isExtreme
            ? random.pick([0, 1, random.number(in: 2...64), random.number(in: 65...2000), 1 << 14])
            : random.number(in: 1...400)
        return random.bytes(count)
    }

    /// Cuts handshake messages into the contents of records, which they span or share.
    mutating func cut(_ messages: [UInt8]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = messages[...]
        while !rest.isEmpty {
            let count = random.chance(1, in: 2) ? rest.count : random.number(in: 1...rest.count)
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}

func written(_ body: (inout ByteWriter) throws -> Void) rethrows -> [UInt8] {
    var writer = ByteWriter()
    try body(&writer)
    return writer.bytes
}

/// Makes sessions of TLS 1.3.
struct TLS13SessionMaker: TLSSessionMaker {
    var random: SeededGenerator
    var session: SealedTLSSession
    var isExtreme = false
    /// Whether the client's early data is accepted; nil without any.
    var early: Bool?
    var asksForAnotherHello = false
    /// How often each end changes its keys.
    var updates = 0

    private typealias Record = SealedTLSSession.Record

    /// The keys of a direction at a stage.
    private struct Keys {
        var secret: TLS13TrafficSecret
        var number: UInt64 = 0
    }

    private let parameters: TLSCipherSuiteParameters
    private var keys: [KeyLogLabel: Keys] = [:]

    init(_ random: SeededGenerator, suite: UInt16) {
        self.random = random
        let suite = TLSCipherSuite(rawValue: suite)
        parameters = unfailing { suite.parameters }
        session = SealedTLSSession(version: .tls13, suite: suite, clientRandom: [])
    }

    mutating func make() -> SealedTLSSession {
        session.clientRandom = random.bytes(32)
        for label in KeyLogLabel.allCases where label != .masterSecret && (label != .clientEarlyTraffic || early != nil)
        {
            let secret = SecretBytes(random.bytes(parameters.hash.byteCount))
            session.entries.append(
                KeyLogEntry(label: label, clientRandom: session.clientRandom, secret: secret))
            keys[label] = Keys(secret: TLS13TrafficSecret(secret, hash: parameters.hash))
        }
        random.shuffle(&session.entries)
        session.acceptsEarlyData = early
        addHandshake()
        addData()
        return session
    }

    private mutating func addHandshake() {
        let sessionID = random.pick([[], random.bytes(32)])
        addHello(sessionID, version: .tls10)
        if !sessionID.isEmpty { addPlain(.changeCipherSpec, [1], fromClient: true) }
        if early != nil {
            for _ in 0..<random.number(in: 1...3) { addSealed(.applicationData, data(), .clientEarlyTraffic) }
        }
        if asksForAnotherHello {
            addAnswer(sessionID, random: Self.retryRandom)
            addHello(sessionID, version: .tls12)
        }
        addAnswer(sessionID, random: random.bytes(32))
        if !sessionID.isEmpty { addPlain(.changeCipherSpec, [1], fromClient: false) }
        var messages = message(.encryptedExtensions, early == true ? [0, 4, 0, 42, 0, 0] : [0, 0])
        if early == nil { messages += message(.certificate, random.bytes(random.number(in: 100...900))) }
        messages += message(.finished, random.bytes(parameters.hash.byteCount))
        for piece in cut(messages) { addSealed(.handshake, piece, .serverHandshakeTraffic) }
        // A server need not wait for the client's Finished.
        if random.chance(1, in: 4) { addSealed(.applicationData, data(), .serverTraffic) }
        if early == true { addSealed(.handshake, message(.endOfEarlyData, []), .clientEarlyTraffic) }
        for piece in cut(message(.finished, random.bytes(parameters.hash.byteCount))) {
            addSealed(.handshake, piece, .clientHandshakeTraffic)
        }
        for _ in 0..<random.number(in: 0...2) {
            addSealed(.handshake, message(.newSessionTicket, random.bytes(random.number(in: 60...250))), .serverTraffic)
        }
    }

    private mutating func addData() {
        var updates = [KeyLogLabel.clientTraffic: self.updates, .serverTraffic: self.updates]
        for _ in 0..<random.number(in: 4...16) {
            let label: KeyLogLabel = random.pick([.clientTraffic, .serverTraffic])
            addSealed(.applicationData, data(), label)
            guard let left = updates[label], left > 0, random.chance(1, in: 2) else { continue }
            updates[label] = left - 1
            addSealed(.handshake, message(.keyUpdate, [0]), label)
            if let next = keys[label]?.secret.next { keys[label] = Keys(secret: next) }
        }
        for label in [KeyLogLabel.clientTraffic, .serverTraffic] { addSealed(.alert, [1, 0], label) }
    }

    private mutating func addHello(_ sessionID: [UInt8], version: TLSVersion) {
        var extensions = [
            TLSExtension(type: .supportedVersions, content: [4, 3, 4, 3, 3]),
            TLSExtension(type: .keyShare, content: [0, 36, 0, 29, 0, 32] + random.bytes(32)),
        ]
        if early != nil {
            extensions.append(TLSExtension(type: .earlyData, content: []))
            // A ticket, with its age and its binder.
            let ticket = random.bytes(40)
            extensions.append(
                TLSExtension(
                    type: .preSharedKey,
                    content: [0, 46, 0, 40] + ticket + random.bytes(4) + [0, 33, 32] + random.bytes(32)))
        }
        let hello = ClientHello(
            random: session.clientRandom, sessionID: sessionID,
            cipherSuites: [0x1302, 0x1303, 0x1301, 0x1304, 0x1305].map(TLSCipherSuite.init(rawValue:)),
            extensions: extensions)
        let body = unfailing { try hello.serialized() }
        addPlain(.handshake, message(.clientHello, body), fromClient: true, version: version)
    }

    private mutating func addAnswer(_ sessionID: [UInt8], random serverRandom: [UInt8]) {
        let isRetry = serverRandom == Self.retryRandom
        let share = isRetry ? [0, 29] : [0, 29, 0, 32] + random.bytes(32)
        let answer = ServerHello(
            random: serverRandom, sessionID: sessionID, cipherSuite: session.suite,
            extensions: [
                TLSExtension(type: .supportedVersions, content: [3, 4]), TLSExtension(type: .keyShare, content: share),
            ])
        addPlain(.handshake, message(.serverHello, unfailing { try answer.serialized() }), fromClient: false)
    }

    private mutating func addSealed(_ type: TLSContentType, _ content: [UInt8], _ label: KeyLogLabel) {
        guard var keys = keys[label] else { return }
        let room = (1 << 14) - content.count
        let padding = isExtreme && random.chance(1, in: 3) ? random.number(in: 0...min(300, room)) : 0
        let fragment = unfailing {
            try keys.secret.protection(parameters.cipher)?.seal(
                content, contentType: type, paddingLength: padding, number: keys.number)
        }
        keys.number += 1
        self.keys[label] = keys
        let stage: Record.Keys =
            switch label {
            case .clientEarlyTraffic: .early
            case .clientHandshakeTraffic, .serverHandshakeTraffic: .handshake
            default: .application
            }
        session.records.append(
            Record(
                fromClient: label != .serverTraffic && label != .serverHandshakeTraffic,
                bytes: record(.applicationData, .tls12, fragment), keys: stage, contentType: type, content: content))
    }

    /// SHA-256 of "HelloRetryRequest" (RFC 8446 §4.1.3).
    private static let retryRandom: [UInt8] = [
        0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91, 0xC2, 0xA2,
        0x11, 0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
    ]
}

/// Makes sessions of TLS 1.2.
struct TLS12SessionMaker: TLSSessionMaker {
    var random: SeededGenerator
    var session: SealedTLSSession
    var isExtreme = false
    var isResumed = false
    /// How many there are, all but the first inside sealed records.
    var handshakes = 1

    /// The keys of a direction.
    private struct Keys {
        var protection: TLS12RecordProtection
        var number: UInt64 = 0
        /// Of the next explicit nonce.
        var nonce: UInt64
    }

    private let parameters: TLSCipherSuiteParameters
    private var client: Keys?
    private var server: Keys?

    init(_ random: SeededGenerator, suite: UInt16) {
        self.random = random
        let suite = TLSCipherSuite(rawValue: suite)
        parameters = unfailing { suite.parameters }
        session = SealedTLSSession(version: .tls12, suite: suite, clientRandom: [])
    }

    mutating func make() -> SealedTLSSession {
        for handshake in 0..<handshakes {
            // A server may ask for a second one, which the client answers when it likes.
            if handshake > 0, random.chance(1, in: 2) { add(.handshake, message(.helloRequest, []), fromClient: false) }
            addHandshake()
            for _ in 0..<random.number(in: 2...10) {
                add(.applicationData, data(), fromClient: random.chance(1, in: 2))
            }
        }
        for fromClient in [true, false] { add(.alert, [1, 0], fromClient: fromClient) }
        return session
    }

    private mutating func addHandshake() {
        let clientRandom = random.bytes(32)
        let serverRandom = random.bytes(32)
        if session.clientRandom.isEmpty { session.clientRandom = clientRandom }
        let master = SecretBytes(random.bytes(48))
        session.entries.append(KeyLogEntry(label: .masterSecret, clientRandom: clientRandom, secret: master))
        let encryptThenMAC = random.chance(1, in: 2)
        let extensions =
            (encryptThenMAC ? [TLSExtension(type: .encryptThenMAC, content: [])] : [])
            + (random.chance(3, in: 4) ? [TLSExtension(type: .extendedMasterSecret, content: [])] : [])
        let sessionID = isResumed ? random.bytes(32) : []
        let hello = ClientHello(
            random: clientRandom, sessionID: sessionID, cipherSuites: [session.suite], extensions: extensions)
        let answer = ServerHello(
            random: serverRandom, sessionID: sessionID, cipherSuite: session.suite, extensions: extensions)
        let keys = unfailing {
            TLS12SessionKeys(
                master: master, clientRandom: clientRandom, serverRandom: serverRandom, parameters: parameters,
                encryptThenMAC: encryptThenMAC)
        }
        add(.handshake, message(.clientHello, unfailing { try hello.serialized() }), fromClient: true)
        var flight = message(.serverHello, unfailing { try answer.serialized() })
        if !isResumed {
            if parameters.keyExchange != .psk { flight += message(.certificate, random.bytes(300)) }
            flight += message(.serverHelloDone, [])
        }
        for piece in cut(flight) { add(.handshake, piece, fromClient: false) }
        if !isResumed {
            let exchange = parameters.keyExchange.hasIdentity ? [0, 4] + Array("lamp".utf8) : [32] + random.bytes(32)
            add(.handshake, message(.clientKeyExchange, exchange), fromClient: true)
        }
        for fromClient in isResumed ? [false, true] : [true, false] {
            add(.changeCipherSpec, [1], fromClient: fromClient)
            let new = Keys(protection: fromClient ? keys.client : keys.server, nonce: random.next())
            if fromClient { client = new } else { server = new }
            add(.handshake, message(.finished, random.bytes(12)), fromClient: fromClient)
        }
    }

    /// Adds a record, which is sealed once its direction has keys.
    private mutating func add(_ type: TLSContentType, _ content: [UInt8], fromClient: Bool) {
        guard var keys = fromClient ? client : server else {
            return addPlain(type, content, fromClient: fromClient)
        }
        let explicitPart: [UInt8] =
            switch keys.protection.explicitPartSize {
            case 0: []
            case 8: (0..<8).map { UInt8(truncatingIfNeeded: keys.nonce >> UInt64(56 - 8 * $0)) }
            default: random.bytes(keys.protection.explicitPartSize)
            }
        let fragment = unfailing {
            try keys.protection.seal(content, contentType: type, number: keys.number, explicitPart: explicitPart)
        }
        keys.number += 1
        keys.nonce &+= 1
        if fromClient { client = keys } else { server = keys }
        session.records.append(
            SealedTLSSession.Record(
                fromClient: fromClient, bytes: record(type, .tls12, fragment), keys: .application, contentType: type,
                content: content))
    }
}
