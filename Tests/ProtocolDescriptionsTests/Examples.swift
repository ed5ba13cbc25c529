import Foundation
import ProtocolDescriptions
import TestSupport
import Testing
import WireCoding

/// Descriptions and streams that tests of several parts use.
enum Examples {
    static func page(_ name: String) throws -> DescribedPage {
        try DescribedPage(utf8: bytes(name))
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Fixture.url("protocols/\(name)")))
    }

    /// Names of the files in a folder of the fixtures.
    static func names(_ folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Fixture.url("protocols/\(folder)").path())
            .filter { $0.hasSuffix(".protocol.yaml") }.sorted()
    }

    static func compiled(_ name: String) throws -> CompiledProtocol {
        try CompiledProtocol(page(name).description) { try? bytes($0) }
    }

    /// A description from lines of YAML after its name and version.
    static func compiled(yaml lines: String) throws -> CompiledProtocol {
        try CompiledProtocol(DescribedPage(yaml: "nearscope: protocol/1\nname: example\n" + lines).description)
    }
}

/// Expects that a description has one mistake, with its place and what would be right.
func expectRefusal(
    of problems: [DescriptionProblem], at place: String, saying words: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(problems.count == 1, "\(problems)", sourceLocation: sourceLocation)
    let problem = problems.first?.description ?? ""
    #expect(problem.hasPrefix(place + ": ") && problem.contains(words), sourceLocation: sourceLocation)
}

/// What a decoder made of a direction.
struct Reading: Equatable {
    var messages: [DescribedMessage] = []
    var summary = DescribedDirectionSummary()

    var types: [String?] { messages.map(\.type) }
    var offsets: [Int] { messages.map(\.streamOffset) }

    /// Reads a stream as one piece.
    init(_ compiled: CompiledProtocol, _ stream: [UInt8], midstream: Bool = false) {
        self.init(compiled, [.bytes(stream), .end], midstream: midstream)
    }

    /// What happens to a stream.
    enum Event {
        case bytes([UInt8])
        case hole(Int)
        case datagram([UInt8])
        case end
    }

    init(_ compiled: CompiledProtocol, _ events: [Event], midstream: Bool = false, resynchronizes: Bool = false) {
        var messages: [DescribedMessage] = []
        var decoder = compiled.makeDecoder(midstream: midstream, resynchronizes: resynchronizes)
        for event in events {
            switch event {
            case .bytes(let bytes): decoder.read(bytes.span) { messages.append(DescribedMessage($0)) }
            case .datagram(let bytes): decoder.readDatagram(bytes.span) { messages.append(DescribedMessage($0)) }
            case .hole(let count): decoder.skip(missing: count) { messages.append(DescribedMessage($0)) }
            case .end: decoder.finish { messages.append(DescribedMessage($0)) }
            }
        }
        self.messages = messages
        summary = decoder.summary
    }
}

extension [Reading.Event] {
    /// The same events with bytes cut into pieces of up to `size`, chosen at random.
    func cut(_ random: inout SplitMix64, upTo size: Int) -> [Reading.Event] {
        flatMap { event -> [Reading.Event] in
            guard case .bytes(let bytes) = event else { return [event] }
            var pieces: [Reading.Event] = []
            var start = 0
            while start < bytes.count {
                let end = Swift.min(bytes.count, start + 1 + random.index(below: size))
                pieces.append(.bytes([UInt8](bytes[start..<end])))
                start = end
            }
            return pieces
        }
    }
}

/// The value of a field that is shown.
extension DescribedMessage {
    subscript(_ name: String) -> FieldValue? { fields.first { $0.name == name }?.value }
}
