import Foundation
import MultipeerWire
import TestSupport
import Testing
import WireCoding

// The code of the article, word for word.

/// What a piece of the TCP connection says, one line for each message that ends in it.
func transcript(of segment: Span<UInt8>, _ decoder: inout MultipeerChannelDecoder) throws(WireError) -> [String] {
    var lines: [String] = []
    var position = 0
    while let output = decoder.next(in: segment, at: &position) {
        switch output {
        case .fault(let fault): lines.append("fault: \(fault.error)")
        case .message(let message):
            switch try decoder.owned(message, in: segment).content() {
            case .hello(let hello): lines.append("hello of \(hello.peer?.displayName ?? "?")")
            case .invitation(let invitation):
                lines.append("\(invitation.sender.displayName) invites \(invitation.recipient.displayName)")
            case .answer(let answer):
                lines.append("\(answer.sender.displayName) \(answer.isAccepted ? "accepts" : "declines")")
            case .addresses(let message):
                let candidates = try message.readConnectionData().candidates
                lines.append("reach me at " + candidates.map { "\($0.address) \($0.port)" }.joined(separator: ", "))
            default: break
            }
        }
    }
    return lines
}

/// What a datagram of the session is.
func line(of datagram: Span<UInt8>) throws(WireError) -> String {
    let view = try MultipeerDatagramView(datagram)
    guard view.kind == .data, let sender = view.sender else { return view.kind.rawValue }
    return "\(view.payload.count) bytes from \(sender)"
}

@Suite struct ReadMultipeerMessagesTests {
    /// The lines of a stream that is cut into pieces of that size.
    private func lines(_ stream: [UInt8], by size: Int) throws -> [String] {
        var decoder = MultipeerChannelDecoder()
        var lines: [String] = []
        for start in stride(from: 0, to: stream.count, by: size) {
            let piece = stream[start..<min(start + size, stream.count)]
            lines += try transcript(of: piece.span, &decoder)
        }
        return lines
    }

    @Test(arguments: [1, 100, 100_000])
    func theInvitationIsToldInAnyPieces(_ size: Int) throws {
        let stream =
            Published.hello + Published.helloAck + Published.invitation + Published.decline + Captured.addresses
        #expect(
            try lines(stream, by: size) == [
                "hello of Ada", "Ada invites Bo", "Bo declines",
                "reach me at 10.78.0.11 16402, fe80::4d:50ff:fe43:b 16402",
            ])
    }

    @Test func aWrongChecksumIsAFault() throws {
        let lines = try lines(Captured.brokenInvitation + Published.hello, by: 100_000)
        #expect(lines.count == 2 && lines[0].hasPrefix("fault: ") && lines[1] == "hello of Ada")
    }

    @Test(arguments: [
        (Published.check, "stunRequest"), (Published.sessionHello, "sessionHello"),
        (Published.data, "5 bytes from 4E9B6F08"),
    ])
    func datagramsSayWhatTheyAre(_ datagram: [UInt8], _ expected: String) throws {
        let line = try line(of: datagram.span)
        #expect(line == expected)
    }

    /// Whoever changes the code in one place has to change it in the other.
    @Test func theArticleShowsWhatIsTestedHere() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let article = try String(
            contentsOf: Fixture.repository.appending(
                path: "Sources/MultipeerWire/MultipeerWire.docc/Read-Multipeer-messages.md"),
            encoding: .utf8)
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(blocks.count == 2)
        for block in blocks { #expect(source.contains("\n\(block)\n"), "\(block)") }
    }
}
