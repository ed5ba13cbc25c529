import Testing
import TraceAnalysis
import TraceModel

@testable import TraceTables

@Suite struct CaptureRowsTests {
    @Test func aSessionIsARowWithItsValues() async throws {
        let samples = try await TableSamples("mesh2-basic.alice.pcap")
        let report = samples.trace.report
        let session = try #require(report.sessions.first { $0.application == .mesh })
        let row = try #require(samples["sessions"].first { $0["session_id"] == .integer(Int64(session.id)) })
        #expect(samples["sessions"].count == report.sessions.count)
        #expect(row["capture_id"] == .text(samples.id) && row["transport"] == .text("tcp"))
        #expect(row["initiator_peer_id"] == session.initiator.peer.map(Cell.text))
        #expect(row["forward_payload_bytes"] == session.forward.payloadBytes.map { .integer(Int64($0)) })
        #expect(row["forward_goodput"] == session.forward.goodput.map(Cell.real))
        let start = try #require(report.capture.origin) + Int64((session.start * 1e9).rounded())
        #expect(row["start_ns"] == .integer(start))
        let median = try #require(session.transportRTT.median)
        #expect(row["transport_rtt_median_ns"] == .integer(Int64((median * 1e9).rounded())))
        #expect(row["midstream"] == .boolean(false) && row["decrypted"] == .null)
        let types = Dictionary(session.forward.messageTypes.entries.map { ($0.name, $0.count) }) { first, _ in first }
        #expect(row["forward_message_types"] != .null && types["direct"] == 43)
        #expect(row["round_trips_thinned"] == .boolean(false))
    }

    @Test func rowsBelongToOthers() async throws {
        let samples = try await TableSamples("mesh2-basic.alice.pcap")
        let report = samples.trace.report
        #expect(samples["captures"].count == 1)
        #expect(samples["captures"][0]["packets"] == .integer(197))
        #expect(samples["service_events"].count == report.services.reduce(0) { $0 + $1.timeline.count })
        let positions = samples["service_events"].filter { $0["service_id"] == .text(report.services[0].id) }
        #expect(positions.map { $0["position"] } == (1...positions.count).map { .integer(Int64($0)) })
        #expect(
            samples["peer_identities"].contains { $0["kind"] == .text("display_name") && $0["value"] == .text("Alice") }
        )
        #expect(samples["protocols"].count == report.capture.protocols.entries.count)
        let bins = report.sessions.reduce(0) { $0 + $1.throughput.forward.count }
        #expect(samples["session_bins"].count == bins)
    }

    @Test func theTrafficIsInBinsOfAllAndOfEachProtocol() async throws {
        let samples = try await TableSamples("mesh2-basic.alice.pcap")
        let capture = samples.trace.report.capture
        let traffic = try #require(capture.traffic)
        func sum(_ rows: [[String: Cell]], _ column: String) -> Int64 {
            rows.reduce(0) { sum, row in if case .integer(let value)? = row[column] { sum + value } else { sum } }
        }
        #expect(samples["traffic_bins"].count == traffic.bytes.count)
        #expect(sum(samples["traffic_bins"], "packets") == 197)
        #expect(sum(samples["traffic_bins"], "bytes") == Int64(capture.originalBytes))
        #expect(sum(samples["traffic_protocol_bins"], "bytes") == Int64(capture.originalBytes))
        #expect(samples["traffic_protocols"].map { $0["protocol"] } == traffic.protocols.map { .text($0.protocol) })
        let start = try #require(capture.origin) + Int64((traffic.start * 1e9).rounded())
        #expect(samples["traffic_bins"].first?["start_ns"] == .integer(start))
        #expect(samples["captures"][0]["traffic_start_ns"] == .integer(start))
        let tcp = try #require(samples["protocols"].first { $0["protocol"] == .text("tcp") })
        #expect(tcp["bytes"] == .integer(Int64(capture.protocolBytes["tcp"])))
    }

    /// No two rows of a table are the same by its keys, and nothing is null that a database refuses.
    @Test(arguments: [
        ("mesh2-basic.alice.pcap", nil), ("bonjour/apple-threeway-rename.pcap", nil),
        ("wireless/owl-mixed-sequences.pcap", nil), ("sealed/quic-migration.silke.pcap", nil),
        ("sealed/quic-migration.silke.pcap", "sealed/quic-migration.keys.log"),
        ("sealed/quic-0rtt.ulla.pcap", "sealed/quic-0rtt.keys.log"),
        ("sealed/tls13-aes128.ada.pcap", "sealed/tls13-aes128.keys.log"),
    ])
    func keysAreUniqueAndNullsAllowed(fixture: String, keyLog: String?) async throws {
        let samples = try await TableSamples(fixture, keys: keyLog)
        for schema in ReportTables.standard.schemas {
            let keys = samples[schema.name].map { row in schema.keys.map { "\(row[$0] ?? .null)" } }
            #expect(Set(keys).count == keys.count, "\(schema.name)")
        }
        for row in samples.all {
            let schema = ReportTables.standard.schemas[row.table]
            #expect(row.cells.count == schema.columns.count)
            for (cell, column) in zip(row.cells, schema.columns) where cell == .null {
                #expect(column.isNullable, "\(schema.name).\(column.name)")
            }
        }
    }

    @Test func roundTripsAreThoseOfTheReport() async throws {
        let samples = try await TableSamples("mesh2-basic.alice.pcap")
        for session in samples.trace.report.sessions {
            let own = samples["round_trips"].filter { $0["session_id"] == .integer(Int64(session.id)) }
            #expect(own.count == session.roundTripCount)
            let forward = own.filter { $0["kind"] == .text("transport") && $0["direction"] == .text("forward") }
            #expect(forward.count == session.forward.transportRTT.count)
            let least = forward.compactMap {
                if case .integer(let value) = $0["value_ns"] { Double(value) / 1e9 } else { nil }
            }.min()
            #expect(least == session.forward.transportRTT.min)
            #expect(own.map { $0["position"] } == own.indices.map { .integer(Int64($0 + 1)) })
        }
        #expect(samples["messages"].count == 93)
    }
}
