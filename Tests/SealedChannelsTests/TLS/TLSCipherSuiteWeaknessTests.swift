import Testing

@testable import SealedChannels

@Suite struct TLSCipherSuiteWeaknessTests {
    @Test(
        arguments: [
            (0x0000, .noEncryption), (0x003B, .noEncryption), (0xC0B4, .noEncryption), (0x0003, .export),
            (0x0017, .export), (0x0005, .rc4), (0xC011, .rc4), (0x008A, .rc4), (0x0009, .des), (0x000A, .tripleDES),
            (0xC012, .tripleDES), (0x0034, .anonymous), (0xC018, .anonymous), (0x00A6, .anonymous),
            (0xC013, .cbcWithSHA1), (0x002F, .cbcWithSHA1), (0x008C, .cbcWithSHA1),
        ] as [(UInt16, TLSCipherSuite.Weakness)])
    func weakSuitesAreKnown(number: UInt16, weakness: TLSCipherSuite.Weakness) {
        #expect(TLSCipherSuite(rawValue: number).weakness == weakness)
        #expect(weakness.isBroken == (weakness != .cbcWithSHA1))
    }

    @Test func noOtherSuiteIsWeak() {
        for number in [0x1301, 0x1302, 0x1303, 0x1304, 0x1305, 0xC02B, 0xC030, 0xCCA8, 0x009C, 0x00A8, 0xC023, 0x003C] {
            #expect(TLSCipherSuite(rawValue: UInt16(number)).weakness == nil)
        }
    }

    /// Suites whose records are opened here are never called broken.
    @Test func whatIsOpenedIsNotBroken() {
        for number in UInt16.min...UInt16.max {
            let suite = TLSCipherSuite(rawValue: number)
            if suite.parameters != nil { #expect(suite.weakness?.isBroken != true) }
        }
    }
}
