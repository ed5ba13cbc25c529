import Foundation
import ProtocolDescriptions
import TestSupport
import Testing
import WireCoding

// The code of the article, word for word.

func chess() -> ProtocolDescription {
    var description = ProtocolDescription(name: "chess")
    description.header = [
        MessageField("kind", .unsigned(bytes: 1)), MessageField("size", .unsigned(bytes: 2)),
    ]
    description.framing = MessageFraming(.length("size"))
    description.body = .json
    description.message.type = TypeRule(
        .field(MessagePath(.header, [.name("kind")])), names: [.init("1", "move"), .init("2", "resign")])
    description.message.sender = MessagePath(.body, [.name("player")])
    description.message.show = [MessagePath(.body, [.name("to")])]
    return description
}

/// The moves in one direction of a game.
func moves(in pieces: [[UInt8]], _ chess: CompiledProtocol) -> [String] {
    var moves: [String] = []
    var decoder = chess.makeDecoder()
    for piece in pieces {
        decoder.read(piece.span) { message in
            guard message.type == "move", case .text(let square) = message.field(0).value else { return }
            moves.append("\(message.sender ?? "?") to \(square)")
        }
    }
    decoder.finish { _ in }
    return moves
}

/// The bytes of a move, with their framing.
func move(to square: String, by player: String, _ chess: CompiledProtocol) throws -> [UInt8] {
    try chess.encode(
        header: [FrameField("kind", .integer(1))], body: ["player": .text(player), "to": .text(square)])
}

@Suite struct DescribeAProtocolTests {
    @Test func thePageSaysTheSame() throws {
        let article = try String(
            contentsOf: Fixture.repository.appending(
                path: "Sources/ProtocolDescriptions/ProtocolDescriptions.docc/Describe-a-protocol.md"),
            encoding: .utf8)
        let page = article.components(separatedBy: "```yaml\n")[1].components(separatedBy: "```")[0]
        #expect(try ProtocolDescription(yaml: page) == chess())
    }

    @Test(arguments: [1, 5, 1000])
    func whatIsWrittenIsRead(_ size: Int) throws {
        let chess = try CompiledProtocol(chess())
        let stream =
            try move(to: "e4", by: "Ada", chess) + hex("02 0002 7b7d") + move(to: "e5", by: "Bo", chess)
        let pieces = stride(from: 0, to: stream.count, by: size).map {
            Array(stream[$0..<min($0 + size, stream.count)])
        }
        #expect(moves(in: pieces, chess) == ["Ada to e4", "Bo to e5"])
    }

    @Test func theLengthFollowsFromTheFraming() throws {
        let bytes = try move(to: "e4", by: "Ada", CompiledProtocol(chess()))
        #expect(bytes == hex("01 001a") + Array(#"{"player":"Ada","to":"e4"}"#.utf8))
    }

    /// Whoever changes the code in one place has to change it in the other.
    @Test func theArticleShowsWhatIsTestedHere() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let article = try String(
            contentsOf: Fixture.repository.appending(
                path: "Sources/ProtocolDescriptions/ProtocolDescriptions.docc/Describe-a-protocol.md"),
            encoding: .utf8)
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(blocks.count == 3)
        for block in blocks { #expect(source.contains("\n\(block)\n"), "\(block)") }
    }
}
