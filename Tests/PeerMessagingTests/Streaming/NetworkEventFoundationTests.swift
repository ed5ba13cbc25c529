import Foundation
import PeerMessaging
import Testing
import WireCoding
import WireSimulation
import WireTesting

/// Ours accepts what Foundation's decoder accepts, and reads the same values.
@Suite struct NetworkEventFoundationTests {
    /// The event as the application declares it.
    private enum ReferenceEvent: Codable {
        case startStreaming
        case satelliteMovedTo(position: CGPoint, dimensions: CGSize)

        func matches(_ event: NetworkEvent) -> Bool {
            switch (self, event) {
            case (.startStreaming, .startStreaming): true
            case (.satelliteMovedTo(let position, let dimensions), .satelliteMovedTo(let place, let size)):
                Double(position.x) == place.x && Double(position.y) == place.y
                    && Double(dimensions.width) == size.width && Double(dimensions.height) == size.height
            default: false
            }
        }

        static func random(_ generator: inout SeededGenerator) -> ReferenceEvent {
            guard !generator.chance(1, in: 6) else { return .startStreaming }
            let number = { (generator: inout SeededGenerator) -> Double in
                switch generator.number(in: 0...4) {
                case 0: Double(generator.number(in: -2000...2000))
                case 1: Double(generator.number(in: 1...1_000_000)) * 1e-12
                case 2: Double(generator.number(in: 1...1_000_000)) * 1e14
                case 3: -0.0
                default: Double(generator.number(in: 0...999_999)) / 997
                }
            }
            return .satelliteMovedTo(
                position: CGPoint(x: number(&generator), y: number(&generator)),
                dimensions: CGSize(width: number(&generator), height: number(&generator)))
        }
    }

    /// Members and elements that fit where an event has some.
    private static let pieces = [
        #""position":[1,2],"#, #""position":[3],"#, #""position":{"x":1,"y":2},"#, #""dimensions":[],"#,
        #""dimensions":[4,5,"six"],"#, #""startStreaming":{},"#, #""startStreaming":[],"#,
        #""satelliteMovedTo":{"position":[1,2],"dimensions":[3,4]},"#, #""\u0070osition":[7,8],"#, #""x":null,"#,
    ].map { Array($0.utf8) }

    private static func mutate(_ body: inout [UInt8], _ generator: inout SeededGenerator) {
        guard generator.chance(1, in: 2) else { return JSONMutator.mutate(&body, &generator) }
        let isElement = generator.chance(1, in: 3)
        let bracket = UInt8(ascii: isElement ? "[" : "{")
        let places = body.indices.filter { body[$0] == bracket }
        guard !places.isEmpty else { return }
        let elements = ["null,", "1e2,", "\"1\",", "[],", "-0,"].map { Array($0.utf8) }
        body.insert(contentsOf: generator.pick(isElement ? elements : pieces), at: generator.pick(places) + 1)
    }

    @Test func readsWhatFoundationWrites() throws {
        let encoder = JSONEncoder()
        for seed in 0..<3000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let event = ReferenceEvent.random(&generator)
            encoder.outputFormatting = generator.pick(MeshMessageFoundationTests.formats)
            let body = Array(try encoder.encode(event))
            let read = try NetworkEvent(parsing: body.span)
            #expect(event.matches(read), "seed \(seed): \(String(decoding: body, as: UTF8.self))")
        }
    }

    @Test func writesWhatFoundationReads() throws {
        let decoder = JSONDecoder()
        for seed in 0..<2000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let event: NetworkEvent =
                switch ReferenceEvent.random(&generator) {
                case .startStreaming: .startStreaming
                case .satelliteMovedTo(let position, let dimensions):
                    .satelliteMovedTo(
                        position: .init(x: Double(position.x), y: Double(position.y)),
                        dimensions: .init(width: Double(dimensions.width), height: Double(dimensions.height)))
                }
            var writer = ByteWriter()
            try event.serialize(into: &writer)
            let read = try decoder.decode(ReferenceEvent.self, from: Data(writer.bytes))
            #expect(read.matches(event), "seed \(seed)")
        }
    }

    @Test func agreesWithFoundationOnDamagedEvents() throws {
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        var accepted = 0
        var refused = 0
        for seed in 0..<30_000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            encoder.outputFormatting = generator.pick(MeshMessageFoundationTests.formats)
            var body = Array(try encoder.encode(ReferenceEvent.random(&generator)))
            for _ in 0..<generator.number(in: 1...2) { Self.mutate(&body, &generator) }
            let reference = try? decoder.decode(ReferenceEvent.self, from: Data(body))
            let text = String(decoding: body, as: UTF8.self)
            let comment: Comment = "seed \(seed): \(text)"
            do {
                let event = try NetworkEvent(parsing: body.span)
                if case .unknown = event {
                    #expect(reference == nil, comment)
                    continue
                }
                // Foundation refuses some spellings of a zero with an exponent.
                guard !text.contains(/[^0-9.][0.]+[eE]/) else { continue }
                #expect(reference?.matches(event) == true, comment)
                accepted += 1
            } catch {
                #expect(reference == nil || JSONMutator.looksLikeUTF16(body), "\(error), \(comment)")
                refused += 1
            }
        }
        // The mutations must reach both sides often for this to mean anything.
        #expect(accepted > 5000 && refused > 5000)
    }
}
