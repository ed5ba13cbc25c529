import WireCoding

extension PcapngDecoder {
    /// §4.1: byte-order magic 4, major 2, minor 2, section length 8, options.
    mutating func readSection(_ window: Span<UInt8>, _ block: Block) throws(CaptureError) {
        try require(28, block)
        let major = byteOrder.readUInt16(window, at: 12)
        let minor = byteOrder.readUInt16(window, at: 14)
        guard major == 1 else {
            let kind: CaptureError.Kind =
                block.offset == 0
                ? .unsupported(.pcapngVersion(major: major, minor: minor))
                : .damaged(.sectionVersion(major: major, minor: minor))
            throw CaptureError(kind, offset: block.offset &+ 12)
        }
        firstInterface = interfaces.count
        metadata.beginSection(window, block, byteOrder)
    }

    /// §4.2: link type 2, reserved 2, snap length 4, options.
    ///
    /// Options that times and link types depend on must be valid; of the others the first damaged one is recorded.
    mutating func readInterface(_ window: Span<UInt8>, _ block: Block) throws(CaptureError) {
        try require(20, block)
        guard interfaces.count < CaptureReader.maximumInterfaces else {
            throw block.damaged(.tooManyInterfaces)
        }
        var interface = CaptureInterface(
            id: interfaces.count, linkType: LinkType(rawValue: byteOrder.readUInt16(window, at: 8)))
        interface.section = metadata.currentSection
        let snapLength = byteOrder.readUInt32(window, at: 12)
        interface.snapLength = snapLength == 0 ? nil : Int(snapLength)
        var reader = PcapngOptionReader(block.type, byteOrder, from: 16, to: block.end)
        var options: [PcapngOption] = []
        let isKept = metadata.take(block.count)
        while true {
            let position = reader.position
            guard let option = try next(&reader, window, block) else { break }
            guard interface.readTiming(option) else { throw block.damaged(option.wrongLength, at: position) }
            guard isKept else { continue }
            options.append(option)
            if !interface.readDetail(option) {
                metadata.note(block.damaged(option.wrongLength, at: position))
            }
        }
        interface.options = options
        interfaces.append(interface)
        scales.append(TimestampScale(interface.resolution, offset: interface.timestampOffset))
    }

    /// §4.6: interface 4, time 8, options. Statistics of an undescribed interface are skipped.
    mutating func readStatistics(_ window: Span<UInt8>, _ block: Block) throws(CaptureError) {
        try require(24, block)
        let index = firstInterface &+ Int(byteOrder.readUInt32(window, at: 8))
        let isDescribed = index < interfaces.count
        let scale = isDescribed ? scales[index] : TimestampScale(.microseconds, offset: 0)
        let ticks = UInt64(byteOrder.readUInt32(window, at: 12)) << 32 | UInt64(byteOrder.readUInt32(window, at: 16))
        let time = scale.nanoseconds(ticks: ticks)
        var statistics = (isDescribed ? interfaces[index].statistics : nil) ?? InterfaceStatistics(time: time)
        statistics.time = time
        var known: Set<String>?
        let comments = statistics.comments
        statistics.comments = []
        var reader = PcapngOptionReader(block.type, byteOrder, from: 20, to: block.end)
        while true {
            let position = reader.position
            guard let option = try next(&reader, window, block) else { break }
            if option.code == PcapngOption.Code.comment {
                // Programs that write statistics again and again repeat their comment, which takes no more room, once.
                if known == nil { known = Set(comments) }
                guard known?.remove(option.text) != nil || metadata.take(option.value.count + 32) else { continue }
            }
            guard statistics.read(option, scale) else { throw block.damaged(option.wrongLength, at: position) }
        }
        if isDescribed { interfaces[index].statistics = statistics }
    }

    private func next(
        _ reader: inout PcapngOptionReader, _ window: Span<UInt8>, _ block: Block
    ) throws(CaptureError) -> PcapngOption? {
        do throws(CaptureError.Damage) {
            return try reader.next(window)
        } catch {
            throw block.damaged(error, at: reader.position)
        }
    }
}
