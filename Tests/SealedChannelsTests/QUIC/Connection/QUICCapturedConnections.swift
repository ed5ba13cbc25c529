import Foundation
import TestSupport
import WireCoding
@testable import SealedChannels

/// The connections of a capture in `Fixtures/sealed`, by the ports of their clients, with the key log of their endpoints.
struct QUICCapturedConnections {
    struct Datagram {
        /// Nanoseconds since 1970.
        var time: Int64
        var clientPort: UInt16
        var fromClient: Bool
        var payload: [UInt8]
    }

    var datagrams: [Datagram] = []
    var log = KeyLog()

    var secrets: SessionSecrets { SessionSecrets(log: log) }

    /// - Parameters:
    ///   - name: A pcap file with nanoseconds; frames of other protocols than UDP over IPv4 are left out.
    ///   - serverPort: The port of the server; datagrams of other ports are left out.
    init(_ name: String, keys: String, serverPort: UInt16) throws {
        let file = [UInt8](try Data(contentsOf: Fixture.url("sealed/" + name)))
        var offset = 24
        while offset + 16 <= file.count {
            let words = (0..<3).map { word in
                (0..<4).reduce(0) { $0 | Int(file[offset + 4 * word + $1]) << (8 * $1) }
            }
            let frame = Array(file[offset + 16..<offset + 16 + words[2]])
            offset += 16 + frame.count
            guard frame.count >= 42, frame[12] == 8, frame[13] == 0, frame[23] == 17 else { continue }
            let ports = [34, 36].map { frame.span.bigEndianUInt16(at: $0) }
            guard ports.contains(serverPort) else { continue }
            let fromClient = ports[1] == serverPort
            datagrams.append(
                Datagram(
                    time: Int64(words[0]) * 1_000_000_000 + Int64(words[1]), clientPort: ports[fromClient ? 0 : 1],
                    fromClient: fromClient,
                    payload: Array(frame[42..<34 + Int(frame.span.bigEndianUInt16(at: 38))])))
        }
        log.append([UInt8](try Data(contentsOf: Fixture.url("sealed/" + keys))).span)
        log.finish()
    }

    /// The datagrams of the connection that begins with one port of a client.
    func connection(_ index: Int) -> [Datagram] {
        var ports: [UInt16] = []
        for datagram in datagrams where !ports.contains(datagram.clientPort) { ports.append(datagram.clientPort) }
        return datagrams.filter { $0.clientPort == ports[index] }
    }

    /// A Retry and key updates.
    static func keyUpdates() throws -> QUICCapturedConnections {
        try QUICCapturedConnections(
            "quic-retry-keyupdate.petra.pcap", keys: "quic-retry-keyupdate.keys.log", serverPort: 9104)
    }

    /// Three connections.
    static func earlyData() throws -> QUICCapturedConnections {
        try QUICCapturedConnections("quic-0rtt.ulla.pcap", keys: "quic-0rtt.keys.log", serverPort: 9106)
    }

    static func migration() throws -> QUICCapturedConnections {
        try QUICCapturedConnections("quic-migration.silke.pcap", keys: "quic-migration.keys.log", serverPort: 9105)
    }

    static func version2() throws -> QUICCapturedConnections {
        try QUICCapturedConnections("quic-v2.yann.pcap", keys: "quic-v2.keys.log", serverPort: 9108)
    }
}

/// An opener and what it has opened.
struct QUICOpening {
    var opener = QUICConnectionOpener()
    var packets: [QUICConnectionPacket] = []

    init(opener: QUICConnectionOpener = QUICConnectionOpener()) { self.opener = opener }

    /// Opens a whole connection.
    init(_ datagrams: [QUICCapturedConnections.Datagram], _ secrets: SessionSecrets) {
        for datagram in datagrams { receive(datagram, secrets) }
        finish(secrets)
    }

    mutating func receive(_ datagram: QUICCapturedConnections.Datagram, length: Int? = nil, _ secrets: SessionSecrets) {
        opener.receive(
            datagram.payload.span, length: length ?? datagram.payload.count, fromClient: datagram.fromClient,
            at: CaptureMoment(frame: 0, time: datagram.time), secrets, into: &packets)
    }

    mutating func finish(_ secrets: SessionSecrets) { opener.finish(secrets, into: &packets) }

    /// Opened packets of the client and of the server, without Initial packets.
    var opened: [Int] { [opener.client.openedPackets, opener.server.openedPackets] }
    var sealed: [Int] { [opener.client.sealedPackets, opener.server.sealedPackets] }
    func count(_ type: QUICPacketType, fromClient: Bool) -> Int {
        packets.count { $0.type == type && $0.fromClient == fromClient }
    }
}
