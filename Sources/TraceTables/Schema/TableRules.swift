import TraceModel

/// What the types of the report do not say: which lists are tables of which names, and which numbers are times.
enum TableRules {
    /// The lists of objects that have a table of another name than their keys give it, and the column by which its rows are known;
    /// nil for their position.
    static let tables: [String: (name: String, own: String?)] = [
        "capture.files": ("capture_files", nil), "capture.sections": ("capture_sections", nil),
        "capture.interfaces": ("interfaces", "interface_id"),
        "capture.traffic.protocols": ("traffic_protocols", nil), "peers": ("peers", "peer_id"),
        "peers[].evidence": ("peer_evidence", nil), "peers[].hostRenames": ("peer_host_renames", nil),
        "services": ("services", "service_id"), "services[].timeline": ("service_events", nil),
        "services[].txt": ("txt_entries", nil), "services[].discovery.queriers": ("service_queriers", nil),
        "hosts": ("hosts", "host_id"), "hosts[].timeline": ("host_events", nil), "queries": ("queries", nil),
        "sessions": ("sessions", "session_id"), "meshes": ("meshes", "mesh_id"),
        "protocols": ("described_protocols", nil),
        "relayedMessages": ("relayed_messages", nil), "relayedMessages[].bodies": ("relayed_message_bodies", nil),
        "relayedMessages[].deliveries": ("deliveries", nil), "findings": ("findings", nil),
        "wireless.channels": ("wireless_channels", nil), "wireless.awdl.nodes": ("awdl_nodes", nil),
        "wireless.awdl.nodes[].channelSequences": ("awdl_sequences", nil),
        "wireless.awdl.nodes[].masterChanges": ("awdl_master_changes", nil),
        "wireless.awdl.masters": ("awdl_masters", nil), "wireless.awdl.pairs": ("awdl_pairs", nil),
        "wireless.awdl.election.claims": ("awdl_claims", nil),
        "wireless.awdl.election.expected": ("awdl_expected", nil), "wireless.nan.clusters": ("nan_clusters", nil),
        "wireless.nan.clusters[].anchorMasters": ("nan_anchor_masters", nil), "wireless.nan.nodes": ("nan_nodes", nil),
        "wireless.nan.services": ("nan_services", nil), "wireless.nan.matches": ("nan_matches", nil),
        "wireless.nan.dataPaths": ("nan_data_paths", nil), "messages": ("messages", nil),
    ]

    /// What rows of a table are counted by, where that is not `position`.
    static func position(in table: String) -> String { table == "findings" ? "finding" : "position" }

    /// Values that have tables of their own, which ``DerivedTables`` fills.
    static let elsewhere: Set<String> = [
        "capture.protocols", "capture.protocolBytes", "capture.traffic.packets", "capture.traffic.bytes",
        "capture.traffic.protocols[].series", "peers[].displayNames", "peers[].peerIDs", "peers[].hostnames",
        "peers[].resolvedNames",
        "peers[].addresses", "peers[].linkAddresses", "findings[].frames", "sessions[].throughput.forward",
        "sessions[].throughput.backward", "sessions[].forward.answers.slowest",
        "sessions[].backward.answers.slowest", "sessions[].forward.delivery", "sessions[].backward.delivery",
        "meshes[].missingPairs",
    ]

    /// Keys that hold an id of another row, where they hold a scalar.
    static let references = [
        "peer": "peer_id", "service": "service_id", "session": "session_id", "interface": "interface_id",
    ]

    static let renamed = [
        "sessions[].companions[].session": "companion_id",
        // Numbers of MultipeerConnectivity, and not ids of rows.
        "sessions[].multipeer.peers[].peerID": "number", "sessions[].multipeer.candidates[].peerID": "number",
    ]

    /// How a value is converted; nil for a number of which that is not known.
    static func conversion(_ key: String, _ shape: ValueShape, path: String, isFigure: Bool) -> CellConversion? {
        if path == "findings[].subject.id" { return .identifier }
        guard isNumber(shape) else {
            return path == "capture.firstTime" || path == "capture.lastTime" ? .moment : .same
        }
        if isFigure { return isSignal(path) ? .same : .duration }
        if path.contains("Series[]."), key != "time" { return isSignal(path) ? .same : .duration }
        if key == "timestampResolution" { return .fineDuration }
        if path.hasPrefix("sessions[].phases.") || path == "sessions[].networkRTT.value" || durations.contains(key) {
            return .duration
        }
        if times.contains(key) { return .time }
        return units[key] != nil ? .same : nil
    }

    /// The keys of a `Distribution`.
    static let figures: Set<String> = ["count", "min", "mean", "median", "p95", "p99", "max", "standardDeviation"]

    private static func isNumber(_ shape: ValueShape) -> Bool {
        switch shape {
        case .number: true
        case .list(let element): isNumber(element)
        default: false
        }
    }

    /// Seconds after the first packet.
    private static let times: Set<String> = [
        "time", "start", "end", "established", "identified", "stable", "firstMessage", "firstSeen", "lastSeen", "first",
        "last", "firstQuery", "firstAnswer", "begun", "accepted", "confirmed", "ended", "requested", "answerTime",
        "connected",
    ]

    /// Seconds.
    private static let durations: Set<String> = [
        "duration", "latency", "resolveLatency", "binWidth", "handshakeRTT", "interarrivalJitter", "setupDuration",
        "clockDistance", "longestWait", "directLatency", "relayDelay", "relayedLatency", "probeIntervals",
        "announcementIntervals", "intervals", "meanAbsoluteDifference", "rfc3550", "delay",
        "roundTripCourse",
    ]

    /// The units of all other numbers.
    static let units = [
        "goodput": "bit/s", "peakThroughput": "bit/s", "clockDrift": "ppm", "actionFrameRate": "1/s",
        "dataRate": "bit/s",
        "windowOverlap": "1", "sharedTime": "1", "throughputBound": "bit/s",
    ]

    /// Whole numbers that count bytes, though their names do not say so.
    private static let sizes: Set<String> = [
        "bytes", "snapLength", "budget", "offset", "streamOffset", "length", "maximumSegmentSize",
    ]

    /// Whether it is a figure of how strong frames came.
    private static func isSignal(_ path: String) -> Bool {
        path.contains(".signal.") || path.contains(".signalSeries[].")
    }

    /// The unit of a value that is no time.
    static func unit(of key: String, path: String) -> String {
        if let unit = units[key] { return unit }
        if isSignal(path), key != "count", key != "time" { return "dBm" }
        if key == "frequency" { return "MHz" }
        return key.hasSuffix("Bytes") || sizes.contains(key) ? "B" : ""
    }
}
