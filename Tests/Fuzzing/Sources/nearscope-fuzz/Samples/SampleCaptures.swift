import DNSWire
import PacketCapture
import PeerMessaging
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

/// Small captures that first corpora are made of.
enum SampleCaptures {
    /// A pcap file without packets.
    static let empty = SyntheticCapture().bytes

    /// What the analyzer has something to say about.
    static var analyzable: [[UInt8]] {
        [
            empty, mesh().bytes, discovery, talk(SampleStreams.xmpp[0]), talk(SampleStreams.tls[0]),
            talk(SampleStreams.probes(1)), radio(), pcapng(isFull: true), fragments,
        ]
    }

    /// A connection with messages of a mesh, opened and closed.
    static func mesh() -> SyntheticCapture {
        var capture = SyntheticCapture()
        var connection = SyntheticConnection(
            from: SyntheticHost(number: 1), port: 50_000, to: SyntheticHost(number: 2), port: 8080)
        written {
            try connection.open(at: second, in: &capture)
            for (index, frame) in SampleStreams.framed.prefix(3).enumerated() {
                try connection.send(
                    frame, from: index % 2 == 0 ? .initiator : .responder, at: second * Int64(index + 2), in: &capture)
            }
            connection.skip(100, from: .initiator)
            try connection.acknowledge(from: .responder, at: 9 * second, in: &capture)
            try connection.close(at: 10 * second, in: &capture)
        }
        return capture
    }

    /// One side says something to the other.
    private static func talk(_ stream: [UInt8]) -> [UInt8] {
        var capture = SyntheticCapture()
        var connection = SyntheticConnection(
            from: SyntheticHost(number: 1), port: 50_000, to: SyntheticHost(number: 2), port: 5222)
        written {
            try connection.open(at: second, in: &capture)
            for (index, piece) in InputPieces.cut(Array(stream.prefix(2000))).prefix(20).enumerated() {
                try connection.send(Array(piece), from: .initiator, at: second * Int64(index + 2), in: &capture)
            }
        }
        return capture.bytes
    }

    /// Multicast DNS of three hosts.
    private static var discovery: [UInt8] {
        var capture = SyntheticCapture()
        let group = SyntheticHost(
            linkAddress: LinkAddress(rawValue: 0x0100_5E00_00FB), address: IPAddress(ipv4: 0xE000_00FB))
        written {
            for (index, message) in Generator<DNSMessage>.plausible.values(seed: FuzzTarget.seed, count: 12)
                .enumerated()
            {
                try capture.append(
                    udpFrom: 5353, to: 5353, payload: message.serialized(), from: SyntheticHost(number: 1 + index % 3),
                    to: group, at: second * Int64(index + 1))
            }
        }
        return capture.bytes
    }

    /// Datagrams in fragments, one of them in disorder, and an ICMP error.
    private static var fragments: [UInt8] {
        var capture = SyntheticCapture()
        let (one, two) = (SyntheticHost(number: 1), SyntheticHost(number: 2))
        written {
            for order in [[0, 1, 2], [2, 0, 1]] {
                try capture.append(
                    udpFrom: 4000, to: 5000, payload: [UInt8](repeating: 7, count: 60), inFragmentsOf: 24, order: order,
                    from: one, to: two, at: second)
            }
            try capture.append(portUnreachableFor: (4000, 5000), from: two, to: one, at: 2 * second)
        }
        return capture.bytes
    }

    /// 802.11 frames with radiotap headers: AWDL, Wi-Fi Aware, data.
    static func radio() -> [UInt8] {
        var capture = SyntheticCapture.ofRadio
        written {
            for (index, frame) in SampleFrames.radio.enumerated() {
                try capture.append(frame, at: second * Int64(index + 1))
            }
        }
        return capture.bytes
    }

    /// A pcapng file, with all blocks that the package writes or with the fewest.
    static func pcapng(isFull: Bool) -> [UInt8] {
        var writer = PcapngWriter()
        var file = ByteWriter()
        written {
            writer.writeSection(
                options: isFull ? [PcapngOption(code: 1, value: Array("a comment".utf8))] : [], into: &file)
            let wire = writer.writeInterface(linkType: .ethernet, name: isFull ? "en0" : nil, into: &file)
            var reader = try CaptureFile.open(bytes: mesh().bytes).makeReader()
            while let record = try reader.next() {
                try writer.writePacket(reader.bytes, interface: wire, time: record.time, into: &file)
            }
            guard isFull else { return }
            let air = writer.writeInterface(linkType: .ieee80211Radiotap, name: "en1", into: &file)
            for frame in SampleFrames.radio.prefix(4) {
                try writer.writePacket(
                    frame.span, interface: air, time: second,
                    options: [PcapngOption(code: 1, value: Array("heard".utf8))], into: &file)
            }
            try writer.writeSimplePacket([UInt8](repeating: 0, count: 60).span, into: &file)
            try writer.writeSecrets(DecryptionSecrets(.tlsKeyLog, bytes: Array("CLIENT_RANDOM".utf8)), into: &file)
        }
        return file.bytes
    }

    /// The smallest containers of what other programs compress: gzip with a stored block (RFC 1952, RFC 1951 §3.2.4),
    /// zstd with a raw block (RFC 8878 §3.1.1), an LZ4 frame with an uncompressed block.
    static var compressed: [[UInt8]] {
        let content = mesh().bytes
        func littleEndian(_ number: Int, _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        // gzip's CRC-32 is that of 802.11.
        let check = Int(FrameCheckSequence.of(content.span))
        return [
            [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + littleEndian(content.count, 2) + littleEndian(~content.count, 2)
                + content + littleEndian(check, 4) + littleEndian(content.count, 4),
            [0x28, 0xB5, 0x2F, 0xFD, 0, 0x58] + littleEndian(content.count << 3 | 1, 3) + content,
            [0x04, 0x22, 0x4D, 0x18, 0x60, 0x40, 0x82] + littleEndian(content.count | 1 << 31, 4) + content
                + littleEndian(0, 4),
        ]
    }

    private static let second: Int64 = 1_000_000_000

    /// Writes what the writers take: the samples are made so.
    private static func written(_ write: () throws -> Void) {
        do {
            try write()
        } catch {
            fatalError("A sample cannot be written: \(error)")
        }
    }
}
