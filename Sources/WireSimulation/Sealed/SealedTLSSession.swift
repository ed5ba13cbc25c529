import SealedChannels
import WireTesting

/// A TLS session whose secrets are known: what both ends sent, and what is inside.
///
///     let session = Generator<SealedTLSSession>.plausible.value(seed: 1, number: 0)
///     var reading = TLSConnectionReading(SessionSecrets(log: session.log))
///     for record in session.records { reading.append(record.bytes, fromClient: record.fromClient) }
///     reading.plaintext(fromClient: true) == session.plaintext(fromClient: true)
///
/// The hellos are as they should be and all records authenticate, but the certificate and what proves the handshake are
/// random: no peer would accept them, and no observer can check them.
public struct SealedTLSSession: Sendable {
    /// A record.
    public struct Record: Sendable {
        /// What it is sealed with.
        @nonexhaustive
        public enum Keys: Sendable {
            /// Nothing: the record can be read by all.
            case none
            /// The keys of early data, of TLS 1.3 alone.
            case early
            /// The keys of the handshake, of TLS 1.3 alone.
            case handshake
            /// The keys of the application's data, and of what TLS 1.2 sends after the change of ciphers.
            case application
        }

        /// Whether the client sends it; else the server.
        public var fromClient: Bool
        /// With its header, as it is sent.
        public var bytes: [UInt8]
        /// What seals it.
        public var keys: Keys
        /// Of what is inside.
        public var contentType: TLSContentType
        /// What is inside.
        public var content: [UInt8]
    }

    /// The version that the hellos agree on.
    public internal(set) var version: TLSVersion
    /// The cipher suite that the server chose.
    public internal(set) var suite: TLSCipherSuite
    /// The random of the client hello, 32 bytes, by which key logs name the session.
    public internal(set) var clientRandom: [UInt8]
    /// In the order in which they are sent.
    public internal(set) var records: [Record] = []
    /// The session's secrets, as an endpoint would log them.
    public internal(set) var entries: [KeyLogEntry] = []
    /// Whether early data became part of the stream; nil where none was offered.
    public internal(set) var acceptsEarlyData: Bool?

    /// The log of its secrets.
    public var log: KeyLog {
        var log = KeyLog()
        for entry in entries { log.insert(entry) }
        return log
    }

    /// Everything that one end sends.
    public func stream(fromClient: Bool) -> [UInt8] {
        records.filter { $0.fromClient == fromClient }.flatMap(\.bytes)
    }

    /// The records of one end that are sealed.
    public func sealedRecords(fromClient: Bool) -> [Record] {
        records.filter { $0.fromClient == fromClient && $0.keys != .none }
    }

    /// The application's bytes that reach the other end, those of early data only if it accepts them.
    public func plaintext(fromClient: Bool) -> [UInt8] {
        sealedRecords(fromClient: fromClient).flatMap { record in
            record.contentType == .applicationData && (record.keys != .early || acceptsEarlyData == true)
                ? record.content : []
        }
    }
}

extension Generator where Value == SealedTLSSession {
    /// Sessions as common libraries have them, half of TLS 1.3 and half of TLS 1.2.
    public static var plausible: Generator {
        Generator { $0.chance(1, in: 2) ? tls13.next(&$0) : tls12.next(&$0) }
    }

    /// TLS 1.3 with its usual suites; some are resumed with early data, some update their keys.
    public static var tls13: Generator {
        Generator { random in
            var maker = TLS13SessionMaker(random, suite: random.pick([0x1301, 0x1302, 0x1303]))
            maker.early = random.pick([nil, nil, nil, true])
            maker.updates = random.chance(1, in: 3) ? 1 : 0
            let session = maker.make()
            random = maker.random
            return session
        }
    }

    /// TLS 1.2 with all kinds of records: AES-GCM, AES-CCM, ChaCha20-Poly1305, AES-CBC; some are resumed.
    public static var tls12: Generator {
        Generator { random in
            var maker = TLS12SessionMaker(
                random,
                suite: random.pick([0xC02B, 0xC02C, 0xCCA9, 0xC0AC, 0xC0AE, 0xC009, 0xC023, 0xC024, 0x009C]))
            maker.isResumed = random.chance(1, in: 4)
            let session = maker.make()
            random = maker.random
            return session
        }
    }

    /// What the formats just allow: every suite that can be opened; in TLS 1.3 requests for another hello, refused early
    /// data, padding, empty records and up to three updates of the keys in a row; in TLS 1.2 a second handshake inside
    /// the first one's records.
    public static var extreme: Generator {
        Generator { random in
            if random.chance(1, in: 2) {
                var maker = TLS13SessionMaker(random, suite: random.pick([0x1301, 0x1302, 0x1303, 0x1304, 0x1305]))
                maker.isExtreme = true
                maker.asksForAnotherHello = random.chance(1, in: 4)
                maker.early = maker.asksForAnotherHello ? nil : random.pick([nil, true, false])
                maker.updates = random.number(in: 0...3)
                let session = maker.make()
                random = maker.random
                return session
            }
            let suites = (0...UInt16.max).filter { TLSCipherSuite(rawValue: $0).parameters != nil && $0 >> 8 != 0x13 }
            var maker = TLS12SessionMaker(random, suite: random.pick(suites))
            maker.isExtreme = true
            maker.isResumed = random.chance(1, in: 4)
            maker.handshakes = random.pick([1, 1, 2, 3])
            let session = maker.make()
            random = maker.random
            return session
        }
    }
}

extension Generator where Value == KeyLogEntry {
    /// The secrets of sessions of TLS 1.2, TLS 1.3 and QUIC.
    public static var plausible: Generator {
        Generator { random in
            let label = random.pick(KeyLogLabel.allCases)
            let count = label == .masterSecret ? 48 : random.pick([32, 32, 48])
            return KeyLogEntry(
                label: label, clientRandom: random.bytes(KeyLogEntry.randomSize),
                secret: SecretBytes(random.bytes(count)))
        }
    }

    /// The same; many have one random, and bytes are all 0 or all 255.
    public static var extreme: Generator {
        Generator { random in
            let label = random.pick(KeyLogLabel.allCases)
            let count = label == .masterSecret ? 48 : random.pick([32, 48])
            func bytes(_ count: Int) -> [UInt8] {
                switch random.number(in: 0...3) {
                case 0: [UInt8](repeating: 0, count: count)
                case 1: [UInt8](repeating: 0xFF, count: count)
                default: random.bytes(count)
                }
            }
            return KeyLogEntry(
                label: label, clientRandom: bytes(KeyLogEntry.randomSize), secret: SecretBytes(bytes(count)))
        }
    }
}

extension Generator where Value == [UInt8] {
    /// Key logs as a file has them: the secrets of sessions, comments, blank lines, either end of line, lines with other
    /// labels, and some that are malformed.
    public static var keyLogs: Generator {
        Generator { random in
            var text: [UInt8] = []
            for _ in 0..<random.number(in: 0...8) {
                var line: [UInt8]
                switch random.number(in: 0...7) {
                case 0: line = Array("# a comment".utf8)
                case 1: line = []
                case 2: line = Array("EXPORTER_SECRET \(random.digits(64)) \(random.digits(64))".utf8)
                case 3:
                    line = Array("CLIENT_RANDOM \(random.digits(64)) \(random.digits(random.number(in: 0...100)))".utf8)
                default:
                    let entry = (random.chance(1, in: 2) ? Generator<KeyLogEntry>.plausible : .extreme).next(&random)
                    line = entry.line
                    if random.chance(1, in: 4), entry.label != .masterSecret { line = Array("QUIC_".utf8) + line }
                }
                text += line + (random.chance(1, in: 4) ? [13, 10] : [10])
            }
            return text
        }
    }
}

extension KeyLogEntry {
    /// Without its end.
    var line: [UInt8] { Array(written { serialize(into: &$0) }.dropLast()) }
}

extension SeededGenerator {
    fileprivate mutating func digits(_ count: Int) -> String {
        String((0..<count).map { _ in pick(Array("0123456789abcdefABCDEF")) })
    }
}
