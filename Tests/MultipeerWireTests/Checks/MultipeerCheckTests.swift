import MultipeerWire
import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct MultipeerCheckTests {
    @Test func readsThePublishedRequest() throws {
        let check = try MultipeerCheck.parsed(Published.check)
        #expect(check.type == .request && check.role == .controlling && !check.isNominating)
        #expect(check.tokens?.receiver.description == "a1a2a3a4" && check.tokens?.sender.description == "c1c2c3c4")
        #expect(check.counter == 0x143A_0001)
        #expect(check.attributes.map(\.type.rawValue) == [0x0006, 0x8001, 0x8003, 0x8004, 0x802A])
        #expect(try check.serialized() == Published.check)
    }

    @Test func aNominationIsAnsweredWithAddresses() throws {
        let request = try MultipeerCheck.parsed(Captured.nomination)
        let response = try MultipeerCheck.parsed(Captured.checkResponse)
        #expect(request.isNominating && request.role == .controlling && request.addresses == nil)
        #expect(response.type == .response && response.role == nil && response.counter == request.counter)
        #expect(response.transactionHigh == request.transactionHigh)
        // The user name of a response is that of its request with the tokens swapped.
        #expect(response.tokens?.receiver == request.tokens?.sender)
        #expect(response.tokens?.sender == request.tokens?.receiver)
        #expect(response.mappedAddress?.address.description == "10.78.0.12")
        #expect(response.mappedAddress?.port == 16401)
        let candidate = try #require(response.addresses?.candidates.first)
        #expect(candidate.address.description == "10.78.0.11" && candidate.port == 16402)
        // 000100 in the place of zeros, and padding of AA.
        #expect(candidate.segment.reserved == 0x0100 && response.attributes.last?.padding == [0xAA])
        #expect(try response.serialized() == Captured.checkResponse)
    }

    @Test func saysWhatIsWrongAndWhere() {
        let errors: [(Int, UInt8, WireError)] = [
            (0, 0x40, WireError(.invalidValue(0x4001), field: "check type", offset: 0)),
            (3, 0x3D, WireError(.invalidValue(0x3D), field: "check length", offset: 2)),
            (7, 0x43, WireError(.invalidValue(0x2112_A443), field: "check magic cookie", offset: 4)),
            (3, 0x40, WireError(.truncated(needed: 64, available: 60), field: "check attributes", offset: 20)),
            (
                23, 0x64,
                WireError(
                    .truncated(needed: 100, available: 56), field: "check attribute value", offset: 24,
                    limit: "check length")
            ),
        ]
        for (place, byte, error) in errors {
            var bytes = Published.check
            bytes[place] = byte
            #expect(throws: error) { try MultipeerCheck.parsed(bytes) }
        }
        for count in Published.check.indices {
            #expect(throws: WireError.self) { try MultipeerCheck.parsed(Array(Published.check[..<count])) }
        }
    }

    @Test func otherAttributesAreKept() throws {
        let check = MultipeerCheck(
            .init(rawValue: 0x0011), transactionHigh: 1, transactionLow: 2,
            attributes: [MultipeerCheckAttribute(.init(rawValue: 0x7FFF), [1, 2, 3], padding: [9])])
        #expect(try MultipeerCheck.parsed(check.serialized()) == check)
        #expect(check.tokens == nil && check.counter == nil && check.mappedAddress == nil && check.addresses == nil)
        let odd = MultipeerCheckAttribute(.userName, [UInt8](repeating: 1, count: 20))
        #expect(odd.tokens == nil)
    }
}
