import WireCoding

/// Some packets of a capture, one after another, with their bytes in one piece of memory: what can be handed from thread to
/// thread at little cost.
public struct PacketBatch: Sendable {
    /// A packet and the location of its bytes. Kept small: there is one for every packet of a capture.
    @frozen
    public struct Entry: Sendable {
        /// As ``PacketRecord/time``.
        public let time: Int64
        @usableFromInline let start: UInt32
        @usableFromInline let capturedLength: UInt32
        @usableFromInline let originalLength: UInt32
        @usableFromInline let interface: UInt32
        /// The link type of the packet's bytes.
        public let linkType: LinkType
        /// As ``PacketRecord/isTimed``.
        public let isTimed: Bool
    }

    /// The most packets of a batch.
    public static let maximumCount = 1 << 12

    /// The frame number of the first packet.
    public private(set) var firstFrame = 1
    private var buffer: [UInt8] = []
    /// The packets, in the order of the file.
    public private(set) var entries: [Entry] = []
    /// Whether each packet has a time.
    public private(set) var isTimed = true
    /// The packets whose blocks name a process, in order.
    private var annotated: [(index: Int, annotations: PacketAnnotations)] = []
    /// The secrets between packets, in order, each with the index of the packet that comes after it; ``count`` after the last.
    /// Those that the file has before its first packet are at index 0 of its first batch.
    public private(set) var secrets: [(index: Int, secrets: DecryptionSecrets)] = []

    /// An empty batch.
    public init() {}

    /// The number of packets.
    public var count: Int { entries.count }

    /// The file's facts about a packet.
    @inline(__always)
    public func record(_ index: Int) -> PacketRecord {
        let entry = entries[index]
        return PacketRecord(
            frame: firstFrame &+ index, time: entry.time, interface: Int(entry.interface),
            originalLength: Int(entry.originalLength), capturedLength: Int(entry.capturedLength),
            isTimed: entry.isTimed)
    }

    /// The bytes of a packet.
    @_lifetime(borrow self)
    @inline(__always)
    public func bytes(_ index: Int) -> Span<UInt8> {
        let entry = entries[index]
        let start = Int(entry.start)
        return buffer.span.extracting(start..<start &+ Int(entry.capturedLength))
    }

    /// Adds a packet that lies elsewhere, with a copy of its bytes. Its frame number follows from its index.
    package mutating func append(_ record: PacketRecord, bytes: Span<UInt8>, linkType: LinkType) {
        if entries.isEmpty { firstFrame = record.frame }
        let packet = DecodedPacket(
            time: record.time, isTimed: record.isTimed, interface: record.interface,
            originalLength: record.originalLength, start: 0, capturedLength: bytes.count, consumed: 0)
        append(packet, start: buffer.count, linkType: linkType)
        buffer.append(copying: bytes)
    }

    /// Keeps what the block of the packet added last says of it, but for comments and verdicts: a batch is bounded by the
    /// bytes of its packets, and these can be any number of times longer.
    package mutating func annotate(_ annotations: PacketAnnotations) {
        var annotations = annotations
        annotations.comments = []
        annotations.verdicts = []
        annotated.append((entries.count - 1, annotations))
    }

    /// Adds secrets that come after the packet added last. The file's limit bounds them.
    package mutating func add(_ more: some Sequence<DecryptionSecrets>) {
        for secret in more { secrets.append((entries.count, secret)) }
    }

    /// Removes the secrets before the first packet.
    package mutating func removeLeadingSecrets() { secrets.removeAll { $0.index == 0 } }

    /// Whether any packet's block names a process.
    public var hasAnnotations: Bool { !annotated.isEmpty }

    /// The options of a packet's block other than comments and verdicts, if it names a process.
    public func annotations(of index: Int) -> PacketAnnotations? {
        let first = annotated.partitioningIndex { $0.index >= index }
        return first < annotated.count && annotated[first].index == index ? annotated[first].annotations : nil
    }

    /// Bytes of the packets that were added with copies, and of what lies between those of a file.
    public var byteCount: Int { buffer.count }
}

// MARK: - Filling

extension PacketBatch {
    /// Forgets the packets and keeps the memory.
    mutating func removeAll(firstFrame: Int) {
        self.firstFrame = firstFrame
        entries.removeAll(keepingCapacity: true)
        annotated.removeAll()
        secrets.removeAll()
        isTimed = true
    }

    /// Adds a packet whose bytes begin at `start` in the buffer that will be handed over.
    @inline(__always)
    mutating func append(_ packet: DecodedPacket, start: Int, linkType: LinkType) {
        if !packet.isTimed { isTimed = false }
        entries.append(
            Entry(
                time: packet.time, start: UInt32(truncatingIfNeeded: start),
                capturedLength: UInt32(truncatingIfNeeded: packet.capturedLength),
                originalLength: UInt32(clamping: packet.originalLength),
                interface: UInt32(truncatingIfNeeded: packet.interface), linkType: linkType, isTimed: packet.isTimed))
    }

    /// Takes the window's buffer, with the packets in it, and gives it the batch's old one.
    mutating func take(from window: inout CaptureWindow) { window.exchange(&buffer) }
}
