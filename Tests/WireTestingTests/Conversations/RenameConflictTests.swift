import ServiceDiscovery
import Testing
import TraceAnalysis
import TraceModel
import WireSimulation
import WireTesting

@Suite struct RenameConflictTests {
    /// Who comes, each so many milliseconds after the one before.
    private static let cases: [([ResponderFamily], gap: Int64)] = [
        ([.apple, .apple], 5000), ([.apple, .apple, .apple], 5000), ([.avahi, .avahi, .avahi], 5000),
        ([.avahi, .apple], 5000), ([.apple, .avahi], 6000), ([.avahi, .avahi], 0), ([.zeroconf, .zeroconf], 0),
        ([.zeroconf, .zeroconf], 300), ([.zeroconf, .zeroconf, .zeroconf], 5000), ([.zeroconf, .apple], 300),
    ]

    /// The renames as a capture shows them: a name that its host gave up before it had asked for it is passed over.
    private static func visibleRenames(_ truth: ConversationTruth) -> [String] {
        Dictionary(grouping: truth.renames, by: \.host).values.flatMap { renames in
            let asked = renames.filter(\.wasProbed)
            let last = renames.last?.to ?? ""
            return zip(asked, asked.dropFirst().map(\.from) + [last]).map { "\($0.from) > \($1) \($0.responder)" }
        }
    }

    @Test(arguments: cases.indices, [1, 2, 3]) func theAnalyzerFindsEachRename(index: Int, seed: UInt64) async throws {
        let (families, gap) = Self.cases[index]
        let conflict = try await ConversationAnalysis(
            RenameConflict(families, gap: gap * 1_000_000, seed: seed).write)
        let expected = Self.visibleRenames(conflict.truth)
        let services = Dictionary(uniqueKeysWithValues: conflict.report.services.map { ($0.id, $0) })
        let found = conflict.report.services.compactMap { service in
            service.renamedFrom.flatMap { services[$0] }.map {
                "\($0.instance) > \(service.instance) \(service.renameStyle ?? "?")"
            }
        }
        #expect(found.sorted() == expected.sorted())
        #expect(conflict.truth.renames.count >= families.count - 1)
        // Each has another name at the end, and nobody has none.
        let names = conflict.truth.services.map(\.finalName)
        #expect(Set(names).count == families.count && conflict.truth.services.allSatisfy { $0.registered != nil })
        for service in conflict.truth.services {
            let seen = conflict.report.services.first {
                $0.instance == service.finalName && $0.port == service.port && $0.renamedTo == nil
            }
            #expect(seen?.state == .gone)
        }
    }

    @Test func eachFamilyKeepsToItsRule() throws {
        var capture = SyntheticCapture()
        let truth = try RenameConflict([.apple, .apple, .avahi, .zeroconf], name: "TV", seed: 1).write(into: &capture)
        #expect(truth.services.map(\.requestedName) == ["TV", "TV", "TV", "TV"])
        #expect(truth.services.map(\.finalName) == ["TV", "TV (2)", "TV #2", "TV-2"])
        #expect(truth.renames.map(\.host) == ["host-2", "host-3", "host-4"])
    }

    @Test func theSameSeedGivesTheSameBytes() throws {
        func bytes(_ seed: UInt64) throws -> [UInt8] {
            var capture = SyntheticCapture()
            _ = try RenameConflict(seed: seed).write(into: &capture)
            return capture.bytes
        }
        #expect(try hash(of: bytes(1)) == 0x42CD_D84C_CBDE_56D1)
        #expect(try bytes(1) != bytes(2))
    }
}
