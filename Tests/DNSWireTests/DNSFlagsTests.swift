import DNSWire
import Testing

@Suite struct DNSFlagsTests {
    @Test func readsTheFieldsOfTheHeader() {
        let response = DNSFlags(rawValue: 0x8583)
        #expect(response.isResponse && response.isAuthoritative && !response.isTruncated)
        #expect(response.isRecursionDesired && response.isRecursionAvailable)
        #expect(response.opcode == .query)
        #expect(response.responseCode == .nameError)
        #expect(DNSFlags(rawValue: 0x2800).opcode == .update)
        #expect(DNSFlags(rawValue: 0x0200).isTruncated)
        #expect(DNSFlags(rawValue: 0x0030).isAuthenticData && DNSFlags(rawValue: 0x0030).isCheckingDisabled)
    }

    @Test func setsOneFieldAndLeavesTheOthers() {
        var flags = DNSFlags(rawValue: 0x0040)
        flags.isResponse = true
        flags.opcode = .update
        flags.isTruncated = true
        flags.responseCode = .refused
        #expect(flags.rawValue == 0xAA45)
        flags.isTruncated = false
        flags.opcode = .query
        #expect(flags.rawValue == 0x8045)
        flags.isAuthoritative = true
        flags.isRecursionDesired = true
        flags.isRecursionAvailable = true
        flags.isAuthenticData = true
        flags.isCheckingDisabled = true
        #expect(flags.rawValue == 0x85F5)
    }
}
