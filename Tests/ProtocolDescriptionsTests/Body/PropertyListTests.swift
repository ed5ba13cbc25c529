import ProtocolDescriptions
import Testing
import WireCoding

@Suite struct PropertyListTests {
    private func read(_ bytes: [UInt8], _ paths: String) throws -> DescribedMessage? {
        let compiled = try Examples.compiled(yaml: "over: [udp]\nbody: plist\nmessage: {show: [\(paths)]}\n")
        return Reading(compiled, [.datagram(bytes)]).messages.first
    }

    private func xml(_ content: String) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            \(content)
            </plist>

            """.utf8)
    }

    @Test func xmlIsReadWithItsTypes() throws {
        let content = """
            <dict><key>a</key><string>x &amp; &#xe9;</string><key>l</key>
            <array><integer>-3</integer><true/><real>0.5</real></array>
            <key>d</key><data>AQI=</data><!-- no -->
            <key>t</key><date>2001-01-01T00:00:01Z</date><key>e</key><dict/></dict>
            """
        let message = try #require(try read(xml(content), "body.a, body.l, body.d, body.t, body.e"))
        #expect(
            message.fields.map(\.value) == [
                .text("x & é"), .list([.integer(-3), .boolean(true), .real(0.5)]), .hex([1, 2]),
                .text("2001-01-01T00:00:01Z"),
                .object([]),
            ])
    }

    @Test(arguments: [
        "<dict><key>a</key></dict>", "<array><string>a</array>", "<integer>x</integer>", "<data>A</data>", "<set/>",
        "<string>&unknown;</string>", "<string/><string/>", "<date>today</date>",
    ])
    func whatIsNoPropertyListIsMalformed(_ content: String) throws {
        #expect(try read(xml(content), "body") == nil)
    }

    @Test func aDocumentTypeWithEntitiesIsRefused() throws {
        let text = "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>"
        #expect(try read(Array(text.utf8), "body") == nil)
    }

    @Test func everyValueSurvivesABinaryList() throws {
        let compiled = try Examples.compiled(yaml: "over: [udp]\nbody: plist\nmessage: {show: [body]}\n")
        let value: FieldValue = [
            "text": .text("a"), "wide": .text("日本"),
            "numbers": .list([.integer(0), .integer(-1), .integer(70_000), .unsigned(.max)]),
            "real": .real(0.25), "flag": .boolean(false), "data": .hex([1, 2, 3]), "null": .null,
            "long": .list(Array(repeating: .integer(7), count: 40)), "empty": .object([]),
        ]
        let reading = Reading(compiled, [.datagram(try compiled.encode(body: value))])
        #expect(reading.messages.first?["body"] == value)
    }

    /// An archive whose objects refer to each other, as `NSKeyedArchiver` writes it.
    @Test func aKeyedArchiveIsReadFromItsRoot() throws {
        func reference(_ index: Int) -> FieldValue { ["CF$UID": .integer(Int64(index))] }
        let archive: FieldValue = [
            "$version": .integer(100_000), "$archiver": .text("NSKeyedArchiver"), "$top": ["root": reference(1)],
            "$objects": .list([
                .text("$null"),
                ["kind": reference(2), "none": reference(0), "list": reference(3), "$class": reference(6)],
                .text("move"), ["NS.objects": .list([reference(2), reference(4)]), "$class": reference(6)],
                ["NS.keys": .list([reference(5)]), "NS.objects": .list([reference(2)]), "$class": reference(6)],
                .text("key"),
                ["$classname": .text("Move")],
            ]),
        ]
        let compiled = try Examples.compiled(yaml: "over: [udp]\nbody: plist\nmessage: {show: [body]}\n")
        let reading = Reading(compiled, [.datagram(try compiled.encode(body: archive))])
        #expect(
            reading.messages.first?["body"] == [
                "kind": .text("move"), "none": .null, "list": .list([.text("move"), ["key": .text("move")]]),
            ])
    }

    @Test func anArchiveThatRefersToItselfIsMalformed() throws {
        let archive: FieldValue = [
            "$archiver": .text("NSKeyedArchiver"), "$top": ["root": ["CF$UID": .integer(0)]],
            "$objects": .list([["self": ["CF$UID": .integer(0)]]]),
        ]
        let compiled = try Examples.compiled(yaml: "over: [udp]\nbody: plist\n")
        #expect(Reading(compiled, [.datagram(try compiled.encode(body: archive))]).messages.isEmpty)
    }

    @Test func changedListsAreReadOrRefused() throws {
        let compiled = try Examples.compiled(yaml: "over: [udp]\nbody: plist\nmessage: {show: [body]}\n")
        var random = RandomDescriptions(seed: 29)
        let list = try compiled.encode(body: ["a": .list([.text("b"), ["c": .real(1)]]), "d": .hex([1, 2])])
        let page = xml("<dict><key>a</key><array><string>b</string></array></dict>")
        for _ in 0..<2000 { _ = Reading(compiled, [.datagram(random.changed(random.flip() ? list : page))]) }
    }
}
