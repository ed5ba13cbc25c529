import DNSWire
import Testing
import WireCoding
@testable import WireText

@Suite struct DNSMessageViewTests {
    @Test func showsAllSections() throws {
        let view = DNSMessageView(try SampleMessages.bytes(of: SampleMessages.all()))
        #expect(view.isWellFormed)
        let lines = view.text.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("response, "))
        #expect(lines[0].contains("identifier 77, UPDATE, AA TC RD RA AD CD, REFUSED"))
        #expect(lines[1] == "questions")
        #expect(lines[2] == "  v1\\.2 \\255 café._http._tcp.local.  IN ANY  unicast response wanted")
        #expect(
            lines.contains("  v1\\.2 \\255 café._http._tcp.local.  120 IN cache-flush SRV  1 2 8080 Kitchen.local."))
        #expect(lines.contains("  v1\\.2 \\255 café._http._tcp.local.  120 IN PTR  Kitchen.local."))
        #expect(lines.last == "  .  OPT  version 0, payload 1440  owner 02:4d:44:4e:53:01, sequence 0; 65001:")
    }

    @Test func ownersAreToldInWords() throws {
        let address = LinkAddress(rawValue: 0x024D_444E_5302)
        let owners = [
            OwnerOption(sequence: 7, primaryAddress: address),
            OwnerOption(
                version: 1, sequence: 0, primaryAddress: address, wakeupAddress: LinkAddress(rawValue: 1),
                password: [1, 2, 3, 4]),
        ]
        var options = owners.map { owner in
            var output = ByteWriter()
            owner.serialize(into: &output)
            return EDNSOption(code: .owner, data: output.bytes)
        }
        // Too short to be read: shown as any other option is.
        options.append(EDNSOption(code: .owner, data: [0]))
        let record = ResourceRecord(udpPayloadSize: 1440, options: options)
        let text = DNSMessageView(try DNSMessage(additionals: [record]).bytes()).text
        #expect(
            text.contains(
                """
                  .  OPT  version 0, payload 1440  owner 02:4d:44:4e:53:02, sequence 7; \
                owner 02:4d:44:4e:53:02, sequence 0, version 1, woken up at 00:00:00:00:00:01, password 01020304; 4:00

                """))
    }

    @Test func marksWhatIsMalformed() throws {
        let bytes = try #require(
            Hex.decode("0000 8400 0000 0002 0000 0000 0161 00 0001 0001 00000078 0003 0a4d00 c00c 00"))
        let view = DNSMessageView(bytes)
        #expect(!view.isWellFormed)
        #expect(
            view.text == """
                response, 31 bytes, identifier 0, AA, NOERROR
                answers
                  a.  120 IN A  \\# 3 0a4d00
                    malformed: A address at offset 25 needs 4 bytes, 3 are there within the RDLENGTH
                    … 00 01 00 00 00 78 00 03 [0a] 4d 00 c0 0c 00
                malformed: resource record header at offset 30 needs 10 bytes, 1 are there
                    … 78 00 03 0a 4d 00 c0 0c [00]

                """)
    }

    @Test func jsonTellsWhereTheStructureBreaks() throws {
        let text = String(decoding: DNSMessageView.json([DNSMessageView([0, 1, 0, 0])], asArray: false), as: UTF8.self)
        #expect(text.contains(#""offset": 0"#))
        #expect(text.contains(#""message": "DNS header at offset 0 needs 12 bytes, 4 are there""#))
        #expect(text.contains(#""excerpt": "[00] 01 00 00""#))
        // What was found wrong does not keep it from being read.
        #expect(try DNSMessageJSON.message(from: text) == DNSMessage())
    }

    @Test func namesCannotSteerATerminal() throws {
        let name = try DNSName(labels: [Array("\u{1B}[2J\u{202E}\u{200B}".utf8)])
        let message = DNSMessage(questions: [Question(name: name, type: .a)])
        let text = DNSMessageView(try SampleMessages.bytes(of: message)).text
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !SafeText.isUnsafe($0) })
        let json = DNSMessageJSON.text(of: message)
        #expect(try DNSMessageJSON.message(from: json) == message)
    }
}
