import Foundation
import TestSupport

/// UDP datagrams of a capture in `Fixtures/sealed`: pcap files of Ethernet and IPv4 without options.
enum QUICFixture {
    struct Datagram {
        let sourcePort: UInt16
        let payload: [UInt8]
    }

    static func datagrams(_ name: String) throws -> [Datagram] {
        let file = [UInt8](try Data(contentsOf: Fixture.url("sealed/" + name)))
        var datagrams: [Datagram] = []
        var offset = 24
        while offset + 16 <= file.count {
            // Captured length, in the byte order of the machine that recorded it, which is little-endian.
            let length = (0..<4).reduce(0) { $0 | Int(file[offset + 8 + $1]) << (8 * $1) }
            let packet = file[offset + 16..<offset + 16 + length]
            let udp = packet.startIndex + 14 + 20
            datagrams.append(
                Datagram(
                    sourcePort: UInt16(packet[udp]) << 8 | UInt16(packet[udp + 1]), payload: Array(packet[(udp + 8)...])
                ))
            offset += 16 + length
        }
        return datagrams
    }
}
