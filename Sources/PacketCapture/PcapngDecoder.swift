import WireCoding

/// Decodes the blocks of a pcapng file (draft-ietf-opsawg-pcapng).
///
/// ```
/// block type 4 | total length 4 | body, padded to 4 | total length 4
/// ```
/// It keeps the byte order of the current section and what the interfaces need to understand packets.
struct PcapngDecoder: Sendable {
    /// Block types (§10.1).
    private enum BlockType {
        static let section: UInt32 = 0x0A0D_0D0A
        static let interface: UInt32 = 1
        static let obsoletePacket: UInt32 = 2
        static let simplePacket: UInt32 = 3
        static let statistics: UInt32 = 5
        static let enhancedPacket: UInt32 = 6
    }

    /// A block's type, length and place: `count` bytes from the start of the window.
    private struct Block {
        let type: UInt32
        let count: Int
        let offset: Int
    }

    private var isBigEndian = false
    private var hasSection = false
    /// The index of the current section's first interface.
    private var firstInterface = 0
    private(set) var interfaces: [CaptureInterface] = []
    private var scales: [TimestampScale] = []

    private func readUInt16(_ window: Span<UInt8>, at index: Int) -> UInt16 {
        let value = window.littleEndianUInt16(at: index)
        return isBigEndian ? value.byteSwapped : value
    }

    @inline(__always)
    private func readUInt32(_ window: Span<UInt8>, at index: Int) -> UInt32 {
        let value = window.littleEndianUInt32(at: index)
        return isBigEndian ? value.byteSwapped : value
    }

    private func readUInt64(_ window: Span<UInt8>, at index: Int) -> UInt64 {
        let value = window.littleEndianUInt64(at: index)
        return isBigEndian ? value.byteSwapped : value
    }

    /// Looks at the bytes from the start of a block on.
    ///
    /// - Parameters:
    ///   - window: The bytes that are in memory.
    ///   - offset: Where they begin in the file, for errors.
    @inline(__always)
    mutating func decode(_ window: Span<UInt8>, at offset: Int) throws(CaptureError) -> DecodingStep {
        guard window.count >= 12 else { return .incomplete(hasSection ? .recordHeader : .fileHeader, needed: 12) }
        let type = readUInt32(window, at: 0)
        // The type of a section header reads the same in both byte orders.
        if type == BlockType.section { try beginSection(window, at: offset) }
        guard hasSection else { throw CaptureError(.damaged(.noSection), offset: offset) }
        let length = readUInt32(window, at: 4)
        guard length >= 12, length & 3 == 0 else {
            throw CaptureError(.damaged(.blockLength(length)), offset: offset)
        }
        guard length <= CaptureReader.maximumBlockLength else {
            throw CaptureError(.damaged(.blockTooLong(length)), offset: offset)
        }
        let count = Int(length)
        guard window.count >= count else { return .incomplete(.block, needed: count) }
        let trailing = readUInt32(window, at: count &- 4)
        guard trailing == length else {
            throw CaptureError(.damaged(.trailingLength(trailing, leading: length)), offset: offset)
        }
        let block = Block(type: type, count: count, offset: offset)
        if type == BlockType.enhancedPacket { return try enhancedPacket(window, block) }
        return try otherBlock(window, block)
    }

    @inline(never)
    private mutating func otherBlock(_ window: Span<UInt8>, _ block: Block) throws(CaptureError) -> DecodingStep {
        switch block.type {
        case BlockType.section: try readSection(window, block)
        case BlockType.interface: try readInterface(window, block)
        case BlockType.statistics: try readStatistics(window, block)
        case BlockType.simplePacket: return try simplePacket(window, block)
        case BlockType.obsoletePacket: return try obsoletePacket(window, block)
        default: break
        }
        return .metadata(block.count)
    }

    /// Throws unless the block, its type and two lengths included, has that many bytes.
    @inline(__always)
    private func require(_ count: Int, _ block: Block) throws(CaptureError) {
        guard block.count >= count else {
            throw CaptureError(.damaged(.blockLength(UInt32(truncatingIfNeeded: block.count))), offset: block.offset)
        }
    }
}

// MARK: - Sections and interfaces

extension PcapngDecoder {
    /// Learns the byte order, without which the length of a section header cannot be read.
    private mutating func beginSection(_ window: Span<UInt8>, at offset: Int) throws(CaptureError) {
        let magic = window.bigEndianUInt32(at: 8)
        switch magic {
        case 0x1A2B_3C4D: isBigEndian = true
        case 0x4D3C_2B1A: isBigEndian = false
        default: throw CaptureError(.damaged(.byteOrderMagic(magic)), offset: offset &+ 8)
        }
        hasSection = true
    }

    /// §4.1: byte-order magic 4, major 2, minor 2, section length 8, options.
    private mutating func readSection(_ window: Span<UInt8>, _ block: Block) throws(CaptureError) {
        try require(28, block)
        let major = readUInt16(window, at: 12)
        let minor = readUInt16(window, at: 14)
        guard major == 1 else {
            let kind: CaptureError.Kind =
                block.offset == 0
                ? .unsupported(.pcapngVersion(major: major, minor: minor))
                : .damaged(.sectionVersion(major: major, minor: minor))
            throw CaptureError(kind, offset: block.offset &+ 12)
        }
        firstInterface = interfaces.count
    }

    /// §4.2: link type 2, reserved 2, snap length 4, options.
    private mutating func readInterface(_ window: Span<UInt8>, _ block: Block) throws(CaptureError) {
        try require(20, block)
        var interface = CaptureInterface(
            id: interfaces.count, linkType: LinkType(rawValue: readUInt16(window, at: 8)))
        let snapLength = readUInt32(window, at: 12)
        interface.snapLength = snapLength == 0 ? nil : Int(snapLength)
        var timeOffset: Int64 = 0
        var options = Options(from: 16)
        while let option = try options.next(self, window, block) {
            switch option.code {
            case 2: interface.name = Self.text(window, option.range)
            case 3: interface.interfaceDescription = Self.text(window, option.range)
            case 9:
                try options.require(1, option, block)
                interface.resolution = TimestampResolution(rawValue: window[option.range.lowerBound])
            case 13:
                try options.require(1, option, block)
                interface.frameCheckSequenceLength = Int(window[option.range.lowerBound])
            case 14:
                try options.require(8, option, block)
                timeOffset = Int64(bitPattern: readUInt64(window, at: option.range.lowerBound))
            default: break
            }
        }
        interfaces.append(interface)
        scales.append(TimestampScale(interface.resolution, offset: timeOffset))
    }

    /// §4.6: interface 4, time 8, options. Statistics of an interface that is not described are passed over.
    private mutating func readStatistics(_ window: Span<UInt8>, _ block: Block) throws(CaptureError) {
        try require(24, block)
        let number = readUInt32(window, at: 8)
        var options = Options(from: 20)
        while let option = try options.next(self, window, block) {
            guard option.code == 5 else { continue }
            try options.require(8, option, block)
            let dropped = readUInt64(window, at: option.range.lowerBound)
            let index = firstInterface &+ Int(number)
            if index < interfaces.count { interfaces[index].dropped = dropped }
        }
    }

    private static func text(_ window: Span<UInt8>, _ range: Range<Int>) -> String {
        // Some writers count a terminating zero.
        var bytes = window.copied(range)
        while bytes.last == 0 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Walks over the options at the end of a block (§3.5): code 2, length 2, value padded to 4.
    private struct Options {
        struct Option {
            let code: UInt16
            let range: Range<Int>
        }

        private var position: Int

        init(from position: Int) { self.position = position }

        mutating func next(
            _ decoder: PcapngDecoder, _ window: Span<UInt8>, _ block: Block
        ) throws(CaptureError) -> Option? {
            let end = block.count &- 4
            guard position &+ 4 <= end else { return nil }
            let code = decoder.readUInt16(window, at: position)
            let length = decoder.readUInt16(window, at: position &+ 2)
            guard code != 0 else { return nil }
            let start = position &+ 4
            guard Int(length) <= end &- start else { throw Self.error(code, length, at: block.offset &+ position) }
            position = start &+ (Int(length) &+ 3) & ~3
            return Option(code: code, range: start..<start &+ Int(length))
        }

        /// Throws unless the value has at least that many bytes.
        func require(_ count: Int, _ option: Option, _ block: Block) throws(CaptureError) {
            guard option.range.count >= count else {
                let length = UInt16(truncatingIfNeeded: option.range.count)
                throw Self.error(option.code, length, at: block.offset &+ option.range.lowerBound &- 4)
            }
        }

        private static func error(_ code: UInt16, _ length: UInt16, at offset: Int) -> CaptureError {
            CaptureError(.damaged(.optionLength(code: code, length: length)), offset: offset)
        }
    }
}

// MARK: - Packets

extension PcapngDecoder {
    /// The index of a section's interface among all interfaces.
    @inline(__always)
    private func interfaceIndex(_ number: UInt32, _ block: Block) throws(CaptureError) -> Int {
        let index = firstInterface &+ Int(number)
        guard index < interfaces.count else {
            throw CaptureError(.damaged(.unknownInterface(number)), offset: block.offset)
        }
        return index
    }

    /// Checks the captured length against the room from `start` to the block's trailing length.
    @inline(__always)
    private func checkLength(_ captured: UInt32, from start: Int, _ block: Block) throws(CaptureError) {
        let room = block.count &- 4 &- start
        guard Int(captured) <= room else {
            throw CaptureError(.damaged(.capturedLength(captured, available: room)), offset: block.offset)
        }
        guard captured <= CaptureReader.maximumPacketLength else {
            throw CaptureError(.damaged(.packetTooLong(captured)), offset: block.offset)
        }
    }

    @inline(__always)
    private mutating func packet(
        _ window: Span<UInt8>, _ block: Block, interface number: UInt32
    ) throws(CaptureError) -> DecodingStep {
        let interface = try interfaceIndex(number, block)
        let captured = readUInt32(window, at: 20)
        try checkLength(captured, from: 28, block)
        let ticks = UInt64(readUInt32(window, at: 12)) << 32 | UInt64(readUInt32(window, at: 16))
        interfaces[interface].packets &+= 1
        return .packet(
            DecodedPacket(
                time: scales[interface].nanoseconds(ticks: ticks), interface: interface,
                originalLength: Int(readUInt32(window, at: 24)), start: 28, capturedLength: Int(captured),
                consumed: block.count))
    }

    /// §4.3: interface 4, time 8, captured length 4, original length 4, data, options.
    @inline(__always)
    private mutating func enhancedPacket(_ window: Span<UInt8>, _ block: Block) throws(CaptureError) -> DecodingStep {
        try require(32, block)
        return try packet(window, block, interface: readUInt32(window, at: 8))
    }

    /// Appendix A: as the enhanced packet, but interface 2 and drops 2.
    private mutating func obsoletePacket(_ window: Span<UInt8>, _ block: Block) throws(CaptureError) -> DecodingStep {
        try require(32, block)
        return try packet(window, block, interface: UInt32(readUInt16(window, at: 8)))
    }

    /// §4.4: original length 4, data cut by the snap length of the section's first interface. There is no time.
    private mutating func simplePacket(_ window: Span<UInt8>, _ block: Block) throws(CaptureError) -> DecodingStep {
        try require(16, block)
        let interface = try interfaceIndex(0, block)
        let original = readUInt32(window, at: 8)
        let captured = min(original, UInt32(interfaces[interface].snapLength ?? Int(UInt32.max)))
        try checkLength(captured, from: 12, block)
        interfaces[interface].packets &+= 1
        return .packet(
            DecodedPacket(
                time: 0, interface: interface, originalLength: Int(original), start: 12,
                capturedLength: Int(captured), consumed: block.count))
    }
}
