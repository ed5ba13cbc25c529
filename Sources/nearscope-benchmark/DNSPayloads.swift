import Foundation
import PacketCapture
import PacketDissection
import WireCoding

/// The multicast DNS messages of captures, one after another in memory.
struct DNSPayloads {
    private(set) var bytes: [UInt8] = []
    /// The range of each message in ``bytes``.
    private(set) var ranges: [Range<Int>] = []

    /// Collects the payloads of UDP datagrams from or to port 5353 that are whole in one packet.
    mutating func append(captureAt path: String) throws {
        var reader = try CaptureFile.open(path: path).makeReader()
        while let record = try reader.next() {
            let packet = PacketDissector.dissect(
                reader.bytes, linkType: reader.linkType, originalLength: record.originalLength)
            guard packet.transport == .udp, !packet.isFragment, packet.payloadLength > 0,
                packet.sourcePort == WellKnownPort.multicastDNS || packet.destinationPort == WellKnownPort.multicastDNS,
                packet.capturedPayloadLength == packet.payloadLength
            else { continue }
            let start = bytes.count
            bytes.append(
                copying: reader.bytes.extracting(packet.payloadOffset...).extracting(first: packet.payloadLength))
            ranges.append(start..<bytes.count)
        }
    }

    /// Writes each message after its two-byte length, as DNS over TCP frames them (RFC 1035 §4.2.2).
    func write(to path: String) throws {
        var writer = ByteWriter(reservingCapacity: bytes.count + 2 * ranges.count)
        for range in ranges {
            writer.writeUInt16(UInt16(range.count))
            writer.writeBytes(bytes[range])
        }
        try Data(writer.bytes).write(to: URL(fileURLWithPath: path))
    }
}
