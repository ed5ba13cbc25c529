import DNSWire
import Foundation
import FoundationErrors
import PacketCapture
import PeerMessaging
import ServiceDiscovery
import Testing
import WireCoding

@Suite struct DescribedErrorTests {
    /// An error as an app has it that knows nothing of its type.
    private func text(_ error: any Error) -> String { error.localizedDescription }

    @Test func theLocalizedDescriptionOfAParserSaysFieldAndOffset() {
        let error = WireError(.truncated(needed: 4, available: 2), field: "length", offset: 3)
        #expect(text(error) == "\(error)" && text(error).contains("offset 3"))
    }

    @Test func namesAndTypesSayWhyTheyAreNone() {
        #expect(throws: DNSNameViolation.self) { try DNSName(validating: "a..b") }
        do {
            _ = try ServiceType(validating: "http")
            Issue.record("http is no service type")
        } catch {
            #expect(text(error) == error.description)
        }
    }

    @Test func errorsOfCapturesAreSentencesToo() throws {
        do {
            _ = try CaptureFile.open(path: "there is none")
            Issue.record("there is such a file")
        } catch {
            #expect(text(error) == "\(error)")
        }
        let failure = FramingError(.emptyFrame, streamOffset: 7)
        #expect(text(failure).contains("stream offset 7"))
    }
}
