import PacketCapture
import Testing

@Suite struct GzipInflaterTests {
    /// A pcap file of two packets, 4 and 40 bytes long, packed by gzip.
    static let packed = hex(
        """
        1f8b0800000000000203f3b5d9b490898185010158181841d4c7e054080f821999985918816220390d28662512000043
        637e6364000000
        """)
    static let plain =
        hex("4d3cb2a1 0200 0400 00000000 00000000 00000400 01000000 00f15365 00000000 04000000 04000000 01020304")
        + hex("01f15365 01000000 28000000 28000000") + [UInt8](repeating: 5, count: 40)

    @Test func readsWhatTheUnpackedFileHolds() throws {
        let pass = Pass(pieces: [Self.packed])
        #expect(pass.error == nil)
        #expect(pass.packets.count == 2)
        #expect(pass == Pass(Self.plain))
        #expect(pass == Pass(pieces: Self.packed.map { [$0] }))
    }

    @Test func joinsMembersAndPassesOverPadding() {
        // The second member is a whole capture, whose header reads as a record of 67,108,864 bytes' time.
        let joined = Pass(pieces: [Self.packed, Self.packed])
        let plain = Pass(Self.plain + Self.plain)
        #expect(joined == plain)
        #expect(Pass(pieces: [Self.packed, [UInt8](repeating: 0, count: 600)]) == Pass(Self.plain))
    }

    @Test func bytesBehindTheStreamAreDamage() {
        let pass = Pass(pieces: [Self.packed + [0, 7]])
        #expect(pass.packets.count == 2)
        #expect(pass.error == CaptureError(.damaged(.afterGzip), offset: Self.packed.count + 1))
    }

    @Test func everyCutIsReportedAfterThePacketsBeforeIt() {
        for length in 3..<Self.packed.count {
            let pass = Pass(pieces: [Array(Self.packed[..<length])])
            #expect(pass.error == CaptureError(.gzipEndsEarly, offset: length))
            #expect(pass.error?.category == .partial)
            #expect(length < Self.packed.count - 8 || pass.packets.count == 2)
        }
    }

    @Test func aWrongChecksumIsReportedAfterThePackets() {
        var packed = Self.packed
        packed[packed.count - 8] ^= 1
        let pass = Pass(pieces: [packed])
        #expect(pass.packets.count == 2)
        #expect(pass.error?.kind == .damaged(.gzip))
    }

    @Test func damagedBytesNeverHangOrTrap() {
        for index in Self.packed.indices {
            for bit in 0..<8 {
                var packed = Self.packed
                packed[index] ^= 1 << UInt8(bit)
                #expect(Pass(pieces: [packed]).packets.count <= 2)
            }
        }
    }
}
