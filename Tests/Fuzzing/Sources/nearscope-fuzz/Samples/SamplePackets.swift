import PacketCapture
import WireCoding
import WireSimulation
import WireTesting

/// Packets with a choice of link type before them.
enum SamplePackets {
    /// Those that are dissected, and one that is not.
    static let linkTypes: [UInt16] = [
        0, 1, 6, 8, 9, 10, 12, 14, 50, 51, 101, 104, 105, 107, 108, 113, 117, 119, 127, 163, 192, 228, 229, 239, 258,
        276, 147,
    ]

    static let mutators = Mutator.byteLevel + Mutator.dns + Mutator.radiotap + Mutator.elements + Mutator.attributes

    /// Link type, bytes that the snap length cut, and the packet; nil for less than the two bytes that choose.
    static func choice(_ input: [UInt8]) -> (linkType: LinkType, cut: Int, bytes: [UInt8])? {
        guard input.count >= 2 else { return nil }
        // Most packets are whole.
        let cut = input[1] < 128 ? 0 : Int(input[1] & 0x7F)
        return (LinkType(rawValue: linkTypes[Int(input[0]) % linkTypes.count]), cut, Array(input.dropFirst(2)))
    }

    /// Packets of the samples by their link types, and what the other link types have before an IPv4 packet.
    static func chosen() -> [[UInt8]] {
        var packets: [[UInt8]] = []
        for capture in SampleCaptures.analyzable {
            guard var reader = try? CaptureFile.open(bytes: capture).makeReader() else { continue }
            while (try? reader.next()) != nil, let choice = linkTypes.firstIndex(of: reader.linkType.rawValue) {
                let bytes = reader.bytes.copied()
                packets.append([UInt8(choice), 0] + bytes)
                guard reader.linkType == .ethernet else { continue }
                for (linkType, header) in headers {
                    guard let choice = linkTypes.firstIndex(of: linkType) else { continue }
                    packets.append([UInt8(choice), 0] + header + bytes.dropFirst(14))
                }
            }
        }
        return packets
    }

    /// The link types whose headers are short enough to be written here, each with one before IPv4.
    private static let headers: [(linkType: UInt16, header: [UInt8])] = [
        (0, [2, 0, 0, 0]), (9, [0xFF, 3, 0, 0x21]), (101, []), (104, [0x0F, 0, 8, 0]), (107, [0x18, 0x41, 3, 0xCC]),
        (113, [0, 0, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0, 8, 0]), (228, []),
        (276, [8, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0]),
        // A VLAN tag, an MPLS label, PPPoE.
        (1, [UInt8](repeating: 2, count: 12) + [0x81, 0, 0, 1, 8, 0]),
        (1, [UInt8](repeating: 2, count: 12) + [0x88, 0x47, 0, 1, 1, 64]),
        (1, [UInt8](repeating: 2, count: 12) + [0x88, 0x64, 0x11, 0, 0, 1, 0, 40, 0, 0x21]),
    ]
}
