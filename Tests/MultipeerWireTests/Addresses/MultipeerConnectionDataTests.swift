import MultipeerWire
import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct MultipeerConnectionDataTests {
    @Test func readsThePublishedExample() throws {
        let data = try MultipeerConnectionData(bytes: Published.connectionData)
        #expect(data.marker == 0x80 && data.security.encryption == MultipeerSecurity.Encryption.none)
        #expect(!data.security.hasAuthentication)
        #expect(data.candidates.map(\.address.description) == ["192.0.2.7", "fe80::1"])
        #expect(data.candidates.map(\.port) == [16401, 16401])
        let segments = data.addresses.segments
        #expect(segments.map(\.token.description) == ["a1a2a3a4", "b1b2b3b4"])
        #expect(segments.allSatisfy { $0.recipient.description == "4E9B6F08" && $0.interface == .usual })
        #expect(try data.serialized() == Published.connectionData)
    }

    @Test func isWrittenAsPublished() throws {
        let ada = MultipeerParticipantID(rawValue: 0x4E9B_6F08)
        let data = MultipeerConnectionData(
            MultipeerSecurity(.none),
            addresses: MultipeerAddressList(
                ipv4: [IPAddress(ipv4: 0xC000_0207)], ipv6: [IPAddress(ipv6High: 0xFE80 << 48, low: 1)],
                segments: [
                    MultipeerAddressSegment(
                        .ipv4, index: 0, port: 16401, token: .init(rawValue: 0xA1A2_A3A4), recipient: ada),
                    MultipeerAddressSegment(
                        .ipv6, index: 0, port: 16401, token: .init(rawValue: 0xB1B2_B3B4), recipient: ada),
                ]))
        #expect(try data.serialized() == Published.connectionData)
    }

    @Test(
        arguments: [
            (0, .optional, false), (1, .required, false), (2, MultipeerSecurity.Encryption.none, false),
            (5, .required, true), (7, nil, true), (0x80, .optional, false),
        ] as [(UInt8, MultipeerSecurity.Encryption?, Bool)])
    func securityIsThreeBits(_ byte: UInt8, encryption: MultipeerSecurity.Encryption?, authentication: Bool) {
        let security = MultipeerSecurity(rawValue: byte)
        #expect(security.encryption == encryption && security.hasAuthentication == authentication)
        if let encryption, byte < 8 {
            #expect(MultipeerSecurity(encryption, authentication: authentication) == security)
        }
    }

    @Test func sizesAreThoseOfPublishedPeers() throws {
        func size(ipv4: Int, ipv6: Int) throws -> Int {
            let list = MultipeerAddressList(
                ipv4: [IPAddress](repeating: IPAddress(ipv4: 1), count: ipv4),
                ipv6: [IPAddress](repeating: IPAddress(ipv6High: 1, low: 1), count: ipv6),
                segments: [MultipeerAddressSegment](repeating: MultipeerAddressSegment(), count: ipv4 + ipv6))
            return try MultipeerConnectionData(MultipeerSecurity(.none), addresses: list).serialized().count
        }
        #expect(try size(ipv4: 1, ipv6: 2) == 89)
        #expect(try size(ipv4: 1, ipv6: 3) == 121)
    }

    @Test func aSegmentThatPointsNowhereIsNoCandidate() throws {
        var data = try MultipeerConnectionData(bytes: Published.connectionData)
        data.addresses.segments[0].place = 0x81
        #expect(data.candidates.map(\.address.description) == ["fe80::1"])
        data.addresses.segments[1].family = .init(rawValue: 0x33)
        #expect(data.candidates.isEmpty)
        #expect(try MultipeerConnectionData(bytes: data.serialized()) == data)
    }

    @Test func saysWhatIsWrongAndWhere() {
        func error(_ place: Int, _ byte: UInt8) -> WireError? {
            var bytes = Published.connectionData
            bytes[place] = byte
            return #expect(throws: WireError.self) { try MultipeerConnectionData(bytes: bytes) }
        }
        #expect(error(3, 3) == WireError(.invalidValue(3), field: "connection data length", offset: 2))
        #expect(
            error(3, 0x3A)
                == WireError(.truncated(needed: 54, available: 53), field: "connection data addresses", offset: 4))
        // A length that ends within the last segment, and more addresses than it has room for.
        #expect(
            error(3, 0x38)
                == WireError(
                    .truncated(needed: 16, available: 15), field: "address segment", offset: 41,
                    limit: "connection data length"))
        #expect(
            error(4, 0x1F)
                == WireError(
                    .truncated(needed: 16, available: 0), field: "IPv6 address", offset: 57,
                    limit: "connection data length"))
        #expect(throws: WireError(.trailingBytes(count: 1), field: "connection data", offset: 57)) {
            try MultipeerConnectionData(bytes: Published.connectionData + [0])
        }
    }

    @Test func refusesWhatHasNoWireForm() {
        let segment = MultipeerAddressSegment()
        let lists = [
            MultipeerAddressList(ipv4: [IPAddress(ipv4: 1)]),
            MultipeerAddressList(ipv4: [IPAddress(ipv6High: 1, low: 1)], segments: [segment]),
            MultipeerAddressList(
                ipv4: [IPAddress](repeating: IPAddress(ipv4: 1), count: 16),
                segments: [MultipeerAddressSegment](repeating: segment, count: 16)),
        ]
        for list in lists { #expect(throws: WireError.self) { try list.serialized() } }
    }

    @Test func everyCutIsAnError() {
        for count in Published.connectionData.indices {
            #expect(throws: WireError.self) {
                try MultipeerConnectionData(bytes: Array(Published.connectionData[..<count]))
            }
        }
    }
}
