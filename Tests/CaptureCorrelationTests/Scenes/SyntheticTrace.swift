import PacketCapture
import WireCoding
import WireSimulation
import WireTesting

/// Captures made up for a test.
enum SyntheticTrace {
    static let second: Int64 = 1_000_000_000
    static let anna = SyntheticHost(number: 1)
    static let bert = SyntheticHost(number: 2)
    static let everybody = SyntheticHost(
        linkAddress: LinkAddress(rawValue: 0x0100_5E00_00FB), address: IPAddress(ipv4: 0xE000_00FB))

    /// From Anna's port 50000 to Bert's port 7000.
    static func connection(initialSequence: UInt32 = 1000) -> SyntheticConnection {
        SyntheticConnection(from: anna, port: 50000, to: bert, port: 7000, initialSequence: initialSequence)
    }

    static func capture(_ body: (inout SyntheticCapture) throws -> Void) rethrows -> SyntheticCapture {
        var capture = SyntheticCapture()
        try body(&capture)
        return capture
    }

    /// The capture as two interfaces saw it, one a nanosecond after the other.
    static func twice(_ capture: SyntheticCapture) throws -> [UInt8] {
        var writer = PcapngWriter()
        var output = ByteWriter()
        writer.writeSection(into: &output)
        let interfaces = ["en0", "en1"].map { writer.writeInterface(linkType: .ethernet, name: $0, into: &output) }
        var reader = try CaptureFile.open(bytes: capture.bytes).makeReader()
        while let record = try reader.next() {
            for interface in interfaces {
                try writer.writePacket(
                    reader.bytes, interface: interface, time: record.time + Int64(interface), into: &output)
            }
        }
        return output.bytes
    }
}
