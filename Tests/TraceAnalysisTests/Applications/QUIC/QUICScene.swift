import ApplicationProtocols
import PacketCapture
import SealedChannels
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// A connection of QUIC from Anna to Bert, sealed by secrets that the test has: both hellos, then what the test wants.
struct QUICScene {
    private static let random = [UInt8](repeating: 1, count: 32)
    private static let original: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    static let clientID = [UInt8](repeating: 0xC1, count: 8)
    static let serverID = [UInt8](repeating: 0x51, count: 8)
    private static let suite = TLSCipherSuite(rawValue: 0x1301)

    private(set) var capture = SyntheticCapture()
    private var time: Int64 = 0
    private var numbers = (client: UInt64(0), server: UInt64(0))
    private let initial: QUICInitialKeys
    private let client: QUICPacketProtection
    private let server: QUICPacketProtection

    /// - Parameters:
    ///   - answers: Whether the server says hello.
    ///   - isWhole: Whether the client's first packet was captured.
    init(protocols: [String] = ["mesh"], answers: Bool = true, isWhole: Bool = true) throws {
        initial = QUICInitialKeys(version: .v1, destinationConnectionID: Self.original)!
        client = try QUICPacketProtection(secret: Self.secret(2), suite: Self.suite, version: .v1)
        server = try QUICPacketProtection(secret: Self.secret(3), suite: Self.suite, version: .v1)
        let names = protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        var hello = ByteWriter()
        try ClientHello(
            random: Self.random, cipherSuites: [Self.suite],
            extensions: [
                TLSExtension(type: .supportedVersions, content: [2, 3, 4]),
                TLSExtension(
                    type: .applicationLayerProtocolNegotiation, content: [0, UInt8(names.count)] + names),
            ]
        ).serialize(into: &hello)
        try sendInitial([try Self.crypto(.clientHello, hello.bytes), .padding(1100)], fromClient: true)
        if !isWhole { capture = SyntheticCapture() }
        guard answers else { return }
        var answer = ByteWriter()
        try ServerHello(
            random: [UInt8](repeating: 9, count: 32), cipherSuite: Self.suite,
            extensions: [
                TLSExtension(type: .supportedVersions, content: [3, 4]),
                TLSExtension(type: .keyShare, content: [0, 29, 0, 1, 0]),
            ]
        ).serialize(into: &answer)
        // The first packet of a capture is known for QUIC by its size.
        try sendInitial(
            [try Self.crypto(.serverHello, answer.bytes)] + (isWhole ? [] : [.padding(1150)]), fromClient: false)
    }

    private static func secret(_ number: UInt8) -> SecretBytes { SecretBytes([UInt8](repeating: number, count: 32)) }

    /// A number in the smallest width that it fits in.
    static func number(_ value: UInt64) -> QUICVariableInteger { QUICVariableInteger(value)! }

    private static func crypto(_ type: TLSHandshakeType, _ body: [UInt8]) throws -> QUICOwnedFrame {
        .crypto(
            offset: number(0), lengthWidth: .two,
            data: [type.rawValue, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body)
    }

    static func close(_ code: UInt64, frameType: UInt64?, _ text: String = "") -> QUICOwnedFrame {
        .connectionClose(
            QUICOwnedFrame.ConnectionClose(
                errorCode: number(code), frameType: frameType.map(number), reasonLengthWidth: .one,
                reason: Array(text.utf8)))
    }

    /// A datagram between two other hosts.
    mutating func sendForeign(_ payload: [UInt8]) throws {
        try capture.append(
            udpFrom: 6000, to: 6001, payload: payload, from: SyntheticHost(number: 7), to: SyntheticHost(number: 8),
            at: time)
        time += 10_000_000
    }

    mutating func sendInitial(_ frames: [QUICOwnedFrame], fromClient: Bool) throws {
        let header = QUICPacketHeader(
            firstByte: 0xC0, version: .v1, destinationConnectionID: fromClient ? Self.original : Self.clientID,
            sourceConnectionID: fromClient ? Self.clientID : Self.serverID,
            fields: .initial(token: [], tokenLengthWidth: .one, length: QUICVariableInteger(0, width: .two)!))
        try send(
            header, frames, by: fromClient ? initial.client : initial.server, fromClient: fromClient,
            port: 50_000)
    }

    /// Sends a packet of data.
    ///
    /// - Parameters:
    ///   - port: Of the client.
    ///   - id: The server's, to which a client sends.
    ///   - isDamaged: Whether one bit of it is not what was sealed.
    mutating func send(
        _ frames: [QUICOwnedFrame], fromClient: Bool, port: UInt16 = 50_000, to id: [UInt8] = QUICScene.serverID,
        isDamaged: Bool = false
    ) throws {
        let header = QUICPacketHeader(
            firstByte: 0x40, version: nil, destinationConnectionID: fromClient ? id : Self.clientID, fields: .short)
        // With padding, so that there is enough to sample.
        try send(
            header, frames + [.padding(4)], by: fromClient ? client : server, fromClient: fromClient, port: port,
            isDamaged: isDamaged)
    }

    private mutating func send(
        _ header: QUICPacketHeader, _ frames: [QUICOwnedFrame], by protection: QUICPacketProtection, fromClient: Bool,
        port: UInt16, isDamaged: Bool = false
    ) throws {
        var payload = ByteWriter()
        for frame in frames { try frame.serialize(into: &payload) }
        var datagram = ByteWriter()
        let number = fromClient ? numbers.client : numbers.server
        try protection.seal(header, number: number, numberLength: 2, payload: payload.bytes, into: &datagram)
        if fromClient { numbers.client += 1 } else { numbers.server += 1 }
        let (anna, bert) = (SyntheticTrace.anna, SyntheticTrace.bert)
        var bytes = datagram.bytes
        if isDamaged { bytes[bytes.count - 1] ^= 1 }
        try capture.append(
            udpFrom: fromClient ? port : 4433, to: fromClient ? 4433 : port, payload: bytes,
            from: fromClient ? anna : bert, to: fromClient ? bert : anna, at: time)
        time += 10_000_000
    }

    /// - Parameters:
    ///   - hasKeys: Whether the analyzer is given the secrets.
    ///   - ends: Those of how many ends: the client's first.
    ///   - applications: Those that read what is inside, beside the built-in ones.
    func report(
        hasKeys: Bool = true, ofEnds ends: Int = 2, applications: [any ApplicationProtocol] = []
    ) async throws -> TraceReport {
        var analyzer = analyzer(hasKeys: hasKeys, ofEnds: ends)
        analyzer.applications = applications
        return try await analyzer.analyze(CaptureFile.open(bytes: capture.bytes))
    }

    /// - Parameters:
    ///   - hasKeys: Whether it is given the secrets.
    ///   - ends: Those of how many ends: the client's first.
    func analyzer(hasKeys: Bool = true, ofEnds ends: Int = 2) -> TraceAnalyzer {
        var analyzer = TraceAnalyzer(workers: 1)
        if hasKeys {
            var log = KeyLog()
            let secrets: [(KeyLogLabel, UInt8)] = [(.clientTraffic, 2), (.serverTraffic, 3)]
            for (label, number) in secrets.prefix(ends) {
                log.insert(KeyLogEntry(label: label, clientRandom: Self.random, secret: Self.secret(number)))
            }
            analyzer.secrets = SessionSecrets(log: log)
        }
        return analyzer
    }

    func findings(hasKeys: Bool = true) async throws -> [Finding] { try await report(hasKeys: hasKeys).findings }
}
