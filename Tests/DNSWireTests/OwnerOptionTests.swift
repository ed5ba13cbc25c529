import DNSWire
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct OwnerOptionTests {
    @Test func readsWhatAnAppleResponderSends() throws {
        let option = EDNSOption(code: .owner, data: try #require(Hex.decode("0000 024d444e5301")))
        let owner = try #require(option.owner)
        #expect(owner.primaryAddress.description == "02:4d:44:4e:53:01")
        #expect(owner == OwnerOption(sequence: 0, primaryAddress: LinkAddress(rawValue: 0x024D_444E_5301)))
    }

    @Test func otherOptionsHaveNoOwner() {
        #expect(EDNSOption(code: .padding, data: [UInt8](repeating: 0, count: 8)).owner == nil)
        #expect(EDNSOption(code: .owner, data: [0, 0, 2]).owner == nil)
        #expect(EDNSOption(code: .owner, data: [UInt8](repeating: 0, count: 15)).owner == nil)
    }

    @Test(arguments: [0, 4, 6])
    func ownersReadBack(passwordLength: Int) throws {
        var random = SeededGenerator(seed: 4)
        let owner = OwnerOption(
            version: 1, sequence: 200, primaryAddress: LinkAddress(rawValue: random.next()),
            wakeupAddress: LinkAddress(rawValue: random.next()), password: random.bytes(passwordLength))
        var writer = ByteWriter()
        owner.serialize(into: &writer)
        #expect(writer.count == 14 + passwordLength)
        #expect(EDNSOption(code: .owner, data: writer.bytes).owner == owner)
    }
}
