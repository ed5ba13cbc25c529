import DNSWire
import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct TraceReportServicesTests {
    /// Bert's service was renamed because of Anna's; Carl has one of another type.
    private func report() async throws -> TraceReport {
        var scene = NamingScene()
        try scene.announce("iPad", of: .anna, at: 0)
        try scene.probe("iPad", of: .bert, at: 10)
        try scene.announce("iPad", of: .anna, at: 10.01)
        try scene.probe("iPad (2)", of: .bert, at: 10.2)
        try scene.announce("iPad (2)", of: .bert, at: 10.95)
        try scene.announce("Door", of: .carl, type: "_123._tcp", at: 11)
        try scene.ask("_chat._tcp", .ptr, from: .carl, at: 12)
        try scene.ask("_123._tcp", .ptr, from: .anna, at: 13)
        return try await scene.report()
    }

    @Test func chainIsTheSameFromEachOfItsNames() async throws {
        let report = try await report()
        for service in [try report.service("iPad", of: .bert), try report.service("iPad (2)", of: .bert)] {
            #expect(report.renames(of: service).map(\.instance) == ["iPad", "iPad (2)"])
        }
        #expect(report.renames(of: try report.service("iPad", of: .anna)).map(\.port) == [7001])
    }

    @Test func chainsOfManyServicesComeTogether() async throws {
        let report = try await report()
        let chain = Set(report.renames(of: try report.service("iPad", of: .bert)).map(\.id))
        let door = try report.service("Door", of: .carl, type: "_123._tcp").id
        for id in chain { #expect(report.withRenames([id, door]) == chain.union([door])) }
        #expect(report.withRenames(chain) == chain)
        #expect(report.withRenames([]).isEmpty)
    }

    @Test func circleOfRenamesEnds() async throws {
        var report = try await report()
        let chain = report.renames(of: try report.service("iPad", of: .bert)).map(\.id)
        for index in report.services.indices {
            if report.services[index].id == chain[0] { report.services[index].renamedFrom = chain[1] }
            if report.services[index].id == chain[1] { report.services[index].renamedTo = chain[0] }
        }
        #expect(report.renames(of: try report.service("iPad", of: .bert)).map(\.id) == [chain[1], chain[0]])
        #expect(report.withRenames([chain[0]]) == Set(chain))
    }

    @Test func limitedReportKeepsWhatIsAboutItsServices() async throws {
        let report = try await report()
        let door = try report.service("Door", of: .carl, type: "_123._tcp")
        let limited = report.limited(toServices: [door.id])
        #expect(limited.services.map(\.id) == [door.id])
        #expect(limited.codes == ["service-type-invalid"])
        #expect(limited.queries.map(\.name) == ["_123._tcp.local."])
        #expect(limited.capture == report.capture)
        let bert = report.renames(of: try report.service("iPad (2)", of: .bert)).map(\.id)
        #expect(report.limited(toServices: Set(bert)).codes == ["name-conflict", "service-renamed"])
        #expect(report.limited(toServices: []).services.isEmpty)
    }

    @Test func namesOfQueriesCompareAsInDNS() async throws {
        var report = try await report()
        let door = try report.service("Door", of: .carl, type: "_123._tcp")
        for index in report.queries.indices { report.queries[index].name = report.queries[index].name.uppercased() }
        #expect(report.limited(toServices: [door.id]).queries.map(\.name) == ["_123._TCP.LOCAL."])
    }
}
