import Testing
import TraceModel

@testable import TraceTables

@Suite struct ReportTablesTests {
    private let tables: ReportTables

    init() throws { tables = try ReportTables() }

    /// The paths of all values of a shape that are no objects and no lists of them.
    private func leaves(_ shape: ValueShape, _ path: String) -> [String] {
        switch shape {
        case .object(let members):
            members.flatMap { leaves($0.shape, path.isEmpty ? $0.key : "\(path).\($0.key)") }
        case .list(let element): if case .object = element { leaves(element, path + "[]") } else { [path] }
        default: [path]
        }
    }

    /// A value that is added to the report's types is in a table, or this fails.
    @Test func everyValueOfTheReportHasAColumn() throws {
        let sources = Set(tables.schemas.flatMap { $0.columns.map(\.source) + [$0.source] })
        let paths = try leaves(ValueShape(of: TraceReport.self), "")
        #expect(paths.count > 300)
        let derived = Set(DerivedTables.schemas.flatMap { $0.columns.map(\.name) })
        for path in paths where !sources.contains(path) {
            guard !TableRules.elsewhere.contains(path) else { continue }
            let list = TableRules.elsewhere.first { path.hasPrefix($0 + "[].") }
            let column = ColumnName.of(String(path.split(separator: ".").last ?? ""))
            #expect(list != nil && (derived.contains(column) || derived.contains(column + "_ns")), "\(path)")
        }
    }

    @Test func namesAreUniqueAndKeysAreColumns() {
        #expect(Set(tables.schemas.map(\.name)).count == tables.schemas.count)
        for table in tables.schemas {
            let names = table.columns.map(\.name)
            #expect(Set(names).count == names.count, "\(table.name)")
            #expect(names.first == "capture_id" && Set(table.keys).isSubset(of: names), "\(table.name)")
            for key in table.keys { #expect(table.columns.first { $0.name == key }?.isNullable == false) }
        }
    }

    @Test func columnsAreCalledAsTheContractSays() throws {
        func names(_ table: String) throws -> [String] { try #require(tables[table]).columns.map(\.name) }
        let sessions = try names("sessions")
        for name in [
            "session_id", "initiator_peer_id", "initiator_port", "service_id", "interface_id", "established_ns",
            "handshake_rtt_ns", "transport_rtt_count", "transport_rtt_standard_deviation_ns",
            "forward_bulk_goodput", "forward_message_types", "throughput_bin_width_ns", "community_id", "session_key",
        ] {
            #expect(sessions.contains(name), "\(name)")
        }
        #expect(try names("session_companions").prefix(4) == ["capture_id", "session_id", "position", "companion_id"])
        #expect(try names("interfaces").contains("timestamp_resolution_ns"))
        #expect(try names("awdl_sequences").prefix(3) == ["capture_id", "awdl_node_position", "position"])
        #expect(try names("awdl_nodes").contains("signal_median"))
        #expect(try names("captures").contains("wireless_bad_fcs"))
        #expect(try names("findings").prefix(2) == ["capture_id", "finding"])
        #expect(try names("service_events").contains("rival_address"))
        #expect(
            try names("service_event_changes").prefix(4)
                == ["capture_id", "service_id", "service_event_position", "position"])
    }

    @Test func rowsAreAsWideAsTheirTables() {
        #expect(tables["mesh_pairs"]?.columns.map(\.name) == ["capture_id", "mesh_id", "position", "a", "b"])
        #expect(ReportTables.ofSecondReading.allSatisfy { tables.index(of: $0) != nil })
    }
}
