import WireCoding

/// One pass over the headers of a packet, from the link layer to the transport payload: the only way from one header to the
/// next, for analysis and for `nearscope frames`.
///
/// Each protocol adds its step beside its header. A step shows the header to the printer, checks that it is there, notes in the
/// packet what analysis needs of it, and calls the step of what comes next. Analysis has no printer, so the compiler removes all
/// calls to it.
struct PacketWalk<Observer: WalkObserver>: ~Escapable {
    typealias Region = PacketDissector.Region

    let bytes: Span<UInt8>
    let observer: Observer

    @inline(__always) @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, _ observer: Observer) {
        self.bytes = bytes
        self.observer = observer
    }

    var printer: LayerPrinter? {
        @inline(__always) get { observer.printer }
    }

    /// Whether `count` bytes of a header are there; notes in the packet why not.
    @inline(__always)
    func has(
        _ count: Int, _ field: HeaderField, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) -> Bool {
        let end = offset &+ count
        if end <= region.end && end <= bytes.count { return true }
        packet.stop = missing(count, field, offset, region)
        return false
    }

    /// Whether a header is there to the length that it states; notes in the packet why not.
    ///
    /// - Parameter least: Bytes that every header has.
    func hasAll(
        _ length: Int, _ least: Int, _ header: HeaderField, _ field: HeaderField, _ offset: Int, _ region: Region,
        _ packet: inout DissectedPacket
    ) -> Bool {
        guard length >= least else {
            fail(length, field, offset, region, &packet)
            return false
        }
        return has(length, header, offset, region, &packet)
    }

    @inline(never)
    private func missing(_ count: Int, _ field: HeaderField, _ offset: Int, _ region: Region) -> DissectionStop {
        // A packet of no bytes at all (some writers mark things with them) contradicts nothing.
        let isCut = offset &+ count <= region.end || region.end == 0
        let available = max(0, (isCut ? bytes.count : min(bytes.count, region.end)) &- offset)
        let fault = DissectionFault(
            .truncated, field, at: offset, limit: isCut ? .input : region.limit, first: count, second: available)
        return isCut ? .cut(fault) : malformed(fault)
    }

    /// Notes in the packet that a field has a value that it must not have.
    @inline(never)
    func fail(
        _ value: Int, _ field: HeaderField, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        packet.stop = malformed(
            DissectionFault(.invalidValue, field, at: offset, limit: region.limit, first: value))
    }

    /// Whether there are no more than that of a header that may come again; notes in the packet if there are.
    func allows(
        _ count: Int, of most: Int, _ field: HeaderField, _ offset: Int, limit: HeaderField,
        _ packet: inout DissectedPacket
    ) -> Bool {
        guard count > most else { return true }
        packet.stop = malformed(
            DissectionFault(.tooMany, field, at: offset, limit: limit, first: count, second: most))
        return false
    }

    func malformed(_ fault: DissectionFault) -> DissectionStop {
        printer?.note(fault.error)
        return .malformed(fault)
    }

    /// The region that a length field gives, within the outer one. A length of 0 gives none, one that is too long neither.
    ///
    /// - Parameter position: The offset of the field; nil if the length cannot be wrong.
    @inline(__always)
    func bounded(
        _ length: Int, from start: Int, by field: HeaderField, at position: Int?, _ outer: Region
    ) -> Region {
        if length == 0 { return outer }
        if start &+ length > outer.end {
            if let position { printer?.noteTooLong(length, field, at: position, most: outer.end &- start, outer) }
            return outer
        }
        return Region(end: start &+ length, limit: field)
    }
}

/// Whoever a walk is for.
protocol WalkObserver {
    /// Shows each header; nil for analysis.
    var printer: LayerPrinter? { get }
}

/// Analysis, which needs only the packet.
struct Unobserved: WalkObserver {
    var printer: LayerPrinter? {
        @inline(__always) get { nil }
    }
}
