import Foundation
import MultipeerWire
import PacketCapture
import TestSupport
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// Peers of MultipeerConnectivity, their messages, and captures of them.
enum MultipeerScene {
    static let ada = MultipeerPeerID(number: 0x7D15_A3C2_4E9B_6F08, displayName: "Ada")
    static let bo = MultipeerPeerID(number: 0x6B3C_1D77_A91F_E203, displayName: "Bo")
    static let start: Int64 = 1_700_000_000_000_000_000
    static let millisecond: Int64 = 1_000_000

    static func message(_ content: MultipeerMessage.Content, number: UInt32 = 0) throws -> [UInt8] {
        var output = ByteWriter()
        try MultipeerMessage(content, number: number).serialize(into: &output)
        return output.bytes
    }

    static func hello(_ peer: MultipeerPeerID) throws -> [UInt8] { try message(.hello(MultipeerHello(peer))) }

    static func invitation(
        from sender: MultipeerPeerID = ada, to recipient: MultipeerPeerID = bo, id: Int64 = 1, context: [UInt8]? = nil
    ) throws -> [UInt8] {
        try message(
            .invitation(MultipeerInvitation(inviteID: id, sender: sender, recipient: recipient, context: context)),
            number: 1)
    }

    static func answer(
        accepting isAccepted: Bool = true, from sender: MultipeerPeerID = bo, to recipient: MultipeerPeerID = ada,
        id: Int64 = 1, candidate: (address: IPAddress, port: UInt16)? = nil
    ) throws -> [UInt8] {
        let answer = MultipeerAnswer(
            isAccepted: isAccepted, inviteID: id, sender: sender, recipient: recipient,
            connectionData: try candidate.map { try connectionData($0.address, $0.port, for: recipient) })
        return try message(.answer(answer), number: 2)
    }

    private static func connectionData(
        _ address: IPAddress, _ port: UInt16, for recipient: MultipeerPeerID
    ) throws -> [UInt8] {
        var output = ByteWriter()
        let segment = MultipeerAddressSegment(
            .ipv4, index: 0, port: port, token: MultipeerToken(rawValue: 1), recipient: recipient.participant)
        try MultipeerConnectionData(
            MultipeerSecurity(.optional), addresses: MultipeerAddressList(ipv4: [address], segments: [segment])
        ).serialize(into: &output)
        return output.bytes
    }

    static func packet(
        _ content: MultipeerPacket.Content, from sender: MultipeerPeerID = ada, to receiver: MultipeerPeerID = bo
    ) throws -> [UInt8] {
        var output = ByteWriter()
        try MultipeerPacket(content, sender: sender.participant, receiver: receiver.participant).serialize(
            into: &output)
        return output.bytes
    }

    static func data(_ number: UInt32, _ payload: [UInt8], isFromAda: Bool = true) throws -> [UInt8] {
        let (one, other) = isFromAda ? (ada, bo) : (bo, ada)
        return try packet(
            .delivery(
                MultipeerDelivery(
                    .data, from: one.participant, to: other.participant, number: number, received: 0, payload: payload)),
            from: one, to: other)
    }

    /// The report on a recorded capture.
    static func report(_ name: String, workers: Int = 1) async throws -> TraceReport {
        let path = Fixture.url("multipeer/\(name).pcap").path()
        return try await TraceAnalyzer(workers: workers).analyze(CaptureFile.open(path: path))
    }

    /// The report on one connection, each piece in a segment of its own.
    static func report(
        of pieces: [(bytes: [UInt8], side: SyntheticConnection.Side)], isOpened: Bool = true
    ) async throws -> TraceReport {
        try await SyntheticTrace.report { capture in
            var connection = SyntheticTrace.connection()
            if isOpened { try connection.open(at: start, in: &capture) }
            for (number, piece) in pieces.enumerated() {
                let time = start + Int64(number + 10) * millisecond
                try connection.send(piece.bytes, from: piece.side, at: time, in: &capture)
            }
        }
    }
}

extension TraceReport {
    /// The codes of findings that only MultipeerConnectivity has, and what each is about.
    var multipeerFindings: [String] {
        let codes = [
            "invitation-unanswered", "invitation-declined", "invitations-crossed", "peer-identity-changed",
            "session-not-established", "message-undecodable",
        ]
        return findings.map(\.code.rawValue).filter(codes.contains)
    }
}
