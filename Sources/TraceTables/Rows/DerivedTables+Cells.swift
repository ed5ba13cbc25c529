import TraceModel

extension DerivedTables {
    /// The lists of a peer that are one table.
    private static let identities: [(kind: String, values: @Sendable (Peer) -> [String])] = [
        ("display_name", \.displayNames), ("peer_id", \.peerIDs), ("hostname", \.hostnames),
        ("resolved_name", \.resolvedNames), ("address", \.addresses), ("link_address", \.linkAddresses),
    ]

    /// The rows of a table without those of a capture.
    typealias Cells = [[Cell]]

    static func protocols(of capture: CaptureSummary) -> Cells {
        let bytes = Dictionary(
            capture.protocolBytes.entries.map { ($0.name, $0.count) }, uniquingKeysWith: { first, _ in first })
        return capture.protocols.entries.map { entry in
            [
                .text(entry.name), .integer(Int64(entry.count)),
                bytes[entry.name].map { .integer(Int64($0)) } ?? .null,
            ]
        }
    }

    /// The bins of the whole capture.
    ///
    /// - Parameter time: Makes a time of seconds since the first packet.
    static func bins(of traffic: CaptureSummary.Traffic, time: (Double) -> Cell) -> Cells {
        zip(traffic.packets, traffic.bytes).enumerated().map { bin, counts in
            [
                .integer(Int64(bin + 1)), time(traffic.start + Double(bin) * traffic.binWidth),
                .integer(Int64(counts.0)), .integer(Int64(counts.1)),
            ]
        }
    }

    /// The bins of each protocol that are not empty.
    static func protocolBins(of traffic: CaptureSummary.Traffic) -> Cells {
        traffic.protocols.flatMap { entry in
            entry.series.enumerated().filter { $0.element > 0 }.map { bin, bytes in
                [.text(entry.protocol), .integer(Int64(bin + 1)), .integer(Int64(bytes))]
            }
        }
    }

    static func identities(of peer: Peer) -> Cells {
        identities.flatMap { identity in identity.values(peer).map { (identity.kind, $0) } }.enumerated().map {
            [.text(peer.id), .integer(Int64($0.offset + 1)), .text($0.element.0), .text($0.element.1)]
        }
    }

    /// Hands over the bins of a session, of which there are more than of anything else.
    ///
    /// - Parameters:
    ///   - row: A row of the table with the capture's id; its other cells are overwritten.
    ///   - start: Nanoseconds since 1970, nil where the capture has no times.
    static func bins(
        of session: Session, start: Int64?, in row: inout TableRow, _ take: (TableRow) throws -> Void
    ) throws {
        let (forward, backward) = (session.throughput.forward, session.throughput.backward)
        guard let width = session.throughput.binWidth.map(ReportTime.nanoseconds) else { return }
        row.cells[1] = .integer(Int64(session.id))
        for bin in 0..<min(forward.count, backward.count) {
            row.cells[2] = .integer(Int64(bin + 1))
            row.cells[3] = start.map { .integer($0 &+ Int64(bin) &* width) } ?? .null
            row.cells[4] = .real(forward[bin])
            row.cells[5] = .real(backward[bin])
            try take(row)
        }
    }

    /// The longest answers that each side got.
    static func slowestAnswers(of session: Session, time: (Double) -> Cell) -> Cells {
        [("forward", session.forward.answers), ("backward", session.backward.answers)].flatMap { direction, answers in
            (answers?.slowest ?? []).enumerated().map { position, answer in
                [
                    .integer(Int64(session.id)), .text(direction), .integer(Int64(position + 1)), time(answer.time),
                    .integer(ReportTime.nanoseconds(answer.delay)), .integer(Int64(answer.frame)),
                    .integer(Int64(answer.answerFrame)),
                ]
            }
        }
    }

    /// Where each side's numbered messages were lost or came out of order.
    static func deliveryMarks(of session: Session, time: (Double) -> Cell) -> Cells {
        [("forward", session.forward.delivery), ("backward", session.backward.delivery)].flatMap { direction, marks in
            marks.enumerated().map { position, mark in
                [
                    .integer(Int64(session.id)), .text(direction), .integer(Int64(position + 1)), time(mark.time),
                    .integer(Int64(mark.frame)), .integer(Int64(mark.lost)), .integer(Int64(mark.reordered)),
                ]
            }
        }
    }

    static func pairs(of mesh: Mesh) -> Cells {
        mesh.missingPairs.enumerated().map { position, pair in
            [.text(mesh.id), .integer(Int64(position + 1))] + pair.prefix(2).map(Cell.text)
        }
    }

    static func frames(of finding: Finding, position: Int) -> Cells {
        finding.frames.enumerated().map {
            [.integer(Int64(position)), .integer(Int64($0.offset + 1)), .integer(Int64($0.element))]
        }
    }
}
