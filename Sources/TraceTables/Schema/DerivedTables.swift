import TraceModel

/// Tables whose rows are no objects of the report: entries of maps, texts of lists, bins and pairs.
enum DerivedTables {
    static let schemas: [TableSchema] = [
        protocols, trafficBins, trafficProtocolBins, peerIdentities, sessionBins, answersSlowest, deliveryMarks,
        roundTrips,
        meshPairs, findingFrames,
    ]

    private typealias Column = TableSchema.Column

    private static func table(
        _ name: String, source: String, keys: [Column], _ columns: [Column] = []
    ) -> TableSchema {
        let own = [Column("capture_id", .text(nil))] + keys
        return TableSchema(name: name, source: source, keys: own.map(\.name), columns: own + columns)
    }

    private static let protocols = table(
        "protocols", source: "capture.protocols", keys: [Column("protocol", .text(nil), source: "capture.protocols")],
        [
            Column("packets", .integer, source: "capture.protocols"),
            Column("bytes", .integer, unit: "B", source: "capture.protocolBytes", isNullable: true),
        ])

    private static let trafficBins = table(
        "traffic_bins", source: "capture.traffic", keys: [Column("bin", .integer)],
        [
            Column("start_ns", .integer, unit: "ns since 1970", isNullable: true),
            Column("packets", .integer, source: "capture.traffic.packets"),
            Column("bytes", .integer, unit: "B", source: "capture.traffic.bytes"),
        ])

    private static let trafficProtocolBins = table(
        "traffic_protocol_bins", source: "capture.traffic.protocols[]",
        keys: [
            Column("protocol", .text(nil), source: "capture.traffic.protocols[].protocol"), Column("bin", .integer),
        ],
        [Column("bytes", .integer, unit: "B", source: "capture.traffic.protocols[].series")])

    private static let peerIdentities = table(
        "peer_identities", source: "peers[]", keys: [Column("peer_id", .text(nil)), Column("position", .integer)],
        [
            Column("kind", .text(["display_name", "peer_id", "hostname", "resolved_name", "address", "link_address"])),
            Column("value", .text(nil)),
        ])

    private static let sessionBins = table(
        "session_bins", source: "sessions[].throughput",
        keys: [Column("session_id", .integer), Column("bin", .integer)],
        [
            Column("start_ns", .integer, unit: "ns since 1970", isNullable: true),
            Column("forward", .real, unit: "bit/s", source: "sessions[].throughput.forward"),
            Column("backward", .real, unit: "bit/s", source: "sessions[].throughput.backward"),
        ])

    private static let answersSlowest = table(
        "answers_slowest", source: "sessions[]",
        keys: [
            Column("session_id", .integer), Column("direction", .text(["forward", "backward"])),
            Column("position", .integer),
        ],
        [
            Column(
                "time_ns", .integer, unit: "ns since 1970",
                source: "sessions[].forward.answers.slowest[].time", isNullable: true),
            Column("delay_ns", .integer, unit: "ns", source: "sessions[].forward.answers.slowest[].delay"),
            Column("frame", .integer, source: "sessions[].forward.answers.slowest[].frame"),
            Column("answer_frame", .integer, source: "sessions[].forward.answers.slowest[].answerFrame"),
        ])

    private static let deliveryMarks = table(
        "delivery_marks", source: "sessions[]",
        keys: [
            Column("session_id", .integer), Column("direction", .text(["forward", "backward"])),
            Column("position", .integer),
        ],
        [
            Column(
                "time_ns", .integer, unit: "ns since 1970", source: "sessions[].forward.delivery[].time",
                isNullable: true),
            Column("frame", .integer, source: "sessions[].forward.delivery[].frame"),
            Column("lost", .integer, source: "sessions[].forward.delivery[].lost"),
            Column("reordered", .integer, source: "sessions[].forward.delivery[].reordered"),
        ])

    private static let roundTrips = table(
        "round_trips", source: "", keys: [Column("session_id", .integer), Column("position", .integer)],
        [
            Column("kind", .text(["application", "transport", "handshake"])),
            Column("direction", .text(["forward", "backward"])),
            Column("time_ns", .integer, unit: "ns since 1970", isNullable: true), Column("frame", .integer),
            Column("value_ns", .integer, unit: "ns"),
        ])

    private static let meshPairs = table(
        "mesh_pairs", source: "meshes[].missingPairs",
        keys: [Column("mesh_id", .text(nil)), Column("position", .integer)],
        [
            Column("a", .text(nil), source: "meshes[].missingPairs"),
            Column("b", .text(nil), source: "meshes[].missingPairs"),
        ])

    private static let findingFrames = table(
        "finding_frames", source: "findings[].frames",
        keys: [Column("finding", .integer), Column("position", .integer)],
        [Column("frame", .integer, source: "findings[].frames")])
}
