import ProtocolDescriptions
import Testing
import WireCoding

@Suite struct ProtocolDescriptionValueTests {
    @Test func theValueHasTheKeysOfThePage() throws {
        let description = try Examples.page("lens.protocol.yaml").description
        guard case .object(let fields) = description.value else {
            Issue.record("not an object")
            return
        }
        #expect(
            fields.map(\.name) == [
                "nearscope", "name", "over", "services", "magic", "header", "framing", "body", "message", "expect",
            ])
        let values = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        #expect(values["nearscope"] == .text("protocol/1"))
        #expect(values["magic"] == ["hex": .text("4c 4e 53 43")])
        #expect(values["framing"] == ["datagram": .object([])])
    }

    @Test func aDelimiterIsTextAndANumberANumber() {
        var description = ProtocolDescription(name: "lines")
        description.framing = MessageFraming(.delimiter([13, 10]), maximum: 100)
        description.ports = [9000]
        guard case .object(let fields) = description.value else {
            Issue.record("not an object")
            return
        }
        let values = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        #expect(values["framing"] == ["delimiter": .text("\r\n"), "maximum": .integer(100)])
        #expect(values["ports"] == .list([.integer(9000)]))
    }
}
