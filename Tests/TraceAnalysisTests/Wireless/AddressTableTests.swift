import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct AddressTableTests {
    @Test func findsWhatWasAddedInOrder() {
        var random = SeededGenerator(seed: 1)
        var table = AddressTable()
        var addresses: [LinkAddress] = []
        for number in 0..<5000 {
            let address = LinkAddress(rawValue: UInt64.random(in: 0...0xFFFF_FFFF_FFFF, using: &random))
            guard table.number(of: address) == nil else { continue }
            table.add(address)
            addresses.append(address)
            #expect(table.number(of: address) == addresses.count - 1, "address \(number)")
        }
        for (number, address) in addresses.enumerated() { #expect(table.number(of: address) == number) }
    }

    @Test func zeroIsAnAddressToo() {
        var table = AddressTable(seed: 0)
        #expect(table.number(of: LinkAddress(rawValue: 0)) == nil)
        table.add(LinkAddress(rawValue: 0))
        #expect(table.number(of: LinkAddress(rawValue: 0)) == 0 && table.count == 1)
    }
}
