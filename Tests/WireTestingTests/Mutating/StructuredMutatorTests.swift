import PeerMessaging
import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

/// Mutators for what is not DNS: each reaches the rules of a parser that bytes alone seldom reach.
@Suite struct StructuredMutatorTests {
    private func results(_ name: String, of sample: [UInt8], count: Int = 100) throws -> [[UInt8]] {
        let mutator = try #require(Mutator.named(name))
        return (0..<count).map { number in
            var random = SeededGenerator(seed: 9, number: number)
            var bytes = sample
            mutator.mutate(&bytes, &random)
            return bytes
        }
    }

    private let elements: [UInt8] = [0, 3, 0x61, 0x62, 0x63, 1, 2, 0x82, 0x84, 3, 1, 6]

    private func elements(of bytes: [UInt8]) -> InformationElementList {
        var input = ByteReader(bytes.span)
        return InformationElementList(parsing: &input)
    }

    @Test func elementLengthsLie() throws {
        let lists = try results("elements-length", of: elements).map(elements(of:))
        #expect(lists.contains { !$0.rest.isEmpty })
        #expect(
            lists.contains { $0.rest.isEmpty && $0.elements.map(\.id) != elements(of: elements).elements.map(\.id) })
    }

    @Test func elementsAreDoubledSwappedLostResizedAndCut() throws {
        func ids(_ name: String) throws -> Set<[UInt8]> {
            Set(try results(name, of: elements).map { elements(of: $0).elements.map(\.id.rawValue) })
        }
        #expect(try ids("elements-duplicate").contains([0, 1, 3, 3]))
        #expect(try ids("elements-duplicate").contains { $0.count == 103 })
        #expect(try ids("elements-swap").contains([3, 1, 0]))
        #expect(try ids("elements-delete") == [[0, 1], [0, 3], [1, 3]])
        #expect(try ids("elements-resize") == [[0, 1, 3]])
        #expect(try Set(results("elements-resize", of: elements).map(\.count)).count > 5)
        #expect(try ids("elements-type").contains([0, 1, 1]))
        #expect(try results("elements-cut", of: elements).allSatisfy { $0.count < elements.count })
    }

    @Test func fieldsAreFoundBehindHeaders() throws {
        // Bytes of a header whose own lengths lead nowhere.
        let sample = [0xFF, 0xFE, 0xFD] + elements
        let deleted = try results("elements-delete", of: sample)
        #expect(deleted.allSatisfy { $0.starts(with: [0xFF, 0xFE, 0xFD]) })
        #expect(deleted.contains([0xFF, 0xFE, 0xFD, 0, 3, 0x61, 0x62, 0x63, 3, 1, 6]))
    }

    @Test func attributesHaveLengthsOfTwoBytes() throws {
        let frame = Generator<AWDLActionFrame>.plausible.value(seed: 1, number: 0)
        let sample = try frame.serialized()
        let swapped = try results("attributes-swap", of: sample).compactMap { try? AWDLActionFrame.parsed($0) }
        #expect(swapped.contains { $0 != frame && Set($0.elements) == Set(frame.elements) && $0.rest.isEmpty })
        let lies = try results("attributes-length", of: sample).map { try AWDLActionFrame.parsed($0) }
        #expect(lies.contains { !$0.rest.isEmpty || $0.elements.contains { $0.error != nil } })
    }

    @Test func framesAnnounceMoreThanThereIs() throws {
        let sample = Generator.lengthPrefixedFrames(of: Generator.element(of: [[[1, 2, 3], [4, 5], [6]]]))
            .value(seed: 1, number: 0)
        #expect(sample == [0, 0, 0, 3, 1, 2, 3, 0, 0, 0, 2, 4, 5, 0, 0, 0, 1, 6])
        let lies = try results("frames-length", of: sample)
        #expect(
            lies.contains { $0.starts(with: [0x7F, 0xFF, 0xFF, 0xFF]) || $0.starts(with: [0xFF, 0xFF, 0xFF, 0xFF]) })
        #expect(try results("frames-delete", of: sample).contains([0, 0, 0, 3, 1, 2, 3, 0, 0, 0, 1, 6]))
    }

    @Test func presenceWordsChainBeyondTheLimit() throws {
        let sample = try Generator<RadiotapHeader>.plausible.value(seed: 1, number: 0).serialized()
        let errors = try results("radiotap-chain", of: sample).compactMap { bytes -> WireError? in
            do {
                _ = try RadiotapHeader.parsed(bytes)
                return nil
            } catch {
                return error as? WireError
            }
        }
        #expect(errors.contains { $0.field == "radiotap presence words" })
        #expect(errors.count < 100)
        let presence = try results("radiotap-presence", of: sample).compactMap { try? RadiotapHeader.parsed($0) }
        #expect(presence.contains { $0.presence.count > 1 })
        #expect(presence.contains { $0.groups().error != nil })
    }

    @Test func recordsOfCapturesAreDoubledSwappedAndLost() throws {
        var file: [UInt8] = [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0] + [UInt8](repeating: 0, count: 12) + [1, 0, 0, 0]
        for number in 1...3 as ClosedRange<UInt8> {
            file += [number, 0, 0, 0, 0, 0, 0, 0, number, 0, 0, 0, number, 0, 0, 0]
            file += [UInt8](repeating: number, count: Int(number))
        }
        #expect(try results("capture-duplicate", of: file).contains { $0.count == file.count + 19 })
        #expect(try results("capture-delete", of: file).contains { $0.count == file.count - 17 })
        #expect(try results("capture-swap", of: file).contains { $0.count == file.count && $0[24] == 3 })
        #expect(try results("capture-length", of: file).contains { $0[35] == 0xFF || $0[33] != 0 })
        #expect(try results("capture-block-type", of: file).allSatisfy { $0 == file })

        let block: [UInt8] = [6, 0, 0, 0, 36, 0, 0, 0] + [UInt8](repeating: 0, count: 24) + [36, 0, 0, 0]
        let pcapng: [UInt8] =
            [0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0]
            + [UInt8](repeating: 0xFF, count: 8)
            + [28, 0, 0, 0] + block + block
        #expect(try results("capture-duplicate", of: pcapng).contains { $0.count == pcapng.count + 36 })
        #expect(try results("capture-block-type", of: pcapng).contains { $0[28] == 0x0A && $0[29] == 0x0D })
        // The total length, or its repetition at the end of the block.
        #expect(try results("capture-length", of: pcapng).contains { $0[32..<36] != pcapng[32..<36] })
        #expect(try results("capture-length", of: pcapng).contains { $0[60..<64] != pcapng[60..<64] })
    }

    @Test func jsonBreaksEveryRuleOfTheScanner() throws {
        let bodies = Generator<MeshMessage>.plausible.bodies.values(seed: 3, count: 20)
        var kinds: Set<String> = []
        var accepted = 0
        for mutator in Mutator.json {
            for body in bodies {
                for result in try results(mutator.name, of: body, count: 20) {
                    do {
                        _ = try MeshMessage(parsing: result.span)
                        accepted += 1
                    } catch {
                        kinds.insert("\(error.kind)")
                    }
                }
            }
        }
        #expect(kinds.count >= 10, "\(kinds.sorted())")
        #expect(accepted > 100)
    }
}
