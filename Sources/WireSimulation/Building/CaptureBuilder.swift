import PacketCapture
import WireCoding

/// Packets and their times, added in any order and written as a capture in the order of their times.
///
/// ```swift
/// var capture = CaptureBuilder()
/// try capture.add(question, at: 0)
/// try capture.add(answer, at: 20_000_000)
/// try Data(capture.pcap()).write(to: file)
/// ```
public struct CaptureBuilder: Sendable {
    /// Of one kind are the packets that one interface can have.
    private struct Kind: Hashable, Sendable {
        let linkType: LinkType
        let checkLength: Int?
    }

    private struct Record: Sendable {
        let time: Int64
        let kind: Kind
        let bytes: [UInt8]
        let originalLength: Int
    }

    private var records: [Record] = []

    /// A capture without packets.
    public init() {}

    /// - Throws: What ``PacketBuilder/bytes`` throws.
    public init(_ packets: some Sequence<TimedPacket>) throws(WireError) {
        for packet in packets { try add(packet.packet, at: packet.time) }
    }

    /// How many packets have been added.
    public var count: Int { records.count }

    /// - Parameters:
    ///   - packet: What was captured.
    ///   - time: Nanoseconds since 1970.
    ///   - capturedLength: How many bytes the capture kept, as with a snap length; nil for all.
    /// - Throws: What ``PacketBuilder/bytes`` throws.
    public mutating func add(
        _ packet: PacketBuilder, at time: Int64, capturedLength: Int? = nil
    ) throws(WireError) {
        let kind = Kind(linkType: packet.linkType, checkLength: packet.frameCheckSequenceLength)
        let bytes = try packet.bytes
        let kept = capturedLength.map { Array(bytes.prefix(max(0, $0))) } ?? bytes
        records.append(Record(time: time, kind: kind, bytes: kept, originalLength: bytes.count))
    }

    /// Adds bytes that are not built, such as a packet of another file.
    ///
    /// - Parameters:
    ///   - bytes: All of the packet.
    ///   - linkType: What they begin with.
    ///   - time: Nanoseconds since 1970.
    public mutating func add(_ bytes: [UInt8], _ linkType: LinkType, at time: Int64) {
        let kind = Kind(linkType: linkType, checkLength: nil)
        records.append(Record(time: time, kind: kind, bytes: bytes, originalLength: bytes.count))
    }

    /// A pcap file with nanoseconds, of Ethernet if there are no packets.
    ///
    /// - Throws: `invalidValue` for a packet with another link type, or another check at its end, than the first, which
    ///   only ``pcapng()`` can have; and what `PcapWriter` throws.
    public func pcap() throws(WireError) -> [UInt8] {
        let records = sorted
        let kind = records.first?.kind ?? Kind(linkType: .ethernet, checkLength: nil)
        let writer = PcapWriter(linkType: kind.linkType, frameCheckSequenceLength: kind.checkLength)
        var output = ByteWriter()
        writer.writeHeader(into: &output)
        for record in records {
            guard record.kind == kind else {
                throw WireError(
                    .invalidValue(UInt64(record.kind.linkType.rawValue)), field: "link type", offset: output.count)
            }
            try writer.writePacket(
                record.bytes.span, time: record.time, originalLength: record.originalLength, into: &output)
        }
        return output.bytes
    }

    /// A pcapng file of one section with nanoseconds, and an interface for each kind of packet.
    ///
    /// - Throws: What `PcapngWriter` throws.
    public func pcapng() throws(WireError) -> [UInt8] {
        var writer = PcapngWriter()
        var output = ByteWriter()
        writer.writeSection(into: &output)
        var interfaces: [Kind: Int] = [:]
        for record in sorted {
            let interface = interfaces[record.kind] ?? Self.describe(record.kind, &writer, &output)
            interfaces[record.kind] = interface
            try writer.writePacket(
                record.bytes.span, interface: interface, time: record.time, originalLength: record.originalLength,
                into: &output)
        }
        return output.bytes
    }

    private static func describe(_ kind: Kind, _ writer: inout PcapngWriter, _ output: inout ByteWriter) -> Int {
        var interface = CaptureInterface(id: 0, linkType: kind.linkType, resolution: .nanoseconds)
        interface.frameCheckSequenceLength = kind.checkLength
        return writer.writeInterface(interface, into: &output)
    }

    /// In the order of their times; those of one time as they were added.
    private var sorted: [Record] {
        records.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }
}
