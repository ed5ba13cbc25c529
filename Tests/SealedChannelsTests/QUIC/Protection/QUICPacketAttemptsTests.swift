import Testing
import WireCoding
@testable import SealedChannels

@Suite struct QUICPacketAttemptsTests {
    private let fresh: QUICPacketOpener
    /// Behind the first packet.
    private let opener: QUICPacketOpener

    init() throws {
        let session = QUICCapturedPackets.keyUpdates
        fresh = QUICPacketOpener(
            try QUICPacketProtection(
                secret: SecretBytes(session.secret), suite: session.suite, version: session.version))
        var opener = fresh
        let (bytes, view) = try (Self.bytes(15), Self.view(15))
        _ = try opener.open(view, in: bytes.span)
        self.opener = opener
    }

    private static func bytes(_ number: UInt64) throws -> [UInt8] {
        try #require(QUICCapturedPackets.keyUpdates.packets.first { $0.number == number }).bytes
    }

    private static func view(_ number: UInt64) throws -> QUICPacketView {
        let bytes = try bytes(number)
        var input = ByteReader(bytes.span)
        return try QUICPacketView(parsing: &input, connectionIDLength: 8)
    }

    private func open(_ bytes: [UInt8], _ attempts: inout QUICPacketAttempts) -> QUICAttemptedPacket? {
        attempts.open(bytes.span)
    }

    private func attempted(_ number: UInt64) throws -> QUICAttemptedPacket {
        var attempts = try attempts()
        let attempted = try open(Self.bytes(number), &attempts)
        #expect(attempts.largestNumber == number)
        return try #require(attempted)
    }

    private func open(
        _ number: UInt64, _ bytes: [UInt8], with opener: inout QUICPacketOpener, attempted: QUICAttemptedPacket? = nil
    ) throws -> QUICOpenedPacket {
        let view = try Self.view(number)
        return try opener.open(view, in: bytes.span, attempted: attempted)
    }

    private func attempts(after known: UInt64? = nil) throws -> QUICPacketAttempts {
        try #require(opener.attempts(connectionIDLength: 8, after: known))
    }

    @Test func whatWasOpenedBeforeItsTurnIsTakenInItsTurn() throws {
        var opener = opener
        // Bytes that no keys open: the packet is not opened once more.
        var changed = try Self.bytes(17)
        changed[changed.count - 17] ^= 1
        let attempted = try attempted(17)
        let opened = try open(17, changed, with: &opener, attempted: attempted)
        #expect(opened.number == 17)
        #expect(opened.payload == QUICCapturedPackets.keyUpdates.packets.first { $0.number == 17 }?.payload)
        #expect(opener.largestNumber == 17)
    }

    @Test func damagedBytesOtherKeysAndOtherHeadersAreLeftAlone() throws {
        var damaged = try Self.bytes(17)
        damaged[damaged.count - 1] ^= 1
        let others = try [damaged, Self.bytes(18), QUICCapturedPackets.earlyData.packets[0].bytes, [], [0x40, 1, 2]]
        var attempts = try attempts()
        for other in others {
            let attempted = open(other, &attempts)
            #expect(attempted == nil)
        }
        #expect(attempts.largestNumber == 15)
    }

    @Test func thereAreNoneBeforeTheFirstPacket() {
        #expect(fresh.attempts(connectionIDLength: 8, after: nil) == nil)
    }

    @Test func whatWasOpenedOfAnotherPacketIsNotTaken() throws {
        var opener = opener
        let attempted = try attempted(17)
        let opened = try open(18, Self.bytes(18), with: &opener, attempted: attempted)
        #expect(opened.number == 18 && opener.keyUpdates == 1)
    }

    @Test func whatWasOpenedWithEarlierKeysIsOpenedAgain() throws {
        var opener = opener
        let attempted = try attempted(17)
        _ = try open(18, Self.bytes(18), with: &opener)
        let opened = try open(17, Self.bytes(17), with: &opener, attempted: attempted)
        #expect(opened.number == 17 && opener.keyUpdates == 1 && opener.largestNumber == 18)
    }

    @Test func aPacketIsOpenedWithTheNumberNearestToThoseBefore() throws {
        var attempts = try attempts(after: 1 << 20)
        #expect(attempts.largestNumber == 1 << 20)
        let attempted = try open(Self.bytes(17), &attempts)
        #expect(attempted == nil)
    }
}
