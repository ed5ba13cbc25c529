import Foundation
import PacketCapture
import PacketDissection
import PeerMessaging
import TraceModel
import WireCoding

@testable import TraceAnalysis
import TestSupport
import XMPPStreams

/// A capture in Fixtures without loss, read without the analyzer's connections: its TCP streams straight from the
/// packets.
struct RelayCapture {
    /// One direction of a connection, a piece for each segment with data.
    struct Direction {
        var session: Int
        var fromInitiator: Bool
        var pieces: [(bytes: [UInt8], moment: PacketMoment)] = []
        fileprivate var nextSequence: UInt32

        func sighting(_ moment: PacketMoment) -> RelaySighting {
            RelaySighting(session: session, interface: 0, fromInitiator: fromInitiator, moment: moment)
        }
    }

    private(set) var directions: [Direction] = []
    private(set) var axis = TimeAxis(origin: 0)

    init(_ name: String) throws {
        let url = Fixture.url(name)
        let file = try CaptureFile.open(path: url.path)
        var places: [String: Int] = [:]
        var reader = try file.makeReader()
        while let record = try reader.next() {
            if record.frame == 1 { axis = TimeAxis(origin: record.time) }
            let packet = PacketDissector.dissect(
                reader.bytes, linkType: .ethernet, originalLength: record.originalLength)
            guard packet.transport == .tcp else { continue }
            let source = "\(packet.source) \(packet.sourcePort)"
            let key = "\(source) \(packet.destination) \(packet.destinationPort)"
            if packet.tcp.flags.contains(.syn) {
                let peer = places["\(packet.destination) \(packet.destinationPort) \(source)"]
                places[key] = directions.count
                directions.append(
                    Direction(
                        session: peer.map { directions[$0].session } ?? directions.count + 1,
                        fromInitiator: peer == nil, nextSequence: packet.tcp.sequenceNumber &+ 1))
            }
            guard let place = places[key], packet.capturedPayloadLength > 0,
                packet.tcp.sequenceNumber == directions[place].nextSequence
            else { continue }
            directions[place].nextSequence &+= UInt32(packet.capturedPayloadLength)
            let start = packet.payloadOffset
            directions[place].pieces.append(
                (
                    reader.bytes.copied(start..<start + packet.capturedPayloadLength),
                    PacketMoment(frame: record.frame, time: record.time)
                ))
        }
    }

    /// The streams read as XMPP.
    ///
    /// - Parameter knowsClients: Whether the addresses that the server gave the clients are used.
    func stanzas(knowsClients: Bool = true) throws -> [RelayObservation] {
        var found: [(stanza: XMPPStanza, direction: Direction, moment: PacketMoment)] = []
        var clients: [Int: JID] = [:]
        for direction in directions {
            var decoder = XMPPStreamDecoder()
            for piece in direction.pieces {
                var position = 0
                while let stanza = try decoder.next(in: piece.bytes.span, at: &position) {
                    found.append((stanza, direction, piece.moment))
                }
            }
            if let client = decoder.facts.boundJID { clients[direction.session] = client }
        }
        return found.compactMap { stanza, direction, moment in
            stanza.message.flatMap {
                RelayObservation(
                    $0, at: direction.sighting(moment), client: knowsClients ? clients[direction.session] : nil)
            }
        }
    }

    /// The streams read as frames of a mesh.
    func broadcasts() throws -> [MeshRelayObservation] {
        var found: [(message: MeshMessage, direction: Direction, moment: PacketMoment)] = []
        var peers: [Int: [Bool: String]] = [:]
        for direction in directions {
            var decoder = LengthPrefixedFrameDecoder()
            for piece in direction.pieces {
                var position = 0
                while let frame = try decoder.next(in: piece.bytes.span, at: &position) {
                    let message =
                        switch frame.body {
                        case .inline(let range): try MeshMessage(parsing: piece.bytes.span.extracting(range))
                        case .assembled, .skipped: try MeshMessage(parsing: decoder.assembledBody)
                        }
                    peers[direction.session, default: [:]][direction.fromInitiator] = message.senderID
                    found.append((message, direction, piece.moment))
                }
            }
        }
        return found.compactMap { message, direction, moment in
            MeshRelayObservation(
                message, at: direction.sighting(moment),
                receiver: peers[direction.session]?[!direction.fromInitiator])
        }
    }
}

/// All rules about relayed messages.
func relayFindings(in messages: [RelayedMessage]) -> [Finding] {
    RelayAlteredRule.findings(in: messages) + TooManyCarriersRule.findings(in: messages)
        + DuplicateMessageRule.findings(in: messages) + RelayLoopRule.findings(in: messages)
        + ShortenedSeenByRule.findings(in: messages)
}
