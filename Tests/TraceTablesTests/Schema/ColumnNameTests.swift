import Testing

@testable import TraceTables

@Suite struct ColumnNameTests {
    @Test(arguments: [
        ("id", "id"), ("firstSeen", "first_seen"), ("applicationRTT", "application_rtt"), ("peerIDs", "peer_ids"),
        ("badFCS", "bad_fcs"), ("p95", "p95"), ("rfc3550", "rfc3550"), ("isFullyConnected", "is_fully_connected"),
        ("networkRTTOrigin", "network_rtt_origin"), ("ndpID", "ndp_id"), ("icmpErrors", "icmp_errors"),
    ])
    func keysAreWordsWithLines(key: String, column: String) {
        #expect(ColumnName.of(key) == column)
    }

    @Test(arguments: [
        ("sessions", "session"), ("queries", "query"), ("meshes", "mesh"), ("mesh_pairs", "mesh_pair"),
        ("nan_matches", "nan_match"), ("txt_entries", "txt_entry"), ("peer_evidence", "peer_evidence"),
    ])
    func aRowIsOneOfItsTable(table: String, row: String) {
        #expect(ColumnName.singular(table) == row)
    }
}
