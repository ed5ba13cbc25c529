import PacketCapture
import PacketDissection
import Testing
import WireCoding
import WireSimulation
import WireTesting

/// What was built, read by the dissector: what was asked for is there, and each wrong field alone is wrong.
@Suite struct ReadBuiltPacketsTests {
    private static let seed: UInt64 = 28

    private func dissect(_ packet: PacketBuilder) throws -> (packet: DissectedPacket, checksums: PacketChecksums) {
        let bytes = try packet.bytes
        let dissected = PacketDissector.dissect(
            bytes.span, linkType: packet.linkType, originalLength: bytes.count)
        return (dissected, ChecksumVerifier.checksums(of: dissected, bytes: bytes.span))
    }

    private func address(_ random: inout SeededGenerator, isIPv6: Bool) -> IPAddress {
        isIPv6 ? IPAddress(ipv6High: random.next(), low: random.next()) : IPAddress(ipv4: random.integer())
    }

    /// A packet up to its IP header, of a link with or without tags, and of either family.
    private func start(_ random: inout SeededGenerator, isIPv6: Bool) -> PacketBuilder {
        var packet = PacketBuilder()
        if random.chance(3, in: 4) {
            packet = .ethernet(
                from: LinkAddress(rawValue: random.next()), to: LinkAddress(rawValue: random.next()),
                minimumSize: random.number(in: 0...90), check: random.pick([.absent, .computed]))
            for _ in 0..<random.number(in: 0...3) {
                packet = packet.vlan(
                    UInt16(random.number(in: 0...4095)), priority: UInt8(random.number(in: 0...7)),
                    isDropEligible: random.chance(1, in: 2), tag: random.pick([.customerTag, .serviceTag]))
            }
        }
        let (source, destination) = (
            address(&random, isIPv6: isIPv6), address(&random, isIPv6: isIPv6)
        )
        guard isIPv6 else {
            return packet.ipv4(
                from: source, to: destination, timeToLive: random.integer(), identification: random.boundary(),
                flags: random.pick([[], .doNotFragment]), dscp: UInt8(random.number(in: 0...63)),
                ecn: UInt8(random.number(in: 0...3)),
                options: [UInt8](repeating: 1, count: random.number(in: 0...40)))
        }
        packet = packet.ipv6(
            from: source, to: destination, hopLimit: random.integer(), trafficClass: random.integer(),
            flowLabel: UInt32(random.number(in: 0...0xF_FFFF)))
        if random.chance(1, in: 3) {
            packet = packet.hopByHopOptions([
                IPv6Option(type: 0x1E, data: random.bytes(random.number(in: 0...255)))
            ])
        }
        if random.chance(1, in: 3) {
            packet = packet.destinationOptions([IPv6Option(type: IPv6Option.pad1)])
        }
        return packet
    }

    private func payload(_ random: inout SeededGenerator) -> [UInt8] {
        random.bytes(random.chance(1, in: 20) ? random.number(in: 0...60_000) : random.number(in: 0...300))
    }

    @Test(arguments: 0..<400) func whatWasAskedForIsThere(number: Int) throws {
        var random = SeededGenerator(seed: Self.seed, number: number)
        let isIPv6 = random.chance(1, in: 2)
        let start = start(&random, isIPv6: isIPv6)
        let payload = payload(&random)
        let (from, to): (UInt16, UInt16) = (random.boundary(), random.boundary())
        // Nothing that the dissector would take for a tunnel.
        guard !TunnelPorts.contains(from), !TunnelPorts.contains(to) else { return }
        let (sequence, acknowledgment): (UInt32, UInt32) = (random.boundary(), random.boundary())
        let flags = TCPFlags(rawValue: random.integer())
        let options = random.pick([
            [], [TCPOption.noOperation, .noOperation, .timestamps(value: sequence, echo: 7)],
            [.maximumSegmentSize(random.boundary()), .sackPermitted, .windowScale(7)],
            [.sack([.init(left: 1, right: 5)])],
        ])
        let isTCP = random.chance(1, in: 2)
        let (packet, checksums) = try dissect(
            (isTCP
                ? start.tcp(
                    from: from, to: to, sequence: sequence, acknowledgment: acknowledgment, flags: flags, window: 77,
                    options: options)
                : start.udp(from: from, to: to)).payload(payload))
        #expect(packet.stop == nil && packet.sourcePort == from && packet.destinationPort == to)
        #expect(packet.transport == (isTCP ? .tcp : .udp))
        #expect(packet.protocols.contains(isIPv6 ? .ipv6 : .ipv4))
        #expect(packet.payloadLength == payload.count && packet.capturedPayloadLength == payload.count)
        #expect(checksums.transport == .valid && checksums.ipv4Header == (isIPv6 ? .absent : .valid))
        if isTCP {
            #expect(packet.tcp.sequenceNumber == sequence && packet.tcp.acknowledgmentNumber == acknowledgment)
            #expect(packet.tcp.flags == flags && packet.tcp.window == 77)
            #expect(packet.tcp.timestamp == (options.count == 3 && options[0] == .noOperation ? sequence : nil))
        }
    }

    private static let states: [(PacketChecksum, ChecksumState)] = [
        (.computed, .valid), (.wrong, .invalid), (.offloaded, .offloaded),
    ]

    @Test(arguments: 0..<200) func eachChecksumIsAsRightOrWrongAsAskedFor(number: Int) throws {
        var random = SeededGenerator(seed: Self.seed + 1, number: number)
        let isIPv6 = random.chance(1, in: 2)
        let start = start(&random, isIPv6: isIPv6)
        let payload = payload(&random)
        for (checksum, state) in Self.states {
            let tcp = start.tcp(from: 1, to: 2, sequence: 3, flags: .ack, checksum: checksum).payload(payload)
            #expect(try dissect(tcp).checksums.transport == state)
            let udp = start.udp(from: 1, to: 2, checksum: checksum).payload(payload)
            #expect(try dissect(udp).checksums.transport == state)
            let icmp =
                isIPv6
                ? start.icmpv6(type: 128, checksum: checksum) : start.icmp(type: 8, checksum: checksum)
            guard state != .offloaded else { continue }
            #expect(try dissect(icmp.payload(payload)).checksums.transport == state)
        }
    }

    @Test(arguments: 0..<100) func theChecksumOfAnIPv4HeaderAloneIsWrong(number: Int) throws {
        var random = SeededGenerator(seed: Self.seed + 2, number: number)
        let (source, destination) = (address(&random, isIPv6: false), address(&random, isIPv6: false))
        for (checksum, state) in Self.states {
            let packet = PacketBuilder().ipv4(from: source, to: destination, checksum: checksum).udp(from: 1, to: 2)
            #expect(try dissect(packet).checksums == PacketChecksums(state, .valid))
        }
    }

    @Test func aZeroSumOfUDPIsWrittenAsOnesAndZeroSaysThatThereIsNone() throws {
        let packet = PacketBuilder().ipv4(from: "0.0.0.0", to: "0.0.0.0")
        // The two lengths, the protocol and this word add up to ones.
        let bytes = try packet.udp(from: 0, to: 0).payload([0xFF, 0xFF - 17 - 20]).bytes
        #expect(bytes[26...27] == [0xFF, 0xFF])
        #expect(try dissect(packet.udp(from: 0, to: 0, checksum: .value(0))).checksums.transport == .absent)
    }

    @Test func declaredLengthsAreAllThatChanges() throws {
        let start = PacketBuilder.ethernet(from: LinkAddress.zero, to: LinkAddress.zero)
        func ipv4(_ length: UInt16?, _ headerLength: Int? = nil) throws -> [UInt8] {
            try start.ipv4(
                from: "10.0.0.1", to: "10.0.0.2", declaredLength: length, declaredHeaderLength: headerLength,
                checksum: .value(0)
            ).udp(from: 1, to: 2).payload([1, 2, 3]).bytes
        }
        #expect(try changes(ipv4(nil), ipv4(9)) == [17: 9])
        #expect(try changes(ipv4(nil), ipv4(0xFFFF)) == [16: 0xFF, 17: 0xFF])
        #expect(try changes(ipv4(nil), ipv4(nil, 24)) == [14: 0x46])
        #expect(try changes(ipv4(nil), ipv4(nil, 0)) == [14: 0x40])

        func udp(_ length: UInt16?) throws -> [UInt8] {
            try start.ipv4(from: "10.0.0.1", to: "10.0.0.2").udp(
                from: 1, to: 2, declaredLength: length, checksum: .value(0)
            ).payload([1, 2, 3]).bytes
        }
        #expect(try changes(udp(nil), udp(7)) == [39: 7])

        func ipv6(_ length: UInt16?) throws -> [UInt8] {
            try start.ipv6(from: "::1", to: "::2", declaredLength: length).udp(from: 1, to: 2).bytes
        }
        #expect(try changes(ipv6(nil), ipv6(100)) == [19: 100])

        func tcp(_ length: Int?) throws -> [UInt8] {
            try start.ipv4(from: "10.0.0.1", to: "10.0.0.2").tcp(
                from: 1, to: 2, sequence: 3, flags: .syn, declaredHeaderLength: length, checksum: .value(0)
            ).bytes
        }
        #expect(try changes(tcp(nil), tcp(60)) == [46: 0xF0])
    }

    @Test func typesOfWhatFollowsCanBeWrong() throws {
        let start = PacketBuilder.ethernet(from: LinkAddress.zero, to: LinkAddress.zero)
        let plain = start.ipv4(from: "10.0.0.1", to: "10.0.0.2", checksum: .value(0)).udp(from: 1, to: 2)
        let other = PacketBuilder.ethernet(from: LinkAddress.zero, to: LinkAddress.zero, etherType: .arp)
            .ipv4(from: "10.0.0.1", to: "10.0.0.2", payloadProtocol: .tcp, checksum: .value(0)).udp(from: 1, to: 2)
        #expect(try changes(plain.bytes, other.bytes) == [13: 6, 23: 6])
        let six = try changes(
            start.ipv6(from: "::1", to: "::2").bytes, start.ipv6(from: "::1", to: "::2", nextHeader: .tcp).bytes)
        #expect(six == [20: 6])
    }

    @Test func checksumsOfASourceRoutedPacketHoldAtItsEnd() throws {
        let final = IPAddress("2001:db8::9")!
        let packet = PacketBuilder().ipv6(from: "2001:db8::1", to: "2001:db8::5")
            .routing(type: 0, segmentsLeft: 1, data: [0, 0, 0, 0] + final.bytes, finalDestination: final)
            .udp(from: 1, to: 2).payload([1])
        let arrived = PacketBuilder().ipv6(from: "2001:db8::1", to: final).udp(from: 1, to: 2).payload([1])
        #expect(try packet.bytes.suffix(9) == arrived.bytes.suffix(9))
        #expect(try dissect(packet).checksums.transport == .invalid)
    }

    @Test func innerPacketsHaveTheirOwnAddresses() throws {
        let packet = PacketBuilder().ipv4(from: "10.0.0.1", to: "10.0.0.2").ipv6(from: "fe80::1", to: "fe80::2")
            .ipv4(from: "10.1.0.1", to: "10.1.0.2").udp(from: 1, to: 2).payload([1, 2, 3])
        let (dissected, checksums) = try dissect(packet)
        #expect(dissected.stop == nil && dissected.tunnelDepth == 2 && dissected.source == IPAddress("10.1.0.1"))
        #expect(checksums == PacketChecksums(.valid, .valid))
    }

    /// The bytes of the second that differ, by their offsets.
    private func changes(_ first: [UInt8], _ second: [UInt8]) -> [Int: UInt8] {
        #expect(first.count == second.count)
        let differing = zip(first, second).enumerated().filter { $0.element.0 != $0.element.1 }
        return Dictionary(uniqueKeysWithValues: differing.map { ($0.offset, $0.element.1) })
    }
}

/// Ports of UDP whose datagrams hold further packets.
private enum TunnelPorts {
    static func contains(_ port: UInt16) -> Bool { [2152, 3544, 4754, 4789, 4790, 6081, 8472].contains(port) }
}

extension PacketChecksums {
    fileprivate init(_ ipv4Header: ChecksumState, _ transport: ChecksumState) {
        self.init()
        (self.ipv4Header, self.transport) = (ipv4Header, transport)
    }
}
