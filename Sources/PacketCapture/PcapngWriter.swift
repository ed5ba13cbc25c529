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
public struct PcapngWriter: Hashable, Sendable {
    /// An option of a block (§3.5): its number there and its value.
    public struct Option: Hashable, Sendable {
        public var code: UInt16
        /// At most 65,535 bytes; what is beyond is not written.
        public var value: [UInt8]

        public init(code: UInt16, value: [UInt8]) {
            self.code = code
            self.value = value
        }

        /// opt_comment, in any block.
        public static func comment(_ text: String) -> Option { Option(code: 1, value: Array(text.utf8)) }
        /// shb_hardware, in a section header.
        public static func hardware(_ text: String) -> Option { Option(code: 2, value: Array(text.utf8)) }
        /// shb_os, in a section header.
        public static func operatingSystem(_ text: String) -> Option { Option(code: 3, value: Array(text.utf8)) }
        /// shb_userappl, in a section header.
        public static func application(_ text: String) -> Option { Option(code: 4, value: Array(text.utf8)) }
    }

    /// The resolutions of the current section's interfaces.
    private var resolutions: [TimestampResolution] = []

    public init() {}

    /// Begins a section; the numbers of interfaces begin again at 0.
    public mutating func writeSection(options: [Option] = [], into output: inout ByteWriter) {
        resolutions = []
        var body = ByteWriter()
        body.writeUInt32LittleEndian(0x1A2B_3C4D)
        body.writeUInt16LittleEndian(1)
        body.writeUInt16LittleEndian(0)
        // The length of the section is not known yet.
        body.writeUInt64LittleEndian(.max)
        Self.writeOptions(options, into: &body)
        Self.writeBlock(0x0A0D_0D0A, body, into: &output)
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
        resolution: TimestampResolution = .nanoseconds, options: [Option] = [], into output: inout ByteWriter
    ) -> Int {
        var all: [Option] = []
        if let name { all.append(Option(code: 2, value: Array(name.utf8))) }
        if let description { all.append(Option(code: 3, value: Array(description.utf8))) }
        if resolution != .microseconds { all.append(Option(code: 9, value: [resolution.rawValue])) }
        var body = ByteWriter()
        body.writeUInt16LittleEndian(linkType.rawValue)
        body.writeUInt16LittleEndian(0)
        body.writeUInt32LittleEndian(snapLength)
        Self.writeOptions(all + options, into: &body)
        Self.writeBlock(1, body, into: &output)
        resolutions.append(resolution)
        return resolutions.count - 1
    }

    /// Writes an enhanced packet block.
    ///
    /// - Parameters:
    ///   - bytes: What was captured of the packet.
    ///   - interface: A number that ``writeInterface(linkType:name:description:snapLength:resolution:options:into:)``
    ///     returned in this section.
    ///   - time: Nanoseconds since 1970, cut to whole ticks of the interface.
    ///   - originalLength: Bytes on the wire, nil for as many as were captured.
    ///   - options: Options of the block.
    ///   - output: Where the block goes.
    /// - Throws: ``WireError`` before anything is written: for an interface that the section does not have, a time before
    ///   1970 or beyond what the ticks can count, more bytes than readers accept, a length beyond 32 bits.
    public func writePacket(
        _ bytes: Span<UInt8>, interface: Int = 0, time: Int64, originalLength: Int? = nil, options: [Option] = [],
        into output: inout ByteWriter
    ) throws(WireError) {
        guard resolutions.indices.contains(interface), let number = UInt32(exactly: interface) else {
            throw WireError(
                .invalidValue(UInt64(bitPattern: Int64(interface))), field: "interface", offset: output.count)
        }
        let lengths = try PacketLengths(bytes.count, original: originalLength, at: output.count)
        guard let ticks = Self.ticks(time, resolutions[interface]) else {
            throw WireError(.invalidValue(UInt64(bitPattern: time)), field: "packet time", offset: output.count)
        }
        var body = ByteWriter(reservingCapacity: 32 + bytes.count)
        body.writeUInt32LittleEndian(number)
        body.writeUInt32LittleEndian(UInt32(truncatingIfNeeded: ticks >> 32))
        body.writeUInt32LittleEndian(UInt32(truncatingIfNeeded: ticks))
        body.writeUInt32LittleEndian(lengths.captured)
        body.writeUInt32LittleEndian(lengths.original)
        body.writeBytes(bytes)
        Self.pad(&body)
        Self.writeOptions(options, into: &body)
        Self.writeBlock(6, body, into: &output)
    }

    /// Writes an interface statistics block.
    ///
    /// - Parameters:
    ///   - interface: A number of an interface of this section.
    ///   - dropped: Packets that the interface dropped for lack of room (isb_ifdrop).
    ///   - time: When that was known, in nanoseconds since 1970.
    ///   - options: Further options.
    ///   - output: Where the block goes.
    /// - Throws: ``WireError`` as ``writePacket(_:interface:time:originalLength:options:into:)``.
    public func writeStatistics(
        interface: Int, dropped: UInt64, time: Int64, options: [Option] = [], into output: inout ByteWriter
    ) throws(WireError) {
        guard resolutions.indices.contains(interface), let number = UInt32(exactly: interface) else {
            throw WireError(
                .invalidValue(UInt64(bitPattern: Int64(interface))), field: "interface", offset: output.count)
        }
        guard let ticks = Self.ticks(time, resolutions[interface]) else {
            throw WireError(.invalidValue(UInt64(bitPattern: time)), field: "statistics time", offset: output.count)
        }
        var value = ByteWriter()
        value.writeUInt64LittleEndian(dropped)
        var body = ByteWriter()
        body.writeUInt32LittleEndian(number)
        body.writeUInt32LittleEndian(UInt32(truncatingIfNeeded: ticks >> 32))
        body.writeUInt32LittleEndian(UInt32(truncatingIfNeeded: ticks))
        Self.writeOptions([Option(code: 5, value: value.bytes)] + options, into: &body)
        Self.writeBlock(5, body, into: &output)
    }

    /// What the timestamps of an interface of this section count.
    func resolution(of interface: Int) -> TimestampResolution? {
        resolutions.indices.contains(interface) ? resolutions[interface] : nil
    }

    /// The number of whole ticks, nil where 64 bits do not hold it or the time is before 1970.
    static func ticks(_ time: Int64, _ resolution: TimestampResolution) -> UInt64? {
        guard time >= 0, let ticksPerSecond = resolution.ticksPerSecond else { return nil }
        let (high, low) = UInt64(time).multipliedFullWidth(by: ticksPerSecond)
        guard high < 1_000_000_000 else { return nil }
        return UInt64(1_000_000_000).dividingFullWidth((high, low)).quotient
    }

    /// Writes nothing where there are no options, otherwise opt_endofopt behind them.
    private static func writeOptions(_ options: [Option], into body: inout ByteWriter) {
        guard !options.isEmpty else { return }
        for option in options {
            let value = option.value.prefix(Int(UInt16.max))
            body.writeUInt16LittleEndian(option.code)
            body.writeUInt16LittleEndian(UInt16(value.count))
            body.writeBytes(value)
            pad(&body)
        }
        body.writeUInt32LittleEndian(0)
    }

    private static func pad(_ body: inout ByteWriter) {
        while body.count & 3 != 0 { body.writeUInt8(0) }
    }

    private static func writeBlock(_ type: UInt32, _ body: ByteWriter, into output: inout ByteWriter) {
        let length = UInt32(truncatingIfNeeded: body.count + 12)
        output.writeUInt32LittleEndian(type)
        output.writeUInt32LittleEndian(length)
        output.writeBytes(body.bytes)
        output.writeUInt32LittleEndian(length)
    }
}
