import Foundation
import Testing
import TraceReports
import WireText

@Suite struct CheckCommandTests {
    private func file(_ list: [String: Any], in folder: TemporaryFolder) throws -> String {
        let bytes = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        return try folder.write(Array(bytes), to: "Info.plist")
    }

    @Test func aProperDeclarationHasNothingWrong() throws {
        let folder = try TemporaryFolder()
        let path = try file(
            [
                "NSBonjourServices": ["_txtchat._udp", "_txtchat._tcp"], "NSLocalNetworkUsageDescription": "To chat.",
                "WiFiAwareServices": ["_txtchat._udp": ["Publishable": [String: Any](), "Subscribable": [:]]],
            ], in: folder)
        let outcome = try BuiltTool.run(wide: "check", "plist", path)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.text == """
                Bonjour services (NSBonjourServices):

                  _txtchat._udp
                  _txtchat._tcp

                Wi-Fi Aware services (WiFiAwareServices):

                  _txtchat._udp  Publishable, Subscribable

                Why the app uses the local network (NSLocalNetworkUsageDescription):

                  To chat.

                Nothing is wrong.

                """)
        #expect(
            try BuiltTool.run(arguments: ["check", "plist", "-"], input: path, environment: ["COLUMNS": "200"]).output
                == outcome.output)
    }

    @Test func whatIsWrongIsToldWithItsPlace() throws {
        let folder = try TemporaryFolder()
        let path = try file(["NSBonjourServices": ["txtchat._udp", "_a._tcp.\u{1B}[2J"]], in: folder)
        let outcome = try BuiltTool.run(wide: "check", "plist", path)
        #expect(outcome.status == 1)
        #expect(
            outcome.text.contains(
                "  BROKEN   NSBonjourServices[0]            the service name does not begin with an underscore"))
        #expect(outcome.text.contains("  warning  NSLocalNetworkUsageDescription  the key is missing"))
        #expect(outcome.text.unicodeScalars.allSatisfy { $0 == "\n" || !SafeText.isUnsafe($0) })
    }

    @Test func jsonHasTheSame() throws {
        let folder = try TemporaryFolder()
        let path = try file(["NSBonjourServices": ["_a._tcp."], "NSLocalNetworkUsageDescription": "x"], in: folder)
        let outcome = try BuiltTool.run(wide: "check", "plist", path, "--format", "json")
        #expect(outcome.status == 1)
        let object = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        #expect(object["schema"] as? String == "nearscope.declarations/1")
        let service = try #require((object["bonjourServices"] as? [[String: Any]])?.first)
        #expect(service["text"] as? String == "_a._tcp." && service["type"] as? String == "_a._tcp")
        #expect(object["wiFiAwareServices"] is NSNull)
        let violation = try #require((object["violations"] as? [[String: Any]])?.first)
        #expect(violation["severity"] as? String == "should")
        #expect(violation["keyPath"] as? String == "NSBonjourServices[0]")
    }

    @Test func whatIsNoInfoPlistIsNotUnderstood() throws {
        let folder = try TemporaryFolder()
        let json = try BuiltTool.run(wide: "check", "plist", try folder.write(Array("{}".utf8), to: "a.json"))
        #expect(json.status == 65 && json.errors.contains("not a property list in XML or binary form"))
        let deep = Array("<dict><key>a</key>".utf8) + Array(String(repeating: "<array>", count: 100_000).utf8)
        #expect(try BuiltTool.run(wide: "check", "plist", try folder.write(deep, to: "deep.plist")).status == 65)
        let missing = try BuiltTool.run(wide: "check", "plist", folder.file("x").path + "-not-there")
        #expect(missing.status == 66 && missing.errorLines.count == 1)
        #expect(try BuiltTool.run(wide: "check", "plist", folder.url.path).status == 66)
        #expect(try BuiltTool.run(wide: "check", "plist").status == 64)
    }

    /// Sentences count as people do, from 1, and key paths as programs do.
    @Test func entriesAreCountedFromOne() throws {
        let folder = try TemporaryFolder()
        let path = try file(
            [
                "NSBonjourServices": ["_a._tcp", "_b._tcp", "_B._tcp"], "NSLocalNetworkUsageDescription": "x",
                "WiFiAwareServices": ["_a._tcp": [String: Any]()],
            ], in: folder)
        let outcome = try BuiltTool.run(wide: "check", "plist", path)
        #expect(outcome.text.contains("  NSBonjourServices[2]       the type is already declared by entry 2 "))
        #expect(outcome.text.contains("; the framework terminates such an app"))
    }
}
