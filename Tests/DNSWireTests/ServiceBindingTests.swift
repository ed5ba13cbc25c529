import DNSWire
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct ServiceBindingTests {
    /// 16 foo.example.org. alpn=h2,h3-19 mandatory=ipv4hint,alpn ipv4hint=192.0.2.1, from RFC 9460 Appendix D.
    private let example =
        "0010" + "03666f6f076578616d706c65036f726700" + "0000000400010004" + "00010009" + "026832" + "0568332d3139"
        + "00040004c0000201"

    private func binding(_ hex: String) throws -> ServiceBinding {
        let data = try RecordBytes.read(hex, as: .https)
        guard case .serviceBinding(let binding) = data else { throw Mismatch() }
        return binding
    }

    private struct Mismatch: Error {}

    @Test func readsTheExampleOfTheRFC() throws {
        let binding = try binding(example)
        #expect(binding.priority == 16 && !binding.isAlias)
        #expect(binding.target.presentation == "foo.example.org.")
        #expect(binding.parameters.map(\.key) == [.mandatory, .alpn, .ipv4Hint])
        #expect(binding.mandatoryKeys == [.alpn, .ipv4Hint])
        #expect(binding.protocolIdentifiers == [Array("h2".utf8), Array("h3-19".utf8)])
        #expect(binding.addressHints == [IPAddress("192.0.2.1")])
        #expect(binding.port == nil && !binding.hasNoDefaultProtocol && binding.isSelfConsistent)
        #expect(RecordBytes.write(.serviceBinding(binding)) == example)
        #expect(binding.encodedSize == example.count / 2)
    }

    @Test func buildsTheSameInAnyOrder() throws {
        let target = try #require(DNSName(presentation: "foo.example.org."))
        let built = try ServiceBinding(
            priority: 16, target: target,
            parameters: [
                .ipv4Hint([IPAddress(ipv4: 0xC000_0201), IPAddress(ipv6High: 0, low: 1)]),
                try .alpn([Array("h2".utf8), Array("h3-19".utf8)]), .mandatory([.ipv4Hint, .alpn]),
            ])
        #expect(try built == binding(example))
    }

    @Test func readsTheOtherKeys() throws {
        let binding = try binding(
            "0001" + "00" + "00010003026833" + "00020000" + "000300020035"
                + "0006001020010db8000000000000000000000001" + "029b00020bad")
        #expect(binding.target.isRoot)
        #expect(binding.hasNoDefaultProtocol && binding.port == 53)
        #expect(binding.addressHints == [IPAddress("2001:db8::1")])
        #expect(binding.value(forKey: ServiceBinding.Parameter.Key(rawValue: 667)) == [0x0B, 0xAD])
        #expect(binding.parameters.map(\.key.description) == ["alpn", "no-default-alpn", "port", "ipv6hint", "key667"])
    }

    @Test func anAliasOnlyNamesItsTarget() throws {
        let alias = try binding("0000" + "03666f6f076578616d706c65036f726700")
        #expect(alias.isAlias && alias.parameters.isEmpty && alias.protocolIdentifiers == nil)
    }

    @Test(
        arguments: [
            // Keys twice and in the wrong order, cut headers and values.
            ("0001 00 00030002 0035 00030002 0035", WireError.Kind.invalidValue(3), 9),
            ("0001 00 00030002 0035 00010003 026832", .invalidValue(1), 9),
            ("0001 00 000300", .truncated(needed: 2, available: 1), 5),
            ("0001 00 00030003 0035", .truncated(needed: 3, available: 2), 7),
            // Values of another form than their key asks for.
            ("0001 00 00030001 35", .truncated(needed: 2, available: 1), 7),
            ("0001 00 00030003 003500", .trailingBytes(count: 1), 9),
            ("0001 00 00010000", .truncated(needed: 1, available: 0), 7),
            ("0001 00 00010001 00", .invalidValue(0), 7),
            ("0001 00 00010003 036832", .truncated(needed: 3, available: 2), 8),
            ("0001 00 00020001 00", .trailingBytes(count: 1), 7),
            ("0001 00 00040000", .truncated(needed: 4, available: 0), 7),
            ("0001 00 00040005 c000020101", .truncated(needed: 4, available: 1), 11),
            ("0001 00 00060004 20010db8", .truncated(needed: 16, available: 4), 7),
            ("0001 00 00000000", .truncated(needed: 2, available: 0), 7),
            ("0001 00 00000002 0000", .invalidValue(0), 7),
            ("0001 00 00000004 0004 0001", .invalidValue(1), 9),
        ] as [(String, WireError.Kind, Int)])
    func saysWhatMakesARecordMalformed(hex: String, kind: WireError.Kind, offset: Int) throws {
        let error = #expect(throws: WireError.self) { try RecordBytes.read(hex, as: .svcb) }
        #expect(error?.kind == kind)
        #expect(error?.offset == offset)
    }

    @Test func aCompressedTargetIsRefused() throws {
        // A question for `a.`, then an answer whose target points at it.
        let message = try #require(
            Hex.decode("0000 8000 0001 0001 0000 0000 0161 00 0041 0001 c00c 0041 0001 00000000 0006 0001 0162 c00c"))
        let (content, fault) = DNSMessage.parsePrefix(message.span)
        #expect(fault == nil)
        let error = WireError(.badReference(target: 12), field: "TargetName", offset: 35, limit: "RDLENGTH")
        #expect(content.answers.first?.data == .malformed([0, 1, 1, 0x62, 0xC0, 0x0C], error))
        #expect(content.answers.first?.data.fault == error)
    }

    @Test func saysWhetherARecordContradictsItself() throws {
        let target = DNSName.root
        #expect(try !ServiceBinding(priority: 1, target: target, parameters: [.noDefaultALPN]).isSelfConsistent)
        #expect(try !ServiceBinding(priority: 1, target: target, parameters: [.mandatory([.port])]).isSelfConsistent)
        #expect(
            try ServiceBinding(priority: 1, target: target, parameters: [.mandatory([.port]), .port(1)])
                .isSelfConsistent)
    }

    @Test func parametersThatCannotBeWrittenAreRefused() {
        #expect(throws: WireError(.invalidValue(3), field: "SvcParamKey", offset: 0)) {
            try ServiceBinding(priority: 1, target: .root, parameters: [.port(1), .port(2)])
        }
        #expect(throws: WireError.self) {
            try ServiceBinding(priority: 1, target: .root, parameters: [.ipv4Hint([])])
        }
        let long = ServiceBinding.Parameter(key: .ech, value: [UInt8](repeating: 0, count: 65536))
        #expect(throws: WireError(.tooLong(length: 65536, maximum: 65535), field: "SvcParamValue", offset: 0)) {
            try ServiceBinding(priority: 1, target: .root, parameters: [long])
        }
        #expect(throws: WireError(.invalidValue(0), field: "alpn identifier length", offset: 0)) {
            try ServiceBinding.Parameter.alpn([[]])
        }
    }

    @Test func bindingsReadBack() throws {
        for binding in Generator<ServiceBinding>.extreme.values(seed: 9460, count: 300) {
            #expect(
                try RecordBytes.read(RecordBytes.write(.serviceBinding(binding)), as: .svcb) == .serviceBinding(binding)
            )
        }
    }
}
