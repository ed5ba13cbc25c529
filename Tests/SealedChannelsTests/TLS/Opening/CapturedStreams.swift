import Foundation
import SealedChannels
import TestSupport
import WireCoding
import WireSimulation
import WireTesting

/// The TCP connections of a capture in `Fixtures/sealed`: what each end sent, in the order of the capture.
struct CapturedStreams {
    /// Bytes that come next in a direction, or that are missing there.
    enum Event {
        case bytes([UInt8], fromClient: Bool)
        case missing(Int, fromClient: Bool)
    }

    private struct Segment {
        var ports: [UInt16]
        var sequence: UInt32
        var beginsStream: Bool
        var payload: [UInt8]
    }

    private let segments: [Segment]

    /// - Parameter name: A pcap file of Ethernet and IPv4; frames of other protocols than TCP are left out.
    init(_ name: String) throws {
        segments = try CapturedFrames.frames("sealed/" + name).compactMap { frame in
            guard frame.count >= 54, frame[12] == 8, frame[13] == 0, frame[23] == 6 else { return nil }
            let end = 14 + Int(frame.span.bigEndianUInt16(at: 16))
            let start = 34 + Int(frame[46] >> 4) * 4
            return Segment(
                ports: [34, 36].map { frame.span.bigEndianUInt16(at: $0) },
                sequence: frame.span.bigEndianUInt32(at: 38), beginsStream: frame[47] & 2 != 0,
                payload: Array(frame[start..<end]))
        }
    }

    /// What both ends of a connection sent.
    ///
    /// - Parameter clientPort: By which the connection is told from others.
    func events(clientPort: UInt16) -> [Event] {
        var next: [Bool: UInt32] = [:]
        var events: [Event] = []
        for segment in segments where segment.ports.contains(clientPort) {
            let fromClient = segment.ports[0] == clientPort
            if segment.beginsStream {
                next[fromClient] = segment.sequence &+ 1
                continue
            }
            guard !segment.payload.isEmpty else { continue }
            let expected = next[fromClient] ?? segment.sequence
            let ahead = Int(Int32(bitPattern: segment.sequence &- expected))
            if ahead > 0 { events.append(.missing(ahead, fromClient: fromClient)) }
            let new = segment.payload.dropFirst(max(0, -ahead))
            guard !new.isEmpty else { continue }
            events.append(.bytes(Array(new), fromClient: fromClient))
            next[fromClient] = segment.sequence &+ UInt32(segment.payload.count)
        }
        return events
    }

    /// The ports of the clients of a server, each once, in the order of their connections.
    func clientPorts(serverPort: UInt16) -> [UInt16] {
        var ports: [UInt16] = []
        for segment in segments where segment.ports[1] == serverPort && !ports.contains(segment.ports[0]) {
            ports.append(segment.ports[0])
        }
        return ports
    }
}

/// The frames of a pcap file.
enum CapturedFrames {
    static func frames(_ path: String) throws -> [[UInt8]] {
        let file = [UInt8](try Data(contentsOf: Fixture.url(path)))
        var frames: [[UInt8]] = []
        var offset = 24
        while offset + 16 <= file.count {
            // In the byte order of the machine that recorded it, which is little-endian.
            let length = (0..<4).reduce(0) { $0 | Int(file[offset + 8 + $1]) << (8 * $1) }
            frames.append(Array(file[offset + 16..<offset + 16 + length]))
            offset += 16 + length
        }
        return frames
    }
}

extension KeyLog {
    /// A log in `Fixtures/sealed`.
    init(fixture name: String) throws {
        self.init()
        append([UInt8](try Data(contentsOf: Fixture.url("sealed/" + name))).span)
        finish()
    }
}

extension SessionSecrets {
    init(fixture name: String) throws { self.init(log: try KeyLog(fixture: name)) }
}

extension TLSConnectionReading {
    /// Reads a whole connection of a capture.
    init(_ events: [CapturedStreams.Event], _ secrets: SessionSecrets, isMidstream: Bool = false) {
        self.init(secrets, isMidstream: isMidstream)
        for event in events {
            switch event {
            case .bytes(let bytes, let fromClient): append(bytes, fromClient: fromClient)
            case .missing(let count, let fromClient): miss(count, fromClient: fromClient)
            }
        }
        finish()
    }

    func direction(_ fromClient: Bool) -> Direction { fromClient ? client : server }
    /// How many records were opened: of the client, of the server.
    var opened: [Int] { [client.opened.count, server.opened.count] }
    var sealed: [Int] { [client.sealedRecords, server.sealedRecords] }
    func text(fromClient: Bool) -> String { String(decoding: plaintext(fromClient: fromClient), as: UTF8.self) }
}
