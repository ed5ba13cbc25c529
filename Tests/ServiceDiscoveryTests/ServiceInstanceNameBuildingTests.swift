import DNSWire
import ServiceDiscovery
import Testing
import WireSimulation
import WireTesting

@Suite struct ServiceInstanceNameBuildingTests {
    private let http: ServiceType

    init() throws { http = try ServiceType(validating: "_http._tcp") }

    @Test func isBuiltFromItsParts() throws {
        let name = try ServiceInstanceName(instance: "iPad (2)", type: http)
        #expect(name.description == "iPad (2)._http._tcp.local.")
        #expect(name.domain == .local)
        let dotted = try ServiceInstanceName(
            instance: #"v1.2 \ node"#, type: http, domain: try #require(DNSName(presentation: "example.com")))
        #expect(dotted.fullName.labelCount == 5)
        #expect(dotted.instanceText == #"v1.2 \ node"#)
        #expect(dotted.description == #"v1\.2 \\ node._http._tcp.example.com."#)
    }

    @Test(arguments: [
        ("", InstanceNameViolation.emptyInstance),
        (String(repeating: "é", count: 32), .instanceTooLong(length: 64)),
        ("a\tb", .controlCharacter(9, position: 1)), ("ab\u{7F}", .controlCharacter(127, position: 2)),
    ])
    func partsMustKeepToTheRules(instance: String, violation: InstanceNameViolation) {
        #expect(throws: violation) { try ServiceInstanceName(instance: instance, type: http) }
    }

    @Test func theWholeNameHasALimit() throws {
        let label = Array(repeating: UInt8(ascii: "x"), count: 63)
        let domain = try DNSName(labels: [label, label, label.dropLast(9)])
        // 64 + 64 + 55 of the domain, its root, 11 of the type: 60 are left for the instance.
        let name = try ServiceInstanceName(instance: String(repeating: "a", count: 59), type: http, domain: domain)
        #expect(name.fullName.wireForm.count == 255)
        #expect(throws: InstanceNameViolation.nameTooLong(length: 256)) {
            try ServiceInstanceName(instance: String(repeating: "a", count: 60), type: http, domain: domain)
        }
        #expect(throws: InstanceNameViolation.nameTooLong(length: 256)) {
            try name.replacingInstance(with: Array(repeating: 0x61, count: 60))
        }
    }

    @Test func typesOfTheDirectoryHaveNoInstances() throws {
        let directory = try ServiceType(validating: "_dns-sd._udp")
        #expect(throws: InstanceNameViolation.noInstance) {
            try ServiceInstanceName(instance: "_services", type: directory)
        }
        #expect(throws: InstanceNameViolation.noServiceType) {
            try ServiceInstanceName(instance: "iPad", type: http, domain: .root)
        }
    }

    @Test func aRenamedInstanceKeepsTypeAndDomain() throws {
        let name = try ServiceInstanceName(presentation: "iPad._http._tcp.example.com")
        guard case .exact(let label) = try RenameRule(.avahi, .service).successor(of: name.instance) else { return }
        #expect(try name.replacingInstance(with: label).description == "iPad #2._http._tcp.example.com.")
        // Responders do not keep to text.
        #expect(try name.replacingInstance(with: [0xFF, 0x00]).instance == [0xFF, 0x00])
        #expect(throws: InstanceNameViolation.emptyInstance) { try name.replacingInstance(with: []) }
        #expect(throws: InstanceNameViolation.instanceTooLong(length: 64)) {
            try name.replacingInstance(with: [UInt8](repeating: 0x61, count: 64))
        }
    }

    @Test(arguments: [
        #"iPad\032(2)._http._tcp.local."#, "iPad (2)._http._tcp.local", #"iPad\032\0402\041._http._tcp.local"#,
        #"\105\080ad (2)._HTTP._TCP.local."#,
    ])
    func allSpellingsAreRead(text: String) throws {
        let expected = try ServiceInstanceName(instance: "iPad (2)", type: http)
        if text.hasPrefix("iPad") { #expect(try ServiceInstanceName(presentation: text) == expected) }
        #expect(try ServiceInstanceName(presentation: text).type == http)
    }

    @Test(arguments: [
        ("", InstanceNameViolation.noServiceType), (".", .noServiceType), ("iPad", .noServiceType),
        ("iPad.local", .noServiceType), ("_http._tcp.local", .noServiceType), ("iPad._http._tcp", .noServiceType),
        ("iPad._http._sctp.local", .noServiceType), ("._http._tcp.local", .emptyInstance),
        ("_printer._sub._http._tcp.local", .noInstance), ("_services._dns-sd._udp.local", .noInstance),
        (".local", .emptyLabel), ("iPad._http._tcp..local", .emptyLabel), (#"iPad\"#, .invalidEscape(position: 4)),
        (#"a\25._http._tcp.local"#, .invalidEscape(position: 1)),
        (#"a\256._http._tcp.local"#, .invalidEscape(position: 1)),
        (String(repeating: "a", count: 64) + "._http._tcp.local", .instanceTooLong(length: 64)),
        ("a._http._tcp." + String(repeating: "a", count: 64), .labelTooLong(length: 64)),
        ("a._http._tcp" + String(repeating: ".abcdefghi", count: 30), .nameTooLong(length: 314)),
    ])
    func textMustBeAName(text: String, violation: InstanceNameViolation) {
        #expect(throws: violation) { try ServiceInstanceName(presentation: text) }
    }

    // By `DNSServiceConstructFullName`, `avahi_service_name_join` and python-zeroconf.
    @Test(arguments: [
        ("iPad (2)", #"iPad\032(2)"#, #"iPad\032\0402\041"#, "iPad (2)"),
        (#"a.b\c"#, #"a\.b\\c"#, #"a\.b\\c"#, #"a.b\c"#),
        (
            "J\u{FC}rgen\u{2019}s iPhone", "J\u{FC}rgen\u{2019}s\\032iPhone", #"J\195\188rgen\226\128\153s\032iPhone"#,
            "J\u{FC}rgen\u{2019}s iPhone"
        ),
        ("\t", #"\009"#, #"\009"#, "\t"), ("\u{7F}", "\u{7F}", #"\127"#, "\u{7F}"),
        ("A-b_c", "A-b_c", "A-b_c", "A-b_c"),
    ])
    func eachLibraryHasItsSpelling(instance: String, apple: String, avahi: String, zeroconf: String) throws {
        let name = try ServiceInstanceName(presentation: "x._http._tcp.local")
            .replacingInstance(with: Array(instance.utf8))
        #expect(name.presentation(by: .apple) == apple + "._http._tcp.local.")
        #expect(name.presentation(by: .avahi) == avahi + "._http._tcp.local")
        #expect(name.presentation(by: .zeroconf) == zeroconf + "._http._tcp.local.")
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        var random = SeededGenerator(seed: 6763)
        let name = try ServiceInstanceName(presentation: "x._http._tcp.local")
        for _ in 0..<500 {
            let label = random.bytes(random.number(in: 1...63))
            let renamed = try name.replacingInstance(with: label)
            for text in [renamed.description, renamed.presentation(by: .avahi)] {
                #expect(try ServiceInstanceName(presentation: text).instance == label)
            }
            guard String(decoding: label, as: UTF8.self).utf8.elementsEqual(label) else { continue }
            #expect(try ServiceInstanceName(presentation: renamed.presentation(by: .apple)).instance == label)
        }
    }

    @Test func instancesThatAreNoLabelAreTakenApartAllTheSame() throws {
        let long = String(repeating: "ü", count: 32)
        let parts = try #require(ServiceInstanceName.unlimitedParts(ofPresentation: "\(long)\\.b._http._tcp.local."))
        #expect(parts.instance == Array("\(long).b".utf8))
        #expect(parts.typeName.type.description == "_http._tcp" && parts.typeName.domain.presentation == "local.")
        #expect(ServiceInstanceName.unlimitedParts(ofPresentation: "._http._tcp.local")?.instance == [])
        // What is a name, or is none for another reason.
        for text in ["a._http._tcp.local", ".a._http._tcp.local", long, "a\\9._http._tcp.local", "", "._http._tcp"] {
            #expect(ServiceInstanceName.unlimitedParts(ofPresentation: text) == nil, "\(text)")
        }
    }
}
