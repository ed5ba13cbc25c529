import Foundation
import PacketCapture
import PacketDissection
import WireCoding
import TestSupport

/// The DNS messages of the captures in Fixtures, or of those in the folder that `NEARSCOPE_CAPTURES` names.
enum CapturedDatagrams {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["NEARSCOPE_CAPTURES"] { return URL(filePath: path) }
        return Fixture.url("bonjour")
    }()

    static let captures: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".pcap") || $0.hasSuffix(".pcapng") }.sorted()
    }()

    /// What was sent from or to port 5353, whole datagrams only.
    static func messages(of capture: String) throws -> [(frame: Int, bytes: [UInt8])] {
        var reader = try CaptureFile.open(path: folder.appending(path: capture).path).makeReader()
        var messages: [(frame: Int, bytes: [UInt8])] = []
        var pieces: [Datagram: [Int: (bytes: [UInt8], isLast: Bool)]] = [:]
        while let record = try reader.next() {
            let bytes = reader.bytes
            let packet = PacketDissector.dissect(
                bytes, linkType: reader.linkType, originalLength: record.originalLength)
            if packet.isFragment {
                let fragment = packet.fragment
                let start = Int(fragment.start)
                let key = Datagram(source: packet.source, identification: fragment.identification)
                pieces[key, default: [:]][Int(fragment.offset)] = (
                    Array(copying: bytes.extracting(start..<start + Int(fragment.length))), !fragment.moreFragments
                )
                if let whole = whole(pieces[key] ?? [:]) {
                    pieces[key] = nil
                    if whole[2] == 0x14, whole[3] == 0xE9 { messages.append((record.frame, Array(whole[8...]))) }
                }
            } else if packet.transport == .udp, packet.sourcePort == 5353 || packet.destinationPort == 5353 {
                let start = packet.payloadOffset
                let payload = bytes.extracting(start..<start + packet.capturedPayloadLength)
                messages.append((record.frame, Array(copying: payload)))
            }
        }
        return messages
    }

    private struct Datagram: Hashable {
        var source: IPAddress
        var identification: UInt32
    }

    /// The bytes of a datagram, its UDP header among them, nil while pieces are missing.
    private static func whole(_ pieces: [Int: (bytes: [UInt8], isLast: Bool)]) -> [UInt8]? {
        var bytes: [UInt8] = []
        while let piece = pieces[bytes.count] {
            bytes += piece.bytes
            if piece.isLast { return bytes }
        }
        return nil
    }
}

extension Array where Element == UInt8 {
    fileprivate init(copying span: Span<UInt8>) {
        self = []
        append(copying: span)
    }
}
