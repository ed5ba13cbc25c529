import PacketCapture
import WireCoding

/// Copies a pcapng file by the public interface alone, as a program would that picks packets.
enum PcapngCopy {
    static func copy(_ file: [UInt8]) throws -> [UInt8] {
        var reader = try CaptureFile.open(bytes: file).makeReader()
        var writer = PcapngWriter()
        var output = ByteWriter()
        var sections = 0
        var numbers: [Int] = []
        var processes = 0
        // What stands before a packet is known when the packet is there; what stands behind the last one, at the end.
        func describe(_ reader: borrowing CaptureReader) {
            for section in reader.sections[sections...] {
                writer.writeSection(options: section.options, into: &output)
                for process in reader.processes[processes...] where process.section == section.id {
                    writer.writeProcess(process, into: &output)
                    processes += 1
                }
                for interface in reader.interfaces[numbers.count...] where interface.section == section.id {
                    numbers.append(writer.writeInterface(interface, into: &output))
                }
            }
            sections = reader.sections.count
        }
        while let packet = try reader.next() {
            describe(reader)
            let options = reader.packetOptions
            if packet.isTimed {
                try writer.writePacket(
                    reader.bytes, interface: numbers[packet.interface], time: packet.time,
                    originalLength: packet.originalLength, options: options, into: &output)
            } else {
                try writer.writeSimplePacket(
                    reader.bytes, originalLength: packet.originalLength, into: &output)
            }
        }
        describe(reader)
        for interface in reader.interfaces {
            if let statistics = interface.statistics, interface.section == sections - 1 {
                try writer.writeStatistics(statistics, interface: numbers[interface.id], into: &output)
            }
        }
        return output.bytes
    }
}
