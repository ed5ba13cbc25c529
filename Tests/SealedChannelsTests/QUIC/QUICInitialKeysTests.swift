import TestSupport
import Testing
import WireCoding
@testable import SealedChannels

@Suite struct QUICInitialKeysTests {
    private func packet(_ datagram: [UInt8]) throws(WireError) -> QUICPacketView {
        var reader = ByteReader(datagram.span)
        return try QUICPacketView(parsing: &reader, connectionIDLength: 0)
    }

    private let keys = QUICInitialKeys(version: .v1, destinationConnectionID: hex("8394c8f03e515708"))

    /// Outside of the expectations, which cannot hold a span.
    private func open(
        _ datagram: [UInt8], with keys: QUICInitialKeys?, fromClient: Bool = false
    ) throws(WireError) -> QUICInitialKeys.OpenedPacket? {
        keys?.open(try packet(datagram), in: datagram.span, fromClient: fromClient)
    }

    /// RFC 9001 §A.3.
    private let serverInitial = hex(
        "cf000000010008f067a5502a4262b5004075c0d95a482cd0991cd25b0aac406a5816b6394100f37a1c69797554780bb38cc5a99f5ede4cf73c"
            + "3ec2493a1839b3dbcba3f6ea46c5b7684df3548e7ddeb9c3bf9c73cc3f3bded74b562bfb19fb84022f8ef4cdd93795d77d06edbb7a"
            + "af2f58891850abbdca3d20398c276456cbc42158407dd074ee")

    @Test func opensTheServerInitialOfTheSpecification() throws {
        let opened = try #require(try open(serverInitial, with: keys))
        #expect(opened.truncatedNumber == 1)
        // An ACK of packet 0, then the server's hello from offset 0 on.
        #expect(Array(opened.payload.prefix(12)) == hex("02000000000600405a020000"))
        #expect(opened.payload.count == 99)
    }

    @Test func opensNothingWithOtherKeysOrAfterAnyChange() throws {
        #expect(try open(serverInitial, with: keys, fromClient: true) == nil)
        let other = QUICInitialKeys(version: .v1, destinationConnectionID: hex("8394c8f03e515709"))
        #expect(try open(serverInitial, with: other) == nil)
        let secondVersion = QUICInitialKeys(version: .v2, destinationConnectionID: hex("8394c8f03e515708"))
        #expect(try open(serverInitial, with: secondVersion) == nil)
        for index in serverInitial.indices {
            var changed = serverInitial
            changed[index] ^= 0x10
            // A change of the lengths is no longer a packet of this size; all others must not authenticate.
            #expect((try? open(changed, with: keys)) ?? nil == nil, "byte \(index)")
        }
    }

    @Test func aPacketThatIsCutOrTooShortIsNotOpened() throws {
        let whole = try packet(serverInitial)
        for count in stride(from: 0, to: serverInitial.count, by: 7) {
            let opened = keys?.open(whole, in: serverInitial.span.extracting(0..<count), fromClient: false)
            #expect(opened == nil)
        }
        let short = hex("c0000000010008f067a5502a4262b50013") + [UInt8](repeating: 1, count: 19)
        #expect(try open(short, with: keys) == nil)
    }

    @Test func everyKnownVersionHasKeysAndOthersHaveNone() {
        let known: [QUICVersion] = [.v1, .v2] + (27...34).map { QUICVersion(rawValue: 0xFF00_0000 | $0) }
        for version in known {
            #expect(QUICInitialKeys(version: version, destinationConnectionID: [1, 2, 3, 4, 5, 6, 7, 8]) != nil)
        }
        for version in [
            QUICVersion.negotiation, QUICVersion(rawValue: 0x1A2A_3A4A), QUICVersion(rawValue: 0xFF00_001A),
        ] {
            #expect(QUICInitialKeys(version: version, destinationConnectionID: [1]) == nil)
        }
    }

    @Test func opensVersion2OfACapture() throws {
        let datagrams = try QUICFixture.datagrams("quic-v2.yann.pcap")
        let hello = datagrams[0].payload
        let packet = try packet(hello)
        let keys = QUICInitialKeys(
            version: .v2, destinationConnectionID: Array(hello[packet.destinationConnectionID]))
        let opened = try #require(try open(hello, with: keys, fromClient: true))
        #expect(opened.truncatedNumber == 0)
        #expect(opened.payload.first == 0x06)
    }
}
