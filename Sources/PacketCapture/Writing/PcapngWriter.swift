import WireCoding

/// Writes pcapng files (draft-ietf-opsawg-pcapng), one section after another, little-endian.
///
/// ```swift
/// var writer = PcapngWriter()
/// var file = ByteWriter()
/// writer.writeSection(into: &file)
/// let interface = writer.writeInterface(linkType: .ethernet, name: "en0", into: &file)
/// try writer.writePacket(bytes, interface: interface, time: time, into: &file)
/// ```
/// To copy packets of another capture with all that is said of them, write its interfaces by
/// ``writeInterface(_:into:)``, its processes by ``writeProcess(_:into:)``, and each packet with
/// ``CaptureReader/packetOptions``.
public struct PcapngWriter: Hashable, Sendable {
    /// The clocks of the current section's interfaces.
    private var clocks: [TimestampScale] = []

    /// A writer before its first section, which ``writeSection(options:into:)`` begins.
    public init() {}

    /// Begins a section; the numbers of interfaces and of processes begin again at 0.
    public mutating func writeSection(options: [PcapngOption] = [], into output: inout ByteWriter) {
        clocks = []
        let end = Self.beginBlock(.section, 16, options, into: &output)
        output.writeUInt32LittleEndian(0x1A2B_3C4D)
        output.writeUInt16LittleEndian(1)
        output.writeUInt16LittleEndian(0)
        // The length of the section is not known yet.
        output.writeUInt64LittleEndian(.max)
        end.write(options, into: &output)
    }

    /// Describes an interface.
    ///
    /// - Parameters:
    ///   - linkType: What its packets begin with.
    ///   - name: The name that the system gives it (if_name).
    ///   - description: More about it (if_description).
    ///   - snapLength: The limit to the bytes of a packet, 0 for none.
    ///   - resolution: What its timestamps count (if_tsresol).
    ///   - options: Further options.
    ///   - output: Where the block goes.
    /// - Returns: Its number in this section, by which packets name it.
    public mutating func writeInterface(
        linkType: LinkType, name: String? = nil, description: String? = nil, snapLength: UInt32 = 0,
        resolution: TimestampResolution = .nanoseconds, options: [PcapngOption] = [], into output: inout ByteWriter
    ) -> Int {
        writeInterface(
            linkType, snapLength: snapLength, options: Self.options(name, description, resolution) + options,
            into: &output)
    }

    /// Describes an interface as another file does.
    ///
    /// - Parameters:
    ///   - interface: An interface as in ``CaptureReader/interfaces``. Its ``CaptureInterface/options`` are written
    ///     unchanged; if there are none, its name, its description, its filter and the values that its times and packets
    ///     depend on.
    ///   - output: Where the block goes.
    /// - Returns: Its number in this section, by which packets name it.
    public mutating func writeInterface(_ interface: CaptureInterface, into output: inout ByteWriter) -> Int {
        var options = interface.options
        if options.isEmpty {
            options = Self.options(interface.name, interface.interfaceDescription, interface.resolution)
            if let filter = interface.filter {
                options.append(PcapngOption(code: PcapngOption.Code.interfaceFilter, value: filter.bytes))
            }
            if let length = interface.frameCheckSequenceLength.flatMap(UInt8.init(exactly:)) {
                options.append(PcapngOption(code: PcapngOption.Code.frameCheckSequenceLength, value: [length]))
            }
            if interface.timestampOffset != 0 {
                options.append(
                    PcapngOption(PcapngOption.Code.timestampOffset, number: interface.timestampOffset))
            }
        }
        return writeInterface(
            interface.linkType, snapLength: UInt32(clamping: interface.snapLength ?? 0), options: options,
            into: &output)
    }

    private static func options(
        _ name: String?, _ description: String?, _ resolution: TimestampResolution
    ) -> [PcapngOption] {
        [
            name.map { PcapngOption(PcapngOption.Code.interfaceName, text: $0) },
            description.map { PcapngOption(PcapngOption.Code.interfaceDescription, text: $0) },
            resolution == .microseconds
                ? nil : PcapngOption(code: PcapngOption.Code.timestampResolution, value: [resolution.rawValue]),
        ].compactMap(\.self)
    }

    private mutating func writeInterface(
        _ linkType: LinkType, snapLength: UInt32, options: [PcapngOption], into output: inout ByteWriter
    ) -> Int {
        let end = Self.beginBlock(.interface, 8, options, into: &output)
        output.writeUInt16LittleEndian(linkType.rawValue)
        output.writeUInt16LittleEndian(0)
        output.writeUInt32LittleEndian(snapLength)
        end.write(options, into: &output)
        // The last option of each kind counts, as for readers.
        var interface = CaptureInterface(id: clocks.count, linkType: linkType)
        for option in options { _ = interface.readTiming(option) }
        clocks.append(TimestampScale(interface.resolution, offset: interface.timestampOffset))
        return interface.id
    }

    /// Writes an enhanced packet block.
    ///
    /// - Parameters:
    ///   - bytes: What was captured of the packet.
    ///   - interface: A number that a method of this writer returned in this section.
    ///   - time: Nanoseconds since 1970, cut to whole ticks of the interface.
    ///   - originalLength: Bytes on the wire, nil for as many as were captured.
    ///   - options: Options of the block.
    ///   - output: Where the block goes.
    /// - Throws: `WireError` before anything is written: for an interface that the section does not have, a time
    ///   before the interface's zero (1970 without an offset) or beyond what the ticks can count, more bytes than
    ///   readers accept, a length beyond 32 bits.
    public func writePacket(
        _ bytes: Span<UInt8>, interface: Int = 0, time: Int64, originalLength: Int? = nil,
        options: [PcapngOption] = [], into output: inout ByteWriter
    ) throws(WireError) {
        _ = try number(of: interface, at: output.count)
        let ticks = try self.ticks(time, of: interface, "packet time", at: output.count)
        try writePacket(
            bytes, interface: interface, ticks: ticks, originalLength: originalLength, options: options, into: &output)
    }

    /// Writes an enhanced packet block with a given raw timestamp, for a copy.
    ///
    /// - Parameters:
    ///   - bytes: What was captured of the packet.
    ///   - interface: A number that a method of this writer returned in this section.
    ///   - ticks: The timestamp in units of the interface's resolution, as ``CaptureReader/packetTicks`` has it.
    ///   - originalLength: Bytes on the wire, nil for as many as were captured.
    ///   - options: Options of the block.
    ///   - output: Where the block goes.
    /// - Throws: `WireError` before anything is written: for an interface that the section does not have, more bytes
    ///   than readers accept, a length beyond 32 bits.
    public func writePacket(
        _ bytes: Span<UInt8>, interface: Int, ticks: UInt64, originalLength: Int? = nil,
        options: [PcapngOption] = [], into output: inout ByteWriter
    ) throws(WireError) {
        let number = try self.number(of: interface, at: output.count)
        let lengths = try PacketLengths(bytes.count, original: originalLength, at: output.count)
        let end = Self.beginBlock(.enhancedPacket, 20 + Self.padded(bytes.count), options, into: &output)
        output.writeUInt32LittleEndian(number)
        Self.writeTime(ticks, into: &output)
        output.writeUInt32LittleEndian(lengths.captured)
        output.writeUInt32LittleEndian(lengths.original)
        output.writeBytes(bytes)
        Self.pad(bytes.count, into: &output)
        end.write(options, into: &output)
    }

    /// Writes a simple packet block: a packet of the section's first interface without a time.
    ///
    /// - Parameters:
    ///   - bytes: The packet, of which readers take no more than the interface's snap length.
    ///   - originalLength: Bytes on the wire, nil for as many as there are. Only where the snap length cut the packet
    ///     can this be more.
    ///   - output: Where the block goes.
    /// - Throws: `WireError` before anything is written: without an interface, for more bytes than readers accept,
    ///   for a length beyond 32 bits.
    public func writeSimplePacket(
        _ bytes: Span<UInt8>, originalLength: Int? = nil, into output: inout ByteWriter
    ) throws(WireError) {
        _ = try number(of: 0, at: output.count)
        let lengths = try PacketLengths(bytes.count, original: originalLength, at: output.count)
        let end = Self.beginBlock(.simplePacket, 4 + Self.padded(bytes.count), [], into: &output)
        output.writeUInt32LittleEndian(lengths.original)
        output.writeBytes(bytes)
        Self.pad(bytes.count, into: &output)
        end.write([], into: &output)
    }

    /// Writes an interface statistics block with all counters that are there.
    ///
    /// - Parameters:
    ///   - statistics: What was counted.
    ///   - interface: A number of an interface of this section.
    ///   - output: Where the block goes.
    /// - Throws: `WireError` as ``writePacket(_:interface:time:originalLength:options:into:)``.
    public func writeStatistics(
        _ statistics: InterfaceStatistics, interface: Int, into output: inout ByteWriter
    ) throws(WireError) {
        let number = try self.number(of: interface, at: output.count)
        let ticks = try self.ticks(statistics.time, of: interface, "statistics time", at: output.count)
        var options = statistics.comments.map(PcapngOption.comment)
        let times = [
            (PcapngOption.Code.statisticsStart, statistics.startTime),
            (PcapngOption.Code.statisticsEnd, statistics.endTime),
        ]
        for case (let code, let time?) in times {
            let ticks = try self.ticks(time, of: interface, "statistics time", at: output.count)
            options.append(PcapngOption(code, number: ticks >> 32 | ticks << 32))
        }
        for counter in InterfaceStatistics.counters {
            if let value = statistics[keyPath: counter.field] {
                options.append(PcapngOption(counter.code, number: value))
            }
        }
        let end = Self.beginBlock(.statistics, 12, options, into: &output)
        output.writeUInt32LittleEndian(number)
        Self.writeTime(ticks, into: &output)
        end.write(options, into: &output)
    }

    /// Throws unless the section has the interface.
    private func number(of interface: Int, at offset: Int) throws(WireError) -> UInt32 {
        guard clocks.indices.contains(interface), let number = UInt32(exactly: interface) else {
            throw WireError(.invalidValue(UInt64(bitPattern: Int64(interface))), field: "interface", offset: offset)
        }
        return number
    }

    /// Throws unless the clock of the interface can say the time.
    private func ticks(
        _ time: Int64, of interface: Int, _ field: WireError.Field, at offset: Int
    ) throws(WireError) -> UInt64 {
        guard let ticks = clocks[interface].ticks(time) else {
            throw WireError(.invalidValue(UInt64(bitPattern: time)), field: field, offset: offset)
        }
        return ticks
    }

    private static func writeTime(_ ticks: UInt64, into output: inout ByteWriter) {
        output.writeUInt32LittleEndian(UInt32(truncatingIfNeeded: ticks >> 32))
        output.writeUInt32LittleEndian(UInt32(truncatingIfNeeded: ticks))
    }
}
