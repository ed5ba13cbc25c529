import WireCoding

extension PcapngWriter {
    /// Writes what a live capture counted on an interface, with the meanings that dumpcap gives the options
    /// (draft-ietf-opsawg-pcapng §4.6).
    ///
    /// - Parameters:
    ///   - interface: A number of an interface of this section.
    ///   - counts: For the time between the two.
    ///   - start: Nanoseconds since 1970.
    ///   - end: The same.
    ///   - output: Where the block goes.
    /// - Throws: ``WireError`` as ``writePacket(_:interface:time:originalLength:options:into:)``.
    func writeStatistics(
        interface: Int, _ counts: LiveCaptureStatistics, from start: Int64, to end: Int64,
        into output: inout ByteWriter
    ) throws(WireError) {
        // isb_starttime and isb_endtime count the interface's ticks, in two halves; a count is one number.
        let resolution = resolution(of: interface)
        var options: [Option] = []
        for (code, time) in [(UInt16(2), start), (3, end)] {
            guard let ticks = resolution.flatMap({ Self.ticks(time, $0) }) else { continue }
            var value = ByteWriter()
            value.writeUInt32LittleEndian(UInt32(truncatingIfNeeded: ticks >> 32))
            value.writeUInt32LittleEndian(UInt32(truncatingIfNeeded: ticks))
            options.append(Option(code: code, value: value.bytes))
        }
        // isb_ifrecv, isb_osdrop
        for (code, count) in [(UInt16(4), counts.received), (7, counts.dropped)] {
            var value = ByteWriter()
            value.writeUInt64LittleEndian(count)
            options.append(Option(code: code, value: value.bytes))
        }
        try writeStatistics(interface: interface, dropped: counts.lost, time: end, options: options, into: &output)
    }
}
