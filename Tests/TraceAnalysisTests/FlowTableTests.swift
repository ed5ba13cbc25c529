import Testing
import WireCoding
import WireTesting

@testable import TraceAnalysis

@Suite("The flow table")
struct FlowTableTests {
    private func key(_ number: Int) -> FlowKey {
        FlowKey.of(
            source: IPAddress(ipv4: UInt32(number)), sourcePort: UInt16(number % 7), destination: IPAddress(ipv4: 0),
            destinationPort: 80, isTCP: true, interface: 0
        ).key
    }

    @Test("It agrees with a dictionary", arguments: 0..<10)
    func model(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var table = FlowTable(seed: generator.next())
        var model: [Int: Int] = [:]
        for step in 0..<1000 {
            let number = generator.number(in: 1...600)
            #expect(table.number(of: key(number)) == model[number])
            if generator.chance(1, in: 2) {
                table.set(step, for: key(number))
                model[number] = step
            }
            if step % 50 == 0 { table.checkInvariants() }
        }
        table.checkInvariants()
        #expect(table.count == model.count)
        for number in 1...600 { #expect(table.number(of: key(number)) == model[number]) }
    }

    @Test("An empty table finds nothing")
    func empty() {
        #expect(FlowTable().number(of: key(1)) == nil)
    }
}
