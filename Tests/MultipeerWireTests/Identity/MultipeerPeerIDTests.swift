import MultipeerWire
import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct MultipeerPeerIDTests {
    private static let ada = MultipeerPeerID(number: 0x7D15_A3C2_4E9B_6F08, displayName: "Ada")

    @Test func aNumberAndANameAreAPeer() throws {
        let bytes = hex("7d15a3c24e9b6f08 03 416461")
        #expect(try MultipeerPeerID.parsed(bytes) == Self.ada)
        #expect(try Self.ada.serialized() == bytes)
        #expect(Self.ada.displayName == "Ada" && Self.ada.instanceName == "1wh8gqy8zq87c")
    }

    @Test func participantsAreTheLowBitsWithoutTheTopOne() {
        #expect(Self.ada.participant.description == "4E9B6F08")
        let bo = MultipeerPeerID(number: 0x6B3C_1D77_A91F_E203, displayName: "Bo")
        #expect(bo.participant.description == "291FE203")
        #expect(MultipeerParticipantID(rawValue: 7).description == "00000007")
    }

    @Test(
        arguments: [
            ("1wh8gqy8zq87c", 0x7D15_A3C2_4E9B_6F08), ("0", 0), ("00000000000000000000z", 35), ("3w5e11264sgsf", .max),
            ("0ivzfhkquucw7", 2_486_129_873_285_128_903),
        ] as [(String, UInt64)])
    func instanceNamesAreNumbers(_ text: String, number: UInt64) {
        #expect(MultipeerPeerID.number(fromInstanceName: text) == number)
        let written = MultipeerPeerID.instanceName(of: number)
        #expect(MultipeerPeerID.number(fromInstanceName: written) == number)
    }

    /// The last one is one more than 64 bits hold.
    @Test(arguments: ["", "1WH8", "1-2", "ä", "zzzzzzzzzzzzzz", "3w5e11264sgsg"])
    func otherTextsAreNoNumbers(_ text: String) {
        #expect(MultipeerPeerID.number(fromInstanceName: text) == nil)
    }

    @Test func namesThatAreNotUTF8AreKept() throws {
        let bytes = hex("0000000000000001 02 c3ff")
        let peer = try MultipeerPeerID.parsed(bytes)
        #expect(peer.nameBytes == [0xC3, 0xFF] && peer.displayName == "\u{FFFD}\u{FFFD}")
        #expect(try peer.serialized() == bytes)
    }

    @Test func saysWhatIsMissingAndWhere() {
        let errors: [(String, WireError)] = [
            ("7d15a3c24e9b6f", WireError(.truncated(needed: 8, available: 7), field: "peer number", offset: 0)),
            ("7d15a3c24e9b6f08", WireError(.truncated(needed: 1, available: 0), field: "peer name length", offset: 8)),
            (
                "7d15a3c24e9b6f08 04 416461",
                WireError(.truncated(needed: 4, available: 3), field: "peer display name", offset: 9)
            ),
        ]
        for (bytes, error) in errors { #expect(throws: error) { try MultipeerPeerID.parsed(hex(bytes)) } }
        let long = MultipeerPeerID(number: 1, nameBytes: [UInt8](repeating: 0x61, count: 256))
        #expect(throws: WireError(.tooLong(length: 256, maximum: 255), field: "peer display name", offset: 0)) {
            try long.serialized()
        }
    }
}
