import TestSupport
import Testing
import WireCoding
@testable import SealedChannels

/// From hellos and a shared key to data.
@Suite struct SharedKeySessionTests {
    private static let early = TLS13KeySchedule(hash: .sha256, preSharedKey: SecretBytes(SharedKeySession.key))

    private static func fragment(_ record: [UInt8]) -> [UInt8] { Array(record.dropFirst(TLSRecordHeader.size)) }

    private static func open(
        _ record: [UInt8], _ secret: TLS13TrafficSecret, number: UInt64
    ) throws -> TLS13RecordProtection.OpenedRecord {
        try #require(secret.protection(.aesGCM(keySize: 16))).open(fragment(record), number: number)
    }

    @Test func theBinderProvesTheKey() throws {
        let hello = Self.fragment(SharedKeySession.client[0])
        var reader = ByteReader(hello.span.extracting(4..<hello.count))
        let content = try #require(ClientHello(parsing: &reader).extensions?[.preSharedKey])
        var offer = ByteReader(content.span)
        let offered = try TLSOfferedPreSharedKeys(parsing: &offer)
        #expect(offered.identities.map(\.identity) == [Array("Client_identity".utf8)])
        var transcript = TLSTranscript()
        transcript.append(Array(hello.dropLast(offered.bindersSize)))
        let binder = Self.early.binder(isExternal: true, transcriptHash: transcript.hash(.sha256))
        #expect(offered.binders.map { SecretBytes($0) } == [binder])
    }

    @Test func theKeyOpensTheSession() throws {
        let (client, server) = (SharedKeySession.client, SharedKeySession.server)
        var transcript = TLSTranscript()
        transcript.append(Self.fragment(client[0]))
        transcript.append(Self.fragment(server[0]))

        let stage = Self.early.handshake(sharedSecret: nil)
        let toServerHello = transcript.hash(.sha256)
        let serverHandshake = stage.serverHandshakeTraffic(transcriptHash: toServerHello)
        let clientHandshake = stage.clientHandshakeTraffic(transcriptHash: toServerHello)
        #expect(serverHandshake.secret == SecretBytes(SharedKeySession.serverHandshakeTraffic))
        #expect(clientHandshake.secret == SecretBytes(SharedKeySession.clientHandshakeTraffic))

        transcript.append(try Self.open(server[1], serverHandshake, number: 0).content)
        let serverFinished = try Self.open(server[2], serverHandshake, number: 1).content
        #expect(
            SecretBytes(Array(serverFinished.dropFirst(4)))
                == serverHandshake.verifyData(transcriptHash: transcript.hash(.sha256)))
        transcript.append(serverFinished)
        let toServerFinished = transcript.hash(.sha256)
        let clientTraffic = stage.master.clientTraffic(transcriptHash: toServerFinished)
        #expect(clientTraffic.secret == SecretBytes(SharedKeySession.clientTraffic))
        #expect(
            stage.master.serverTraffic(transcriptHash: toServerFinished).secret
                == SecretBytes(SharedKeySession.serverTraffic))

        #expect(try Self.open(client[1], clientHandshake, number: 0).contentType == .handshake)
        let text = try Self.open(client[2], clientTraffic, number: 0)
        #expect(text.contentType == .applicationData)
        #expect(text.content == Array("hello psk_ke\n".utf8))
    }
}
