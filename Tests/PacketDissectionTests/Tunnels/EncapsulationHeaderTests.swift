import PacketDissection
import Testing
import WireCoding
import WireSimulation
import WireTesting

/// Headers of link layers and tunnels, for themselves.
@Suite struct EncapsulationHeaderTests {
    private func failure(_ hex: String, _ body: (inout ByteReader) throws -> Void) -> String? {
        let bytes = Packets.bytes(hex)
        var input = ByteReader(bytes.span)
        do {
            try body(&input)
            return nil
        } catch {
            return (error as? WireError).map { "\($0.field) at \($0.offset)" }
        }
    }

    @Test func lengthsThatLieHaveTheirPlace() {
        #expect(failure("aaaa00") { _ = try LLCHeader(parsing: &$0) } == "LLC control at 3")
        #expect(failure("0fc1 0101 00000000") { _ = try NetworkServiceHeader(parsing: &$0) } == "NSH length at 0")
        #expect(failure("0fc3 0101 00000000") { _ = try NetworkServiceHeader(parsing: &$0) } == "NSH header at 0")
        #expect(failure("08 020000" + zeros(20)) { _ = try PFLogHeader(parsing: &$0) } == "pflog length at 0")
        #expect(failure("6b000000" + zeros(110)) { _ = try PKTAPHeader(parsing: &$0) } == "PKTAP length at 0")
        #expect(failure("ffffffff" + zeros(110)) { _ = try PKTAPHeader(parsing: &$0) } == "PKTAP header at 0")
        #expect(
            failure("0300 0900") { _ = try NFLogAttribute(parsing: &$0, isLittleEndian: true) }
                == "NFLOG attribute length at 0")
        #expect(failure("0900 0900 01") { _ = try NFLogAttribute(parsing: &$0) } == "NFLOG attribute at 0")
        #expect(failure("2000 0800 0000") { _ = try GREHeader(parsing: &$0) } == "GRE header at 0")
        #expect(failure("02006558 00000000 00000000") { _ = try GeneveHeader(parsing: &$0) } == "Geneve header at 0")
        #expect(failure("0002") { _ = try TeredoIndication(parsing: &$0) } == "Teredo indication at 0")
        #expect(
            failure("34ff0008 00000001 00000085 00000000") { _ = try GTPHeader(parsing: &$0) }
                == "GTP extension length at 12")
        #expect(failure("00000000 00000000") { _ = try FrameRelayHeader(parsing: &$0) } == "frame relay address at 0")
        #expect(failure("c204 0001") { _ = try IPv6Option(parsing: &$0) } == "IPv6 option at 2")
        #expect(failure("0100 0000000000") { _ = try NeighborDiscoveryOption(parsing: &$0) } != nil)
    }

    private func zeros(_ count: Int) -> String { String(repeating: "00", count: count) }

    @Test func theSeventeenthExtensionOfGTPIsOneTooMany() throws {
        let head = "34ff0008 00000001 00000085"
        let extensions = String(repeating: "01000085", count: 15) + "01000000"
        let header = GTPHeader.with {
            ($0.flags, $0.length, $0.tunnelID, $0.nextExtension) = (0x34, 8, 1, 0x85)
            $0.extensions = Packets.bytes(extensions)
        }
        var output = ByteWriter()
        header.serialize(into: &output)
        #expect(header.version == 1 && output.bytes == Packets.bytes(head + extensions))
        var copy: GTPHeader?
        #expect(failure(head + extensions) { copy = try GTPHeader(parsing: &$0) } == nil && copy == header)
        let more = head + String(repeating: "01000085", count: 17)
        #expect(failure(more) { _ = try GTPHeader(parsing: &$0) } == "GTP extensions at 76")
    }

    @Test func aSourceRouteWithoutEndIsRefused() {
        let routes = String(repeating: "00020000", count: 65)
        #expect(failure("4000 0800 00000000" + routes) { _ = try GREHeader(parsing: &$0) } != nil)
    }

    @Test func linkHeadersAreWrittenAsTheyWereRead() throws {
        var random = SeededGenerator(seed: 0xE4C)
        for _ in 0..<40 {
            let word = random.next()
            let half = UInt16(truncatingIfNeeded: word)
            let byte = UInt8(truncatingIfNeeded: word >> 16)
            let address = LinkAddress(rawValue: word >> 8)
            let isNumbered = byte & 3 != 3
            var llc = LLCHeader()
            (llc.destination, llc.source, llc.control, llc.sequence) = (byte, 1, byte, isNumbered ? 9 : 0)
            try expectSame(llc) {
                $0.serialize(into: &$1)
            } parse: {
                try LLCHeader(parsing: &$0)
            }
            try expectSame(SNAPHeader.with { ($0.organization, $0.protocolID) = (UInt32(half), half) }) {
                $0.serialize(into: &$1)
            } parse: {
                try SNAPHeader(parsing: &$0)
            }
            let label = MPLSLabel.with {
                ($0.label, $0.trafficClass, $0.isBottomOfStack) = (UInt32(half), byte & 7, byte > 9)
            }
            try expectSame(label) {
                $0.serialize(into: &$1)
            } parse: {
                try MPLSLabel(parsing: &$0)
            }
            try expectSame(PPPoEHeader.with { ($0.code, $0.sessionID, $0.length) = (byte, half, 77) }) {
                $0.serialize(into: &$1)
            } parse: {
                try PPPoEHeader(parsing: &$0)
            }
            let isCompressed = random.chance(1, in: 2)
            let number = isCompressed ? UInt16(byte) | 1 : half & 0xFEFF
            var ppp = PPPHeader()
            ppp.payloadProtocol = PPPProtocol(rawValue: number)
            (ppp.hasAddressAndControl, ppp.isProtocolCompressed) = (isCompressed, isCompressed)
            try expectSame(ppp) {
                $0.serialize(into: &$1)
            } parse: {
                try PPPHeader(parsing: &$0)
            }
            let serial = CiscoHDLCHeader.with {
                ($0.address, $0.control, $0.etherType) = (byte, 1, EtherType(rawValue: half))
            }
            try expectSame(serial) {
                $0.serialize(into: &$1)
            } parse: {
                try CiscoHDLCHeader(parsing: &$0)
            }
            let security = MACsecTag.with {
                ($0.control, $0.shortLength, $0.packetNumber) = (byte, 3, 5)
                $0.secureChannelID = byte & 0x20 != 0 ? word : 0
            }
            try expectSame(security) {
                $0.serialize(into: &$1)
            } parse: {
                try MACsecTag(parsing: &$0)
            }
            let service = NetworkServiceHeader.with {
                ($0.versionAndTTL, $0.metadataType, $0.nextProtocol, $0.servicePath) = (half >> 6, byte, 3, 7)
                $0.context = random.bytes(4 * random.number(in: 0...8))
            }
            try expectSame(service) {
                $0.serialize(into: &$1)
            } parse: {
                try NetworkServiceHeader(parsing: &$0)
            }
            try expectSame(BackboneServiceTag.with { ($0.control, $0.serviceID) = (byte, UInt32(half)) }) {
                $0.serialize(into: &$1)
            } parse: {
                try BackboneServiceTag(parsing: &$0)
            }
            let log = PFLogHeader.with {
                ($0.length, $0.family, $0.action, $0.reason) = (61, byte, 1, 2)
                $0.interfaceField = random.bytes(16)
                $0.rest = random.bytes(44)
            }
            try expectSame(log) {
                $0.serialize(into: &$1)
            } parse: {
                try PFLogHeader(parsing: &$0)
            }
            try expectSame(NFLogHeader.with { ($0.family, $0.version, $0.resourceID) = (byte, 1, half) }) {
                $0.serialize(into: &$1)
            } parse: {
                try NFLogHeader(parsing: &$0)
            }
            try expectSame(
                NFLogAttribute(type: half, isLittleEndian: isCompressed, value: random.bytes(Int(byte)))
            ) {
                $0.serialize(into: &$1)
            } parse: {
                try NFLogAttribute(parsing: &$0, isLittleEndian: isCompressed)
            }
            try expectSame(
                FrameRelayHeader(
                    address: [byte & 0xFE, byte | 1],
                    content: isCompressed ? .protocolID(byte | 1, isPadded: byte > 99) : .etherType(.ipv6))
            ) {
                $0.serialize(into: &$1)
            } parse: {
                try FrameRelayHeader(parsing: &$0)
            }
            let ring = FDDIHeader.with { ($0.frameControl, $0.destination, $0.source) = (byte, address, address) }
            try expectSame(ring) {
                $0.serialize(into: &$1)
            } parse: {
                try FDDIHeader(parsing: &$0)
            }
            let hasRoute = address.rawValue >> 47 == 1
            let routed = TokenRingHeader.with {
                ($0.destination, $0.source, $0.route) = (address, address, hasRoute ? [4, 0, 1, 2] : [])
            }
            try expectSame(routed) {
                $0.serialize(into: &$1)
            } parse: {
                try TokenRingHeader(parsing: &$0)
            }
            try expectSame(SLIPHeader.with { ($0.direction, $0.compressed) = (byte, random.bytes(15)) }) {
                $0.serialize(into: &$1)
            } parse: {
                try SLIPHeader(parsing: &$0)
            }
            let tap = PKTAPHeader.with {
                ($0.dataLinkType, $0.flags, $0.processID) = (1, UInt32(half), Int32(half))
                $0.interfaceField = random.bytes(24)
                $0.processField = random.bytes(20)
                $0.effectiveProcessField = random.bytes(20)
                $0.extensionBytes = random.bytes(Int(byte))
            }
            try expectSame(tap) {
                $0.serialize(into: &$1)
            } parse: {
                try PKTAPHeader(parsing: &$0)
            }
        }
    }

    @Test func tunnelsHeadersAreWrittenAsTheyWereRead() throws {
        var random = SeededGenerator(seed: 0xE4D)
        for _ in 0..<40 {
            let word = random.next()
            let half = UInt16(truncatingIfNeeded: word)
            let byte = UInt8(truncatingIfNeeded: word >> 16)
            let bytes = random.bytes(60)
            // Whatever can be read is written back: which fields there are, the first bytes decide.
            try expectBack(bytes) {
                try GREHeader(parsing: &$0)
            } serialize: {
                $0.serialize(into: &$1)
            }
            try expectBack(bytes) {
                try ERSPANHeader(parsing: &$0)
            } serialize: {
                $0.serialize(into: &$1)
            }
            try expectBack(bytes) {
                try VXLANHeader(parsing: &$0)
            } serialize: {
                $0.serialize(into: &$1)
            }
            try expectBack(bytes) {
                try GeneveHeader(parsing: &$0)
            } serialize: {
                $0.serialize(into: &$1)
            }
            try expectBack(bytes) {
                try GTPHeader(parsing: &$0)
            } serialize: {
                $0.serialize(into: &$1)
            }
            try expectBack(bytes) {
                try IPv6Option(parsing: &$0)
            } serialize: {
                $0.serialize(into: &$1)
            }
            try expectBack(bytes) {
                try NeighborDiscoveryOption(parsing: &$0)
            } serialize: {
                $0.serialize(into: &$1)
            }
            try expectBack(bytes) {
                try ICMPMessage(parsing: &$0)
            } serialize: {
                $0.serialize(into: &$1)
            }
            try expectSame(TeredoIndication.origin(port: half, address: UInt32(half))) {
                $0.serialize(into: &$1)
            } parse: {
                try TeredoIndication(parsing: &$0)
            }
            try expectSame(
                TeredoIndication.authentication(
                    clientID: random.bytes(3), value: random.bytes(5), nonce: word, confirmation: byte)
            ) {
                $0.serialize(into: &$1)
            } parse: {
                try TeredoIndication(parsing: &$0)
            }
        }
    }

    private func expectSame<Header: Equatable>(
        _ header: Header, serialize: (Header, inout ByteWriter) -> Void,
        parse: (inout ByteReader) throws -> Header
    ) throws {
        var writer = ByteWriter()
        serialize(header, &writer)
        let bytes = writer.bytes
        var input = ByteReader(bytes.span)
        let read = try parse(&input)
        let left = input.remaining
        #expect(read == header)
        #expect(left == 0)
        for count in 0..<bytes.count {
            let cut = Array(bytes[..<count])
            #expect(throws: WireError.self) {
                var input = ByteReader(cut.span)
                // What is shorter may be a whole header by its own lengths; then bytes are left over for the next.
                if try parse(&input) != header { throw input.error(.trailingBytes(count: 0), "header") }
            }
        }
    }

    private func expectBack<Header>(
        _ bytes: [UInt8], parse: (inout ByteReader) throws -> Header,
        serialize: (Header, inout ByteWriter) -> Void
    ) throws {
        var input = ByteReader(bytes.span)
        guard let header = try? parse(&input) else { return }
        let size = input.position
        var writer = ByteWriter()
        serialize(header, &writer)
        #expect(writer.bytes == Array(bytes[..<size]))
    }
}
