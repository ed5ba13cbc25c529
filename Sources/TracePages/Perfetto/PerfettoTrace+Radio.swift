import TraceModel

/// What a report says of radios: AWDL, and Wi-Fi Aware (NAN).
extension PerfettoTrace {
    /// Adds the channels and masters of AWDL's nodes, each until the next one.
    mutating func addAWDL() throws {
        for node in report.wireless?.awdl?.nodes ?? [] {
            let sequences = node.channelSequences.map { sequence in
                let name = sequence.channels.map(String.init).joined(separator: " ")
                return RadioState(
                    name, from: sequence.time, [.init(.frame, sequence.frame), .init(.channels, sequence.channels)])
            }
            let masters = node.masterChanges.map {
                RadioState("master \($0.master)", from: $0.time, [.init(.frame, $0.frame)])
            }
            for (name, states) in [("AWDL channels", sequences), ("AWDL master", masters)] where !states.isEmpty {
                let track = packets.track("\(name) \(node.address)", below: track(ofPeer: node.peer))
                try add(states, until: node.lastSeen, on: track)
            }
        }
    }

    /// What a node does from a time on.
    private struct RadioState {
        let name: String
        let begin: Double
        let notes: [PerfettoNote?]

        init(_ name: String, from begin: Double, _ notes: [PerfettoNote?]) {
            (self.name, self.begin, self.notes) = (name, begin, notes)
        }
    }

    private mutating func add(_ states: [RadioState], until end: Double, on track: UInt64) throws {
        for (index, state) in states.enumerated() {
            let next = index + 1 < states.count ? states[index + 1].begin : end
            // One that was over at once is an instant.
            let lasts = next > state.begin
            packets.event(
                lasts ? .sliceBegin : .instant, state.name, on: track, at: clock.time(state.begin), state.notes)
            if lasts { packets.end(on: track, at: clock.time(next)) }
            try writeIfMany()
        }
    }

    /// Adds NAN's clusters with their anchor masters, its nodes with the services that they found, and their data paths.
    mutating func addNAN() throws {
        guard let nan = report.wireless?.nan else { return }
        for cluster in nan.clusters {
            let track = packets.track("NAN cluster \(cluster.id)", below: track(ofPeer: nil))
            packets.event(.instant, "cluster", on: track, at: clock.time(cluster.firstSeen))
            for master in cluster.anchorMasters {
                packets.event(
                    .instant, "anchor master \(master.address)", on: track, at: clock.time(master.time),
                    [.init(.frame, master.frame)])
            }
            try writeIfMany()
        }

        var tracks: [String: UInt64] = [:]
        for node in nan.nodes where tracks[node.address] == nil {
            let track = packets.track(
                "NAN \(node.address)", below: track(ofPeer: node.peer), .init(order: .chronological))
            tracks[node.address] = track
            let clusters = node.clusters.isEmpty ? nil : node.clusters.joined(separator: ", ")
            packets.event(.instant, "node", on: track, at: clock.time(node.firstSeen), [.init(.cluster, clusters)])
            try writeIfMany()
        }

        let names = Dictionary(nan.services.map { ($0.serviceID, $0.name) }) { first, _ in first }
        for match in nan.matches {
            let service = (names[match.serviceID] ?? nil) ?? match.serviceID
            let track = tracks[match.subscriber] ?? track(ofPeer: nil)
            packets.event(
                .instant, "match \(Excerpt.cut(service))", on: track, at: clock.time(match.time),
                [
                    .init(.publisher, match.publisher), .init(.subscriber, match.subscriber),
                    .init(.followUps, match.followUps),
                ])
            try writeIfMany()
        }
        for path in nan.dataPaths { try add(path, below: path.initiatorNode.flatMap { tracks[$0] }) }
    }

    /// Adds a data path: a slice for all of it, and within that from request to agreement and from there to its end.
    private mutating func add(_ path: NANReport.DataPath, below node: UInt64?) throws {
        let ends = [path.initiator, path.responder ?? path.responderNode ?? "?"]
        let track = packets.track("data path \(path.ndpID) \(ends[0]) → \(ends[1])", below: node ?? track(ofPeer: nil))
        let begin = path.requested ?? path.firstSeen
        let ready = path.confirmed ?? path.accepted
        // Nobody ended it: as long as the capture.
        let end = max(begin, ready ?? begin, path.ended ?? report.capture.duration ?? begin)
        packets.event(
            .sliceBegin, "data path \(path.ndpID)", on: track, at: clock.time(begin),
            [
                .init(.initiator, ends[0]), .init(.responder, ends[1]), .init(.state, path.state.rawValue),
                .init(.detail, path.reason), .init(.frames, path.frames),
            ])
        if let ready, ready >= begin {
            packets.event(.sliceBegin, "setup", on: track, at: clock.time(begin))
            packets.end(on: track, at: clock.time(ready))
            packets.event(
                .sliceBegin, path.confirmed == nil ? "accepted" : "confirmed", on: track, at: clock.time(ready))
            packets.end(on: track, at: clock.time(end))
        }
        packets.end(on: track, at: clock.time(end))
        try writeIfMany()
    }
}
