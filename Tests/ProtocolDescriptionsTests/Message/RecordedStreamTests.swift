import Foundation
import ProtocolDescriptions
import Testing
import WireCoding

/// Streams that were recorded between real endpoints, with what the sender logged.
@Suite struct RecordedStreamTests {
    struct Recorded: Decodable {
        let name: String
        let session: Int
        let direction: String
        let descriptions: [String]
        let stream: String?
        let datagrams: [String]?
        let messages: [Message]

        var label: String { "\(name) \(session) \(direction)" }

        var events: [Reading.Event] {
            if let datagrams { return datagrams.map { .datagram(Hex.decode($0) ?? []) } + [.end] }
            return [.bytes(Hex.decode(stream ?? "") ?? []), .end]
        }
    }

    struct Message: Decodable {
        let offset: Int?
        let wire: Int
        let body: Int
        let type: String?
        let show: [String: Value]?
        let number: Int64?
        let id: Value?
        let sent: Double?
        let sender: String?
        let malformed: String?
    }

    enum Value: Decodable, Equatable {
        case null
        case number(Double)
        case flag(Bool)
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        func isSame(as value: FieldValue?) -> Bool {
            switch (self, value) {
            case (.null, .null?), (.null, nil): true
            case (.flag(let flag), .boolean(let other)?): flag == other
            case (.number(let number), .integer(let other)?): number == Double(other)
            case (.number(let number), .real(let other)?): abs(number - other) < 1e-6
            case (.text(let text), .text(let other)?): text == other
            default: false
            }
        }
    }

    static let recorded: [Recorded] = {
        guard let data = try? Examples.bytes("streams.json"),
            let recorded = try? JSONDecoder().decode([Recorded].self, from: Data(data))
        else { return [] }
        return recorded
    }()

    @Test func messagesAreThoseThatTheSenderLogged() throws {
        #expect(Self.recorded.count == 40)
        for recorded in Self.recorded {
            for description in recorded.descriptions {
                let reading = Reading(try Examples.compiled(description), recorded.events)
                compare(reading, recorded, "\(recorded.label) \(description)", named: description.contains("named"))
            }
        }
    }

    private func compare(_ reading: Reading, _ recorded: Recorded, _ label: String, named: Bool) {
        let sound = recorded.messages.filter { $0.malformed == nil }
        #expect(reading.messages.count == sound.count, "\(label)")
        #expect(
            reading.summary.malformed == recorded.messages.count { $0.malformed.map { $0 != "behind" } ?? false },
            "\(label)")
        for (message, logged) in zip(reading.messages, sound) {
            if let offset = logged.offset { #expect(message.streamOffset == offset, "\(label)") }
            #expect(message.wireSize == logged.wire, "\(label)")
            #expect(message.bodySize == logged.body, "\(label)")
            #expect(message.type == logged.type, "\(label)")
            if let number = logged.number { #expect(message.number == number, "\(label)") }
            if let sender = logged.sender { #expect(message.sender == sender, "\(label)") }
            if logged.id != nil { #expect(message.id != nil, "\(label)") }
            // The device's clock of telemetry began at another time.
            if let sent = logged.sent, recorded.name != "telemetry" {
                #expect(abs(Double(message.sent ?? 0) / 1e9 - sent) < 2e-6, "\(label)")
            }
            // The schema has other paths than the truth.
            if named { continue }
            for (path, value) in logged.show ?? [:] {
                #expect(
                    value.isSame(as: message[path]), "\(label) \(path) \(value) \(String(describing: message[path]))")
            }
        }
    }

    @Test func aSchemaGivesFieldsByName() throws {
        let recorded = try #require(Self.recorded.first { $0.name == "party" && $0.direction == "forward" })
        let reading = Reading(try Examples.compiled("party.named.protocol.yaml"), recorded.events)
        #expect(reading.messages[0]["body.hello.name"] == .text("Dancer"))
        #expect(reading.messages[1]["body.ping.nonce"] == .integer(8_805_647_916_547_749_239))
    }

    @Test func everySegmentationGivesTheSame() throws {
        var random = SplitMix64(seed: 5)
        for recorded in Self.recorded where recorded.stream != nil {
            let compiled = try Examples.compiled(recorded.descriptions[0])
            let whole = Reading(compiled, recorded.events)
            for size in [1, 3, 40, 1500] {
                let events = recorded.events.cut(&random, upTo: size)
                #expect(Reading(compiled, events) == whole, "\(recorded.label) in pieces of \(size)")
            }
        }
    }

    @Test func faultsNameTheKeyThatWasRead() throws {
        let keys = Self.recorded.filter { $0.name == "muxusb-broken" && $0.direction == "forward" }.map { recorded in
            let reading = try? Reading(Examples.compiled(recorded.descriptions[0]), recorded.events)
            return reading?.summary.firstFault?.key
        }
        #expect(keys == ["header.version", "framing", "framing", nil])
    }

    @Test(arguments: ["tictactoe.wrong-order.protocol.yaml", "tictactoe.wrong-framing.protocol.yaml"])
    func aWrongDescriptionGivesNoFigures(_ name: String) throws {
        let recorded = try #require(Self.recorded.first { $0.name == "tictactoe" })
        let reading = Reading(try Examples.compiled(name), recorded.events)
        #expect(reading.messages.isEmpty)
        #expect(!reading.summary.isRead)
        #expect(reading.summary.firstFault?.streamOffset == 0)
    }

    @Test func changedStreamsAreReadInAnySegmentation() throws {
        var random = RandomDescriptions(seed: 17)
        for recorded in Self.recorded {
            let compiled = try Examples.compiled(recorded.descriptions[0])
            for _ in 0..<6 {
                var events = recorded.events.map { event -> Reading.Event in
                    if case .bytes(let bytes) = event { return .bytes(random.changed(bytes)) }
                    return event
                }
                if random.flip() { events.insert(.hole(1 + random.below(300)), at: 0) }
                let isMidstream = random.flip()
                let resynchronizes = random.flip()
                let whole = Reading(compiled, events, midstream: isMidstream, resynchronizes: resynchronizes)
                let cut = Reading(
                    compiled, events.cut(&random.random, upTo: 30), midstream: isMidstream,
                    resynchronizes: resynchronizes)
                #expect(cut.messages == whole.messages, "\(recorded.label)")
                #expect(cut.summary == whole.summary, "\(recorded.label)")
            }
        }
    }
}
