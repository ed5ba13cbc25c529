import PacketCapture
import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct FlowKeyTests {
    private static func address(_ generator: inout SeededGenerator, isIPv6: Bool) -> IPAddress {
        isIPv6
            ? IPAddress(ipv6High: UInt64(generator.number(in: 0...2)), low: UInt64(generator.number(in: 0...2)))
            : IPAddress(ipv4: UInt32(generator.number(in: 0...4)))
    }

    @Test(arguments: 0..<20)
    func bothDirectionsHaveOneKeyAndItGivesTheEndpointsBack(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let isIPv6 = generator.chance(1, in: 2)
            let source = Self.address(&generator, isIPv6: isIPv6)
            let destination = Self.address(&generator, isIPv6: isIPv6)
            let ports = (UInt16(generator.number(in: 0...65535)), UInt16(generator.number(in: 0...65535)))
            let isTCP = generator.chance(1, in: 2)
            let interface = generator.pick([0, 1, 9, 65_536, CaptureReader.maximumInterfaces - 1])
            let there = FlowKey.of(
                source: source, sourcePort: ports.0, destination: destination, destinationPort: ports.1, isTCP: isTCP,
                interface: interface)
            let back = FlowKey.of(
                source: destination, sourcePort: ports.1, destination: source, destinationPort: ports.0, isTCP: isTCP,
                interface: interface)
            #expect(there.key == back.key)
            #expect(there.key.hash(seed: seed) == back.key.hash(seed: seed))
            if source != destination || ports.0 != ports.1 { #expect(there.isReversed != back.isReversed) }
            let origin = there.isReversed ? there.key.second : there.key.first
            #expect(origin == (source, ports.0))
            let target = there.isReversed ? there.key.first : there.key.second
            #expect(target == (destination, ports.1))
            #expect(there.key.isTCP == isTCP && there.key.isIPv6 == isIPv6 && there.key.interface == interface)
        }
    }

    @Test func interfacesThatHeadersNameKeepFlowsApartWithinOneOfTheFile() {
        var names = NamedInterfaces()
        let last = CaptureReader.maximumInterfaces - 1
        let numbers = [("en0", last), ("awdl0", last), ("en0", last), ("en0", 1)].map {
            names.number(of: $0.0, on: $0.1)
        }
        let address = IPAddress(ipv4: 1)
        let keys = numbers.map {
            FlowKey.of(
                source: address, sourcePort: 1, destination: address, destinationPort: 2, isTCP: true, interface: $0
            ).key
        }
        #expect(keys[0] == keys[2] && keys[0] != keys[1] && keys[0] != keys[3])
        #expect(keys.map(\.interface) == [last, last, last, 1])
        #expect(keys.map(\.namedInterface) == [1, 2, 1, 1])
        #expect(names.names == ["en0", "awdl0"])
    }

    @Test(arguments: 0..<4)
    func ofAnyTwoDifferentKeysOneComesFirst(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let keys = (0..<40).map { _ in
            let isIPv6 = generator.chance(1, in: 2)
            return FlowKey.of(
                source: Self.address(&generator, isIPv6: isIPv6), sourcePort: UInt16(generator.number(in: 1...2)),
                destination: Self.address(&generator, isIPv6: isIPv6), destinationPort: 7,
                isTCP: generator.chance(1, in: 2), interface: 0
            ).key
        }
        for first in keys {
            for second in keys {
                #expect([first < second, second < first, first == second].filter { $0 }.count == 1)
            }
        }
        #expect(keys.sorted() == Array(keys.reversed()).sorted())
    }

    @Test func transportIPVersionAndInterfaceKeepFlowsApart() {
        func key(_ source: IPAddress, _ destination: IPAddress, isTCP: Bool, interface: Int) -> FlowKey {
            FlowKey.of(
                source: source, sourcePort: 1, destination: destination, destinationPort: 2, isTCP: isTCP,
                interface: interface
            ).key
        }
        let four = (IPAddress(ipv4: 1), IPAddress(ipv4: 2))
        let six = (IPAddress(ipv6High: 0, low: 1), IPAddress(ipv6High: 0, low: 2))
        let base = key(four.0, four.1, isTCP: true, interface: 0)
        #expect(base != key(four.0, four.1, isTCP: false, interface: 0))
        #expect(base != key(four.0, four.1, isTCP: true, interface: 1))
        #expect(base != key(six.0, six.1, isTCP: true, interface: 0))
    }

    @Test func linksKeepFlowsApartAndLeaveTheirEndsAndInterface() {
        let plain = FlowKey.of(
            source: IPAddress(ipv4: 1), sourcePort: 1, destination: IPAddress(ipv4: 2), destinationPort: 2, isTCP: true,
            interface: 9
        ).key
        let numbers: [(index: UInt32, virtualLAN: UInt32)] = [(1, 0), (2, 0), (0, 10), (0, 20), (0, 10 << 12 | 20)]
        let links = numbers.map { plain.onLink(index: $0.index, virtualLAN: $0.virtualLAN) }
        #expect(Set(links + [plain, links[0].onAnyLink]).count == 7)
        for link in links {
            #expect(link.isOnLink)
            #expect(link.interface == 9)
            #expect(link.namedInterface == 0)
            #expect(link.first.address == plain.first.address)
            #expect(link.second.address == plain.second.address)
            #expect(link.offLinks == plain)
            #expect(link.anywhere == plain.anywhere)
            #expect(link.onAnyLink == links[0].onAnyLink)
        }
    }

    @Test func anInterfaceThatHeadersNameGoesBeforeTheirLink() {
        let named = FlowKey.of(
            source: IPAddress(ipv4: 1), sourcePort: 1, destination: IPAddress(ipv4: 2), destinationPort: 2, isTCP: true,
            interface: FlowKey.interface(9, named: NamedInterfaces.maximumNames)
        ).key
        #expect(named.onLink(index: 3, virtualLAN: 0) == named)
        #expect(named.namedInterface == NamedInterfaces.maximumNames)
        #expect(!named.isOnLink)
    }
}
