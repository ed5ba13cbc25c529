import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct FlowTableTests {
    private func key(_ number: Int) -> FlowKey {
        FlowKey.of(
            source: IPAddress(ipv4: UInt32(number)), sourcePort: UInt16(number % 7), destination: IPAddress(ipv4: 0),
            destinationPort: 80, isTCP: true, interface: 0
        ).key
    }

    @Test(arguments: 0..<10)
    func itAgreesWithADictionary(seed: UInt64) {
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

    // MARK: - Floods

    private func probes(_ keys: [FlowKey], seed: UInt64) -> Int {
        var table = FlowTable(seed: seed)
        for (number, key) in keys.enumerated() { table.set(number, for: key) }
        #expect(table.count == keys.count)
        return table.probes
    }

    @Test(
        arguments: [1000, 10_000, 1_000_000])
    func eachOfAMillionFlowsIsFoundWithAsFewStepsAsEachOfAThousand(count: Int) {
        // Half of the slots at most are taken, which takes one and a half steps for each key.
        #expect(probes((0..<count).map(key), seed: 1) < 2 * count)
    }

    @Test func keysThatCollideUnderOneSeedAreFoundInFewStepsUnderAnyOther() {
        let count = 200
        let colliding = Array((0...).lazy.map(key).filter { $0.hash(seed: 7) & 511 == 0 }.prefix(count))
        #expect(probes(colliding, seed: 7) == count * (count + 1) / 2)
        for seed in [1, 2, 3, 8, .max] as [UInt64] { #expect(probes(colliding, seed: seed) < 3 * count) }
    }

    @Test(
        arguments: [0, .max, 0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93, 0xA076_1D64_78BD_642F] as [UInt64])
    func noAddressTakesTheSeedOutOfTheHash(word: UInt64) {
        // Each of the four words of two IPv6 addresses has the value that makes a factor 0, while others count.
        let count: UInt64 = 1000
        let ends: [(UInt64) -> (IPAddress, IPAddress)] = [
            { (IPAddress(ipv6High: word, low: 1), IPAddress(ipv6High: 2, low: 3 + $0)) },
            { (IPAddress(ipv6High: $0, low: 1), IPAddress(ipv6High: word, low: 2)) },
            { (IPAddress(ipv6High: 1, low: $0), IPAddress(ipv6High: word, low: 5000)) },
            { (IPAddress(ipv6High: $0, low: word), IPAddress(ipv6High: 1, low: 7)) },
            { (IPAddress(ipv6High: word, low: $0), IPAddress(ipv6High: word, low: word)) },
        ]
        for end in ends {
            let keys = (0..<count).map { number in
                let (source, destination) = end(number)
                return FlowKey.of(
                    source: source, sourcePort: 1, destination: destination, destinationPort: 2, isTCP: true,
                    interface: 0
                ).key
            }
            #expect(probes(keys, seed: 1) < 3 * keys.count)
        }
    }

    @Test func anEmptyTableFindsNothing() {
        #expect(FlowTable().number(of: key(1)) == nil)
    }
}
