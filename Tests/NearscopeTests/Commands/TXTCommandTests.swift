import Foundation
import Testing
import TraceReports
import WireText

@Suite struct TXTCommandTests {
    @Test func showsEntriesSizesAndBytes() throws {
        let outcome = try BuiltTool.run(wide: "txt", "check", "path=/thing", "flag", "empty=", "a=1=2")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.text == """
                  #  key      state        value   bytes
                  1  path     value        /thing  11
                  2  flag     no value             4
                  3  empty    empty value          6
                  4  a        value        1=2     5

                30 bytes of data

                  within 200   typical size of a record
                  within 400   fits a DNS message of 512 bytes, and Apple's limit for discovery info
                  within 1300  fits one Ethernet frame
                  within 8900  fits a multicast DNS message

                Nothing is wrong.

                Data: 0b706174683d2f7468696e6704666c616706656d7074793d05613d313d32

                """)
    }

    @Test func rulesWithoutChoiceEndWithStatusOne() throws {
        let broken = try BuiltTool.run(wide: "txt", "check", "=bad", "deviceName=x", "a=1", "A=2")
        #expect(broken.status == 1)
        for line in [
            "  BROKEN   entry 1  an entry without a key before the = is ignored by receivers", "RFC 6763 §6.4",
            "  advice   entry 2  the key has 10 characters; nine or fewer are recommended",
            "  warning  entry 4  the key was already given by entry 3; receivers ignore this entry",
        ] { #expect(broken.text.contains(line), "\(line)") }
        #expect(try BuiltTool.run(wide: "txt", "check", "a=1", "A=2").status == 0)
    }

    @Test func showsWhatLibrariesFindForARepeatedKey() throws {
        let outcome = try BuiltTool.run(wide: "txt", "check", "a=1", "A=2", "a")
        #expect(outcome.status == 0)
        #expect(
            outcome.text.contains(
                """
                Libraries find different entries:

                  a  Apple            a=1
                  a  Avahi            a
                  a  python-zeroconf  a=1
                  A  Apple            a=1
                  A  Avahi            a
                  A  python-zeroconf  A=2
                """))
    }

    @Test func readsDataOfTheWire() throws {
        let outcome = try BuiltTool.run(wide: "txt", "check", "--hex", "03613d31 05 623d", "--format", "json")
        #expect(outcome.status == 1)
        let object = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        #expect(object["schema"] as? String == "nearscope.txt/1")
        #expect(object["rdata"] as? String == "03613d3105623d")
        let entry = try #require((object["entries"] as? [[String: Any]])?.first)
        #expect(entry["key"] as? String == "a" && entry["state"] as? String == "value")
        let remark = try #require((object["remarks"] as? [[String: Any]])?.first)
        #expect(remark["severity"] as? String == "must" && remark["offset"] as? Int == 4)
        #expect(remark["reference"] as? String == "RFC 1035 §3.3.14")
    }

    @Test func noDataIsNotTheSameAsNoAttributes() throws {
        #expect(try BuiltTool.run(wide: "txt", "check", "--hex", "").status == 1)
        let empty = try BuiltTool.run(wide: "txt", "check", "--hex", "00")
        #expect(empty.status == 0 && empty.text.hasPrefix("No attributes.\n"))
        #expect(try BuiltTool.run(wide: "txt", "check").text.hasSuffix("Data: 00\n"))
    }

    @Test func refusesWhatCannotBeARecord() throws {
        let long = try BuiltTool.run(wide: "txt", "check", "k=" + String(repeating: "x", count: 254))
        #expect(long.status == 1 && long.errorLines.count == 1)
        #expect(long.errors.contains("256 bytes long, the limit is 255"))
        #expect(try BuiltTool.run(wide: "txt", "check", "--hex", "0g").status == 65)
        #expect(try BuiltTool.run(wide: "txt", "check", "a", "--hex", "00").status == 64)
    }

    @Test func keysAndValuesAreHarmless() throws {
        let outcome = try BuiltTool.run(wide: "txt", "check", "k\u{1B}[2J=\u{202E}x\u{7}", "k\u{1B}[2J")
        #expect(outcome.status == 1)
        #expect(outcome.text.unicodeScalars.allSatisfy { $0 == "\n" || !SafeText.isUnsafe($0) })
        let binary = try BuiltTool.run(wide: "txt", "check", "--hex", "046b3dff00")
        #expect(binary.text.contains("hex ff00"))
    }

    @Test func helpShowsExamples() throws {
        let help = try BuiltTool.run(wide: "txt", "check", "--help")
        #expect(help.status == 0 && help.text.contains("EXAMPLES"))
    }
}
