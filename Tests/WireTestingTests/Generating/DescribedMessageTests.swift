import Foundation
import ProtocolDescriptions
import TestSupport
import Testing
import WireSimulation
import WireTesting

@Suite struct DescribedMessageTests {
    /// Descriptions of the fixtures, but for those that say what does not fit.
    static let names = [
        "club-rules", "diary", "inspector", "lengths.len-add", "lengths.len-all", "lengths.len-tlv", "lengths.len-u24",
        "lens", "linetalk", "linkbox", "muxusb", "party", "plistlink", "pulselog", "rpc-lines", "scene", "sideload",
        "swarm", "telemetry", "tictactoe", "wsroom",
    ]

    static func compiled(_ name: String) throws -> CompiledProtocol {
        let bytes = [UInt8](try Data(contentsOf: Fixture.url("protocols/\(name).protocol.yaml")))
        return try CompiledProtocol(DescribedPage(utf8: bytes).description) { file in
            (try? Data(contentsOf: Fixture.url("protocols/\(file)"))).map { [UInt8]($0) }
        }
    }

    /// What a decoder makes of one message; of a WebSocket without its HTTP upgrade.
    private func read(_ bytes: [UInt8], _ compiled: CompiledProtocol) -> (types: [String?], malformed: Int) {
        var types: [String?] = []
        var decoder = compiled.makeDecoder()
        if compiled.description.framing?.method == .webSocket {
            decoder.read(Array("HTTP/1.1 101 x\r\n\r\n".utf8).span) { _ in }
        }
        func note(_ message: DescribedMessageView) {
            types.append(message.type)
            _ = compiled.content(of: message)
        }
        if compiled.hasDatagramFraming {
            decoder.readDatagram(bytes.span) { note($0) }
        } else {
            decoder.read(bytes.span) { note($0) }
            decoder.finish { note($0) }
        }
        return (types, decoder.summary.malformed)
    }

    @Test(arguments: names) func everyMessageIsOne(name: String) throws {
        let compiled = try Self.compiled(name)
        var known: Set<String> = []
        for bytes in try Generator<[UInt8]>.messages(of: compiled).values(seed: 3, count: 200) {
            let (types, malformed) = read(bytes, compiled)
            #expect(types.count == 1 && malformed == 0)
            if let type = types.first.flatMap(\.self) { known.insert(type) }
        }
        // All types that have a name are there, unless a rule forbids them.
        let names = compiled.description.message.type?.names.map(\.name) ?? []
        #expect(Set(names).isSubset(of: known), "\(known)")
    }

    @Test func theSameSeedGivesTheSameMessages() throws {
        let compiled = try Self.compiled("muxusb")
        let messages = try Generator<[UInt8]>.messages(of: compiled)
        #expect(messages.values(seed: 1, count: 20) == messages.values(seed: 1, count: 20))
        #expect(messages.values(seed: 1, count: 20) != messages.values(seed: 2, count: 20))
    }

    @Test(arguments: names) func damagedMessagesDoNoHarm(name: String) throws {
        let compiled = try Self.compiled(name)
        let mutators = Mutator.described(compiled) + Mutator.byteLevel
        let samples = try Generator<[UInt8]>.messages(of: compiled).values(seed: 5, count: 20)
        var random = SeededGenerator(seed: 7)
        var damaged = 0
        for sample in samples {
            for mutator in mutators {
                var bytes = sample
                mutator.mutate(&bytes, &random)
                let (types, malformed) = read(bytes, compiled)
                if types.count != 1 || malformed > 0 { damaged += 1 }
            }
        }
        #expect(damaged > 0)
    }

    @Test func whatCannotBeMadeIsSaid() throws {
        var description = ProtocolDescription(name: "fixed")
        description.framing = MessageFraming(.fixed(100))
        description.body = .json
        let compiled = try CompiledProtocol(description)
        let error = #expect(throws: DescribedMessageError.self) { try Generator<[UInt8]>.messages(of: compiled) }
        #expect(error?.description.contains("every message has 100 bytes") == true)
        #expect(error?.key == "body")
    }

    /// Without a schema, a path to any branch leads to a field with a number.
    @Test func anyBranchOfProtobufIsANumber() throws {
        let compiled = try CompiledProtocol(
            ProtocolDescription(
                yaml: """
                    nearscope: protocol/1
                    name: branches
                    over: [tcp]
                    framing: {prefix: varint}
                    body: protobuf
                    message: {type: {field: body.2, absent: reply}, number: body.1, show: [body.4, body.*]}
                    """))
        #expect(try Generator<[UInt8]>.messages(of: compiled).values(seed: 1, count: 20).allSatisfy { !$0.isEmpty })
    }
}
