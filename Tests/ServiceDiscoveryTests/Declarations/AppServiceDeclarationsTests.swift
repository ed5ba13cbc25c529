import Foundation
import ServiceDiscovery
import Testing
import WireText

@Suite struct AppServiceDeclarationsTests {
    private func declarations(_ content: String) throws -> AppServiceDeclarations {
        try AppServiceDeclarations(infoPlist: Array("<dict>\(content)</dict>".utf8))
    }

    private func bonjour(_ types: String...) throws -> AppServiceDeclarations {
        try declarations(
            "<key>NSLocalNetworkUsageDescription</key><string>Find friends.</string><key>NSBonjourServices</key><array>"
                + types.map { "<string>\($0)</string>" }.joined() + "</array>")
    }

    private let proper = """
        <key>CFBundleIdentifier</key>
        <string>com.example.MyApp</string>
        <key>NSLocalNetworkUsageDescription</key>
        <string>Finds friends &amp; their iPads nearby.</string>
        <key>NSBonjourServices</key>
        <array>
            <string>_txtchat._udp</string>
            <string>_txtchat._tcp</string>
        </array>
        <key>WiFiAwareServices</key>
        <dict>
            <key>_example-service._tcp</key>
            <dict>
                <key>Publishable</key>
                <dict/>
                <key>Subscribable</key>
                <dict/>
            </dict>
            <key>_listener._udp</key>
            <dict><key>Subscribable</key><dict></dict></dict>
        </dict>
        <key>LSRequiresIPhoneOS</key>
        <true/>
        """

    @Test func readsWhatAnAppDeclares() throws {
        let declared = try declarations(proper)
        #expect(declared.bonjourServices?.map(\.text) == ["_txtchat._udp", "_txtchat._tcp"])
        #expect(declared.wiFiAwareServices?.map(\.name) == ["_example-service._tcp", "_listener._udp"])
        #expect(declared.wiFiAwareServices?.map(\.roles) == [[.publishable, .subscribable], [.subscribable]])
        #expect(declared.localNetworkUsageDescription == "Finds friends & their iPads nearby.")
        #expect(declared.violations.isEmpty)
        #expect(try declared.declares(ServiceType(validating: "_TxtChat._udp")))
        #expect(try !declared.declares(ServiceType(validating: "_txtchatquic._udp")))
        let listener = try ServiceType(validating: "_listener._udp")
        #expect(declared.declares(listener, wiFiAwareRole: .subscribable))
        #expect(!declared.declares(listener, wiFiAwareRole: .publishable))
        #expect(!declared.declares(listener))
    }

    /// The same list, written by Foundation in both forms.
    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func readsWhatFoundationWrites(format: PropertyListSerialization.PropertyListFormat) throws {
        let many = (0..<20).map { "_type\($0)._tcp" }
        let list: [String: Any] = [
            "NSBonjourServices": many, "NSLocalNetworkUsageDescription": "für Jürgen’s 📱 <&>\"'",
            "WiFiAwareServices": ["_a-b._udp": ["Publishable": [String: Any]()]],
            "Number": 7, "Big": -1, "Real": 1.5, "Yes": true, "When": Date(timeIntervalSince1970: 1),
            "Data": Data([UInt8](repeating: 1, count: 300)), "Nested": [[["deep": [1, 2, 3]]]],
        ]
        let bytes = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
        let declared = try AppServiceDeclarations(infoPlist: Array(bytes))
        #expect(declared.bonjourServices?.map(\.text) == many)
        #expect(declared.localNetworkUsageDescription == "für Jürgen’s 📱 <&>\"'")
        #expect(declared.wiFiAwareServices?.map(\.name) == ["_a-b._udp"])
        #expect(declared.wiFiAwareServices?.first?.roles == [.publishable])
        #expect(declared.violations.isEmpty)
    }

    @Test func anAppWithoutServicesDeclaresNothing() throws {
        let declared = try declarations("<key>CFBundleIdentifier</key><string>com.example.MyApp</string>")
        #expect(declared.bonjourServices == nil && declared.wiFiAwareServices == nil)
        #expect(declared.violations.isEmpty)
    }

    @Test(arguments: [
        ("http._tcp", [DeclarationViolation.Kind.type(.missingUnderscore)], RuleSeverity.must),
        ("_http._tcp.", [.dotAtEnd], .should),
        ("_http._tcp.local.", [.domain("local.")], .must),
        ("_http._tcp.example.com", [.domain("example.com.")], .must),
        ("_printer._sub._http._tcp", [.subtype("_http._tcp")], .must),
        ("_http._tcp,_printer", [.subtype("_http._tcp")], .must),
        ("_services._dns-sd._udp", [.typeEnumeration], .information),
        ("_services._dns-sd._udp.local.", [.typeEnumeration], .information),
        ("_http", [.type(.missingTransport)], .must),
        ("_HTTP._tcp", [], .must),
        ("_much-too-long-name-._tcp", [.type(.tooLong(length: 19)), .type(.hyphenAtEdge)], .must),
        (" _http._tcp", [.type(.missingUnderscore), .type(.invalidCharacter(0x20, position: 0))], .must),
    ])
    func checksEveryType(text: String, kinds: [DeclarationViolation.Kind], severity: RuleSeverity) throws {
        let declared = try bonjour("_first._tcp", text)
        #expect(declared.violations.prefix(kinds.count).map(\.kind) == kinds)
        #expect(declared.violations.allSatisfy { $0.keyPath == "NSBonjourServices[1]" })
        #expect(declared.violations.allSatisfy { $0.severity == severity })
    }

    @Test func aDotAtTheEndStillDeclaresAndADomainDoesNot() throws {
        let http = try ServiceType(validating: "_http._tcp")
        #expect(try bonjour("_http._tcp.").declares(http))
        #expect(try !bonjour("_http._tcp.local").declares(http))
        #expect(try bonjour("_HTTP._tcp").declares(http))
    }

    @Test func duplicatesCompareWithoutCase() throws {
        let declared = try bonjour("_http._tcp", "_http._udp", "_HTTP._TCP")
        #expect(declared.violations.map(\.kind) == [.duplicate(first: 0)])
        #expect(declared.violations.map(\.keyPath) == ["NSBonjourServices[2]"])
    }

    @Test func valuesOfAnotherKindAreToldWithTheirPath() throws {
        let declared = try declarations(
            """
            <key>NSBonjourServices</key>
            <array><integer>5</integer><string>_a._tcp</string><dict/><true/></array>
            <key>WiFiAwareServices</key>
            <dict>
                <key>_b._tcp</key><string>Publishable</string>
                <key>_c._tcp</key><dict><key>Publishable</key><true/></dict>
            </dict>
            <key>NSLocalNetworkUsageDescription</key><date>2026-01-01T00:00:00Z</date>
            """)
        #expect(
            declared.violations.map(\.description) == [
                "NSBonjourServices[0]: the value is a number; it must be a string",
                "NSBonjourServices[2]: the value is a dictionary; it must be a string",
                "NSBonjourServices[3]: the value is a boolean; it must be a string",
                "WiFiAwareServices._b._tcp: the value is a string; it must be a dictionary",
                "WiFiAwareServices._c._tcp.Publishable: the value is a boolean; it must be a dictionary",
                "NSLocalNetworkUsageDescription: the value is a date; it must be a string",
            ])
        #expect(declared.bonjourServices?.map(\.text) == ["_a._tcp"])
        let lists = try declarations(
            "<key>NSBonjourServices</key><string>_a._tcp</string><key>WiFiAwareServices</key><array/>")
        #expect(lists.violations.map(\.keyPath) == ["NSBonjourServices", "WiFiAwareServices"])
    }

    @Test func wiFiAwareServicesNeedARoleAndAProperName() throws {
        let declared = try declarations(
            """
            <key>NSLocalNetworkUsageDescription</key><string>x</string>
            <key>WiFiAwareServices</key>
            <dict>
                <key>_a._tcp</key><dict/>
                <key>_b._tcp</key><dict><key>publishable</key><dict/></dict>
                <key>file service</key><dict><key>Publishable</key><dict><key>x</key><true/></dict></dict>
                <key>_d._tcp.</key><dict><key>Subscribable</key><dict/></dict>
            </dict>
            """)
        #expect(
            declared.violations.map(\.kind) == [
                .noRole, .unknownRole, .noRole, .type(.missingUnderscore), .type(.missingTransport),
                .type(.invalidCharacter(0x20, position: 4)), .roleNotEmpty, .dotAtEnd,
            ])
        #expect(declared.violations[1].keyPath == "WiFiAwareServices._b._tcp.publishable")
        #expect(declared.wiFiAwareServices?.map(\.roles) == [[], [], [.publishable], [.subscribable]])
        #expect(declared.wiFiAwareServices?.map { $0.type?.description } == ["_a._tcp", "_b._tcp", nil, "_d._tcp"])
    }

    @Test func peopleHaveToBeToldWhy() throws {
        let services = "<key>NSBonjourServices</key><array><string>_a._tcp</string></array>"
        let missing = try declarations(services)
        #expect(missing.violations.map(\.kind) == [.usageDescriptionMissing])
        let blank = try declarations(services + "<key>NSLocalNetworkUsageDescription</key><string> </string>")
        #expect(blank.violations.map(\.kind) == [.usageDescriptionEmpty])
    }

    @Test func keysWithoutEffectAreTold() throws {
        let declared = try declarations(
            """
            <key>NSBonjourService</key><array/>
            <key>WifiAwareServices</key><dict/>
            <key>com.apple.developer.wifi-aware</key><array/>
            <key>NSBonjourServices</key><array/>
            <key>NSBonjourServices</key><array/>
            """)
        #expect(
            declared.violations.map(\.kind) == [
                .repeatedKey, .empty, .misspelledKey(of: "NSBonjourServices"),
                .misspelledKey(of: "WiFiAwareServices"), .entitlement,
            ])
    }

    @Test func violationsAreLimited() throws {
        let declared = try declarations(
            "<key>NSBonjourServices</key><array>" + String(repeating: "<true/>", count: 5000) + "</array>")
        #expect(declared.violations.count == AppServiceDeclarations.maximumViolations)
    }
}
