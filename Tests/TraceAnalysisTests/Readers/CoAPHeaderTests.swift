import Testing

@testable import TraceAnalysis

@Suite struct CoAPHeaderTests {
    private func header(_ bytes: [UInt8]) -> CoAPHeader? { CoAPHeader(bytes.span) }

    @Test func requestsAndResponsesAreToldByTheirCode() {
        #expect(header([0x40, 0x01, 0, 1])?.isRequest == true && header([0x40, 0x01, 0, 1])?.isResponse == false)
        for code in [0x45, 0x84, 0xA0] as [UInt8] {
            #expect(header([0x60, code, 0, 1])?.isResponse == true && header([0x60, code, 0, 1])?.isRequest == false)
        }
        // An acknowledgment without anything.
        #expect(header([0x60, 0, 0, 1])?.isRequest == false && header([0x60, 0, 0, 1])?.isResponse == false)
    }

    @Test func optionsAndPayloadFillTheMessage() {
        let message: [UInt8] =
            [0x41, 0x45, 0, 1, 9, 0xD1, 5, 7, 0x0E, 0, 0] + [UInt8](repeating: 1, count: 269) + [0xFF, 3]
        #expect(header(message) != nil)
        // Everything that ends earlier, but at the end of the token, of an option, or before the payload's marker.
        let whole = [5, 8, message.count - 2, message.count]
        for length in 0..<message.count where !whole.contains(length) {
            #expect(header(Array(message.prefix(length))) == nil, "\(length)")
        }
        for length in whole { #expect(header(Array(message.prefix(length))) != nil) }
    }

    @Test func whatIsNotVersionOneOrHasTooLongATokenIsSomethingElse() {
        for first in [0x00, 0x80, 0xC0, 0x49, 0x4F] as [UInt8] {
            #expect(header([first, 1, 0, 1] + [UInt8](repeating: 0, count: 16)) == nil)
        }
        #expect(header([0x40, 1, 0, 1, 0xF0]) == nil)
    }
}
