import WireCoding

/// Decodes the blocks of a pcapng file (draft-ietf-opsawg-pcapng).
///
/// ```
/// block type 4 | total length 4 | body, padded to 4 | total length 4
/// ```
/// It keeps the byte order of the current section, what the interfaces need to understand packets, and in
/// ``PcapngMetadata`` what the file says beside its packets.
struct PcapngDecoder: Sendable {
    /// A block's type, length and place: `count` bytes from the start of the window.
    struct Block {
        let type: PcapngBlockType
        let count: Int
        let offset: Int
        /// The offset of the trailing length.
        var end: Int { count &- 4 }

        /// The error of damage at an offset within the block.
        func damaged(_ damage: CaptureError.Damage, at position: Int = 0) -> CaptureError {
            CaptureError(.damaged(damage), offset: offset &+ position)
        }
    }

    private(set) var isBigEndian = false
    private(set) var hasSection = false
    /// The index of the current section's first interface.
    var firstInterface = 0
    var interfaces: [CaptureInterface] = []
    var scales: [TimestampScale] = []
    var metadata = PcapngMetadata()

    var byteOrder: ByteOrder { isBigEndian ? .bigEndian : .littleEndian }

    @inline(__always)
    private func readUInt32(_ window: Span<UInt8>, at index: Int) -> UInt32 {
        let value = window.littleEndianUInt32(at: index)
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
        let type = PcapngBlockType(rawValue: readUInt32(window, at: 0))
        // The type of a section header reads the same in both byte orders.
        if type == .section { try beginSection(window, at: offset) }
        guard hasSection else { throw CaptureError(.damaged(.noSection), offset: offset) }
        let length = readUInt32(window, at: 4)
        guard length >= 12 else { throw CaptureError(.damaged(.blockLength(length)), offset: offset) }
        guard length <= CaptureReader.maximumBlockLength else {
            throw CaptureError(.damaged(.blockTooLong(length)), offset: offset)
        }
        let count = Self.padded(length)
        guard count <= CaptureReader.maximumHeldBlockLength || !isWhole(type) || !isNeeded(type, count) else {
            throw CaptureError(.damaged(.blockTooLong(length)), offset: offset)
        }
        guard window.count >= count else {
            if isNeeded(type, count) {
                return .incomplete(.block, needed: count)
            }
            metadata.leaveOut(type, count)
            return .skip(count)
        }
        let trailing = readUInt32(window, at: count &- 4)
        guard Self.padded(trailing) == count else {
            throw CaptureError(.damaged(.trailingLength(trailing, leading: length)), offset: offset)
        }
        let block = Block(type: type, count: count, offset: offset)
        if type == .enhancedPacket { return try enhancedPacket(window, block) }
        return try otherBlock(window, block)
    }

    /// Bytes of a block with the padding of its body, which the length has to include (§3.1). Some writers leave it out of one or
    /// both of the lengths; Wireshark reads their files.
    @inline(__always)
    private static func padded(_ length: UInt32) -> Int { (Int(length) &+ 3) & ~3 }

    /// Whether packets cannot be read without the block.
    private func isWhole(_ type: PcapngBlockType) -> Bool {
        switch type {
        case .section, .interface, .obsoletePacket, .simplePacket, .statistics, .enhancedPacket: true
        default: false
        }
    }

    /// Whether the whole block must be in memory.
    private func isNeeded(_ type: PcapngBlockType, _ count: Int) -> Bool {
        switch type {
        case _ where isWhole(type): true
        case .nameResolution, .secrets, .process: count <= metadata.room
        default: false
        }
    }

    @inline(never)
    private mutating func otherBlock(_ window: Span<UInt8>, _ block: Block) throws(CaptureError) -> DecodingStep {
        switch block.type {
        case .section: try readSection(window, block)
        case .interface: try readInterface(window, block)
        case .statistics: try readStatistics(window, block)
        case .simplePacket: return try simplePacket(window, block)
        case .obsoletePacket: return try obsoletePacket(window, block)
        case .nameResolution: metadata.readNames(window, block, byteOrder)
        case .secrets: metadata.readSecrets(window, block, byteOrder)
        case .process: metadata.readProcess(window, block, byteOrder)
        default: break
        }
        return .metadata(block.count)
    }

    /// Throws unless the block, its type and two lengths included, has that many bytes.
    @inline(__always)
    func require(_ count: Int, _ block: Block) throws(CaptureError) {
        guard block.count >= count else {
            throw block.damaged(.blockLength(UInt32(truncatingIfNeeded: block.count)))
        }
    }

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
}

// MARK: - Packets

extension PcapngDecoder {
    /// The index of a section's interface among all interfaces.
    @inline(__always)
    private func interfaceIndex(_ number: UInt32, _ block: Block) throws(CaptureError) -> Int {
        let index = firstInterface &+ Int(number)
        guard index < interfaces.count else {
            throw block.damaged(.unknownInterface(number))
        }
        return index
    }

    /// Checks the captured length against the room from `start` to the block's trailing length.
    @inline(__always)
    private func checkLength(_ captured: UInt32, from start: Int, _ block: Block) throws(CaptureError) {
        let room = block.end &- start
        guard Int(captured) <= room else {
            throw block.damaged(.capturedLength(captured, available: room))
        }
        guard captured <= CaptureReader.maximumPacketLength else {
            throw block.damaged(.packetTooLong(captured))
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
                time: scales[interface].nanoseconds(ticks: ticks), isTimed: true, interface: interface,
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
        return try packet(window, block, interface: UInt32(byteOrder.readUInt16(window, at: 8)))
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
                time: 0, isTimed: false, interface: interface, originalLength: Int(original), start: 12,
                capturedLength: Int(captured), consumed: block.count))
    }
}
