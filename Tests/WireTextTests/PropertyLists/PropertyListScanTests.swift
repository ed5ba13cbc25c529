import ServiceDiscovery
import Testing
import WireSimulation
import WireTesting

@testable import WireText

@Suite struct PropertyListScanTests {
    private func usage(_ bytes: [UInt8]) throws -> String? {
        try AppServiceDeclarations(infoPlist: bytes).localNetworkUsageDescription
    }

    private func xml(_ value: String) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict><key>NSLocalNetworkUsageDescription</key>\(value)</dict>
            </plist>

            """.utf8)
    }

    private func error(_ bytes: [UInt8]) -> PropertyListError? {
        #expect(throws: PropertyListError.self) { try AppServiceDeclarations(infoPlist: bytes) }
    }

    private func kind(_ text: String) -> PropertyListError.Kind? { error(Array(text.utf8))?.kind }

    // MARK: XML

    @Test(arguments: [
        ("<string>a &lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;</string>", #"a <b> & "c" 'd'"#),
        ("<string>&#65;&#x42;&#x1F4F1;</string>", "AB📱"),
        ("<string>a<![CDATA[<b>&amp;]]>c</string>", "a<b>&amp;c"),
        ("<!-- <string>no</string> --><string>ab</string>", "ab"),
        ("<string\n  note='a b' >x</string  >", "x"),
        ("<string/>", ""),
        ("<string></string>", ""),
        ("<?pi ?><string> Jürgen’s\n</string>", " Jürgen’s\n"),
    ])
    func readsText(value: String, text: String) throws { #expect(try usage(xml(value)) == text) }

    @Test func readsListsWithoutHead() throws {
        let bare = "<dict><key>NSLocalNetworkUsageDescription</key><string>x</string></dict>"
        #expect(try usage(Array(bare.utf8)) == "x")
        #expect(try usage([0xEF, 0xBB, 0xBF] + Array(" \(bare)\n".utf8)) == "x")
    }

    @Test(arguments: [
        "<dict><string>x</string></dict>", "<dict><key>x</key></dict>", "<dict></array>",
        "<dict><key>x</key><string>y</key></dict>", "<dict><key>a</key><number>1</number></dict>",
        "<dict><key>a</key><integer></integer></dict>", "<dict><key>a</key><true>no</true></dict>", "<dict>text</dict>",
        "<plist><dict/></plist", "<dict><key>&nbsp;</key><true/></dict>", "<dict><key>&#xD800;</key><true/></dict>",
    ])
    func passesOnWhyFoundationCannotReadIt(text: String) throws {
        guard case .unreadable(let reason) = kind(text) else { throw TestFailure() }
        #expect(!reason.isEmpty)
    }

    private struct TestFailure: Error {}

    @Test func onlyOneDictionaryIsAnInfoPlist() {
        #expect(error(Array("<dict/><dict/>".utf8)) == PropertyListError(.malformed, at: 7))
        #expect(kind("<plist><dict/><dict/></plist>") == .malformed)
        #expect(kind("<array/>") == .notADictionary)
        #expect(kind("<plist><string>x</string></plist>") == .notADictionary)
    }

    @Test func keysKeepTheOrderOfTheFile() throws {
        let declared = try AppServiceDeclarations(
            infoPlist: Array(
                """
                <plist><dict><key>WiFiAwareServices</key><dict>
                <!-- <key>_no._tcp</key> --><key>_z._tcp</key><dict><key>Publishable</key><dict/></dict>
                <key>_a&#46;_tcp</key><dict/><key>_m._udp</key><dict/><key>_z._tcp</key><dict/>
                </dict><key>NSBonjourServices</key><array><dict><key>WiFiAwareServices</key><true/></dict></array>
                </dict></plist>
                """.utf8))
        #expect(declared.wiFiAwareServices?.map(\.name) == ["_z._tcp", "_m._udp", "_z._tcp", "_a._tcp"])
        #expect(declared.violations.filter { $0.kind == .repeatedKey }.map(\.keyPath) == ["WiFiAwareServices._z._tcp"])
    }

    @Test func otherFormatsAreNamed() {
        #expect(kind("") == .unknownFormat)
        #expect(kind("{ NSBonjourServices = (\"_a._tcp\"); }") == .unknownFormat)
        #expect(kind("{\"NSBonjourServices\": []}") == .unknownFormat)
        #expect(error([0xFF, 0xFE, 0x3C, 0])?.kind == .unsupportedEncoding)
        #expect(error(Array("bplist15".utf8) + [UInt8](repeating: 0, count: 40))?.kind == .unknownFormat)
    }

    @Test func everyTruncationIsAnError() {
        let bytes = Array("<plist><dict><key>a</key><array><string>x&amp;</string></array></dict></plist>".utf8)
        #expect(throws: Never.self) { try AppServiceDeclarations(infoPlist: bytes) }
        for count in bytes.indices { #expect(error(Array(bytes[..<count])) != nil, "\(count)") }
    }

    @Test func depthIsLimited() {
        func nested(_ depth: Int) -> [UInt8] {
            let arrays = String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
            return Array("<dict><key>a</key>\(arrays)</dict>".utf8)
        }
        let limit = AppServiceDeclarations.maximumDepth
        #expect(throws: Never.self) { try AppServiceDeclarations(infoPlist: nested(limit - 1)) }
        #expect(error(nested(limit))?.kind == .tooDeep)
        // Foundation's reader runs out of stack here.
        #expect(error(nested(200_000))?.kind == .tooDeep)
    }

    @Test func sizeIsLimited() {
        let bytes = [UInt8](repeating: 0x20, count: AppServiceDeclarations.maximumLength + 1)
        #expect(error(bytes)?.kind == .tooLarge(length: bytes.count))
        let values = String(repeating: "<true/>", count: AppServiceDeclarations.maximumValues)
        #expect(kind("<dict><key>a</key><array>\(values)</array></dict>") == .tooManyValues)
    }

    // MARK: Binary

    private func binary(_ value: [UInt8]) -> [UInt8] {
        var builder = BinaryPropertyListBuilder()
        let key = builder.add([0x5F, 0x10, 30] + Array("NSLocalNetworkUsageDescription".utf8))
        let value = builder.add(value)
        return builder.list(dictionary: [(key, value)])
    }

    @Test func readsBinaryText() throws {
        #expect(try usage(binary([0x52] + Array("Hi".utf8))) == "Hi")
        #expect(try usage(binary([0x62, 0, 0xFC, 0x26, 0x03])) == "ü☃")
        #expect(try usage(binary([0x6F, 0x11, 0, 2, 0xD8, 0x3D, 0xDC, 0xF1])) == "📱")
    }

    @Test(
        arguments: [
            ([0x08], "boolean"), ([0x00], "special"), ([0x10, 7], "number"),
            ([0x13] + [UInt8](repeating: 0, count: 8), "number"),
            ([0x22, 0, 0, 0, 0], "number"), ([0x33] + [UInt8](repeating: 0, count: 8), "date"), ([0x42, 1, 2], "data"),
            ([0x80, 1], "special"), ([0xA0], "array"), ([0xC0], "special"), ([0xD0], "dictionary"),
        ] as [([UInt8], String)])
    func knowsAllKindsOfObjects(object: [UInt8], kind: String) throws {
        let declared = try AppServiceDeclarations(infoPlist: binary(object))
        #expect(declared.violations.map(\.kind) == [.wrongKind(found: kind, expected: "string")])
    }

    @Test func binaryLiesAreErrors() {
        #expect(error(Array("bplist00".utf8))?.kind == .malformed)
        // A set, which Foundation does not survive everywhere, and lengths and references out of the list.
        #expect(error(binary([0xC1, 0, 0, 0])) == PropertyListError(.malformed, at: 41))
        #expect(error(binary([0x5F, 0x13, 0x7F, 255, 255, 255, 255, 255, 255, 255]))?.kind == .malformed)
        #expect(error(binary([0x5F, 0x51]))?.kind == .malformed)
        #expect(error(binary([0xA1, 0, 0, 200]))?.kind == .malformed)
        #expect(error(binary([0xD1, 0, 0, 1, 0, 0, 1]))?.kind == .tooDeep)
        // An object of a kind that does not exist.
        #expect(error(binary([0x70]))?.kind == .unreadable(reason: "Foundation cannot read it"))
    }

    /// Every byte of the trailer with every value, so that each of its numbers lies.
    @Test func trailersThatLieDoNoHarm() {
        let bytes = binary([0x52, 0x48, 0x69])
        for index in bytes.indices.suffix(32) {
            for value: UInt8 in 0...255 {
                var lying = bytes
                lying[index] = value
                _ = try? AppServiceDeclarations(infoPlist: lying)
            }
        }
        for count in bytes.indices { #expect(error(Array(bytes[..<count])) != nil) }
    }

    @Test func listsThatContainThemselvesEnd() {
        var builder = BinaryPropertyListBuilder()
        let key = builder.add("a")
        let loop = builder.add(array: [1])
        #expect(error(builder.list(dictionary: [(key, loop)]))?.kind == .tooDeep)
    }

    /// Thirty arrays, each of which has the next one twice: a thousand million values in a few hundred bytes.
    @Test func objectsUsedManyTimesAreCounted() {
        var builder = BinaryPropertyListBuilder()
        let key = builder.add("a")
        var inner = builder.add([0x09])
        for _ in 0..<30 { inner = builder.add(array: [inner, inner]) }
        #expect(error(builder.list(dictionary: [(key, inner)]))?.kind == .tooManyValues)
        // One long text in many places.
        let text = builder.add([0x5F, 0x12, 0, 1, 0, 0] + [UInt8](repeating: 0x78, count: 65_536))
        let copies = builder.add(array: [Int](repeating: text, count: 300))
        #expect(error(builder.list(dictionary: [(key, copies)]))?.kind == .tooManyValues)
    }

    @Test func anyBytesAreReadWithoutHarm() {
        var random = SeededGenerator(seed: 2026)
        let lists = [
            binary([0x52, 0x48, 0x69]), xml("<string>a&amp;b</string>"),
            Array("<dict><key>a</key><array><true/></array><!-- c --></dict>".utf8),
        ]
        for _ in 0..<3000 {
            var bytes = random.pick(lists)
            for _ in 0..<random.number(in: 1...4) {
                let index = random.number(in: 0...bytes.count - 1)
                bytes[index] = random.bytes(1)[0]
                if random.chance(1, in: 4) { bytes.remove(at: index) }
            }
            _ = try? AppServiceDeclarations(infoPlist: bytes)
        }
    }
}
