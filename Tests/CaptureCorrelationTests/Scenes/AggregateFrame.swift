import PacketCapture
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

/// Data frames of infrastructure that carry several packets at once, as aggregate MSDUs.
enum AggregateFrame {
    private static let anna = LinkAddress(rawValue: 0x2A5C_110E_7D01)
    private static let bert = LinkAddress(rawValue: 0x6EB1_9042_3AC4)
    private static let carl = LinkAddress(rawValue: 0xF207_6DD8_159B)

    /// A frame from Anna to Bert behind a radiotap header.
    ///
    /// - Parameter body: See ``body(_:)``.
    static func bytes(_ body: [UInt8], number: UInt16 = 1) -> [UInt8] {
        let header = IEEE80211Header(
            frameControl: IEEE80211FrameControl(type: .data, subtype: 8), address1: bert,
            address2: anna, address3: carl, sequenceControl: number << 4, qosControl: 0x80)
        return SyntheticRadioFrame.bytes(header, body: body)
    }

    /// Subframes with these IPv4 packets behind LLC and SNAP.
    ///
    /// - Parameter sources: Of each subframe; without them all are Anna's.
    static func body(_ packets: [[UInt8]], sources: [LinkAddress] = []) -> [UInt8] {
        var body: [UInt8] = []
        for (number, packet) in packets.enumerated() {
            let content = [0xAA, 0xAA, 0x03, 0, 0, 0, 0x08, 0x00] + packet
            var writer = ByteWriter()
            AMSDUSubframe(
                destination: carl, source: sources.isEmpty ? anna : sources[number],
                content: content,
                isLast: number == packets.count - 1
            ).serialize(into: &writer)
            body += writer.bytes
        }
        return body
    }

    /// The IPv4 packets of a capture of Ethernet frames, and when they were sent.
    static func packets(of capture: [UInt8]) throws -> [(bytes: [UInt8], time: Int64)] {
        var packets: [(bytes: [UInt8], time: Int64)] = []
        var reader = try CaptureFile.open(bytes: capture).makeReader()
        while let record = try reader.next() {
            packets.append((reader.bytes.copied(14..<reader.bytes.count), record.time))
        }
        return packets
    }
}
