import WireCoding

/// One pass over the packets of a capture.
///
/// ```swift
/// var reader = try CaptureFile.open(path: "trace.pcapng").makeReader()
/// while let packet = try reader.next() {
///     use(packet, reader.bytes)
/// }
/// ```
public struct CaptureReader: ~Copyable {
    /// Four times what libpcap captures of a packet at most (1 MiB). It lets USB and D-Bus have 128 MiB, which a few compressed
    /// bytes can promise; those protocols are not analyzed.
    public static let maximumPacketLength = 1 << 20
    /// Room for long tables of names or secrets (256 MiB), which need not be in memory.
    public static let maximumBlockLength = 256 << 20
    /// Room for the longest packet and its options (2 MiB): blocks that have to be in memory.
    public static let maximumHeldBlockLength = 2 << 20
    /// The interfaces of a pcapng file; one more is damage.
    public static let maximumInterfaces = 1 << 18
    /// The sections that ``sections`` lists. The packets of further ones are read all the same.
    public static let maximumSections = 1 << 10
    /// The addresses that ``nameResolutions`` lists.
    public static let maximumNameResolutions = 1 << 16
    /// The processes that ``processes`` lists.
    public static let maximumProcesses = 1 << 16
    /// Bytes of secrets that ``decryptionSecrets`` keeps in all (8 MiB): the keys of 8,000 sessions.
    public static let maximumSecretsLength = 8 << 20
    /// Bytes of blocks whose names, options, secrets and comments are kept in all (16 MiB); of further ones only what
    /// packets need is read.
    public static let maximumMetadataLength = 16 << 20

    /// The options of one packet that are read; a block has room for sixty million, each of which would take more memory
    /// than in the file.
    public static let maximumPacketOptions = 1 << 12

    private var window: CaptureWindow
    /// Nil for pcapng.
    private let pcap: PcapDecoder?
    /// The interface of a pcap file.
    private let onlyInterface: CaptureInterface?
    private var pcapng = PcapngDecoder()
    private var frames = 0
    /// Those that ``ReadingMeter`` knows of.
    private var countedFrames = 0
    /// The distance of the current packet's bytes before the unread ones.
    private var packetDistance = 0
    private var packetLength = 0
    /// Packets without a time lie in simple packet blocks, which have no options.
    private var packetIsTimed = false
    private var failure: CaptureError?
    /// The secrets that batches have.
    private var batchedSecrets = 0

    /// The link type of the packet that ``next()`` returned last.
    public private(set) var linkType = LinkType.null

    init(_ window: consuming CaptureWindow, format: CaptureFormat) throws(CaptureError) {
        guard format == .pcap else {
            self.window = window
            pcap = nil
            onlyInterface = nil
            return
        }
        while window.unreadCount < PcapDecoder.headerLength {
            guard try window.fill() else { break }
        }
        let decoder = try PcapDecoder(header: window.unread)
        let interface = decoder.interface(header: window.unread)
        window.advance(PcapDecoder.headerLength)
        self.window = window
        pcap = decoder
        onlyInterface = interface
        linkType = interface.linkType
    }

    /// The interfaces that have been met so far.
    public var interfaces: [CaptureInterface] {
        guard var interface = onlyInterface else { return pcapng.interfaces }
        interface.packets = frames
        return [interface]
    }

    /// The sections that have been met so far, up to ``maximumSections``; none in a pcap file.
    public var sections: [CaptureSection] { pcapng.metadata.sections }

    /// The names of addresses in the name resolution blocks so far, up to ``maximumNameResolutions``.
    public var nameResolutions: [NameResolution] { pcapng.metadata.nameResolutions }

    /// The secrets met so far, up to ``maximumSecretsLength`` bytes in all.
    public var decryptionSecrets: [DecryptionSecrets] { pcapng.metadata.secrets }

    /// How many there are. Costs a few instructions.
    public var decryptionSecretCount: Int { pcapng.metadata.secrets.count }

    /// Bytes of secrets blocks for which ``decryptionSecrets`` had no room.
    public var omittedSecretBytes: Int { pcapng.metadata.omittedSecretBytes }

    /// The processes described so far, up to ``maximumProcesses``.
    public var processes: [CaptureProcess] { pcapng.metadata.processes }

    /// Whether any process has been described so far. Costs a few instructions.
    public var hasProcesses: Bool { !pcapng.metadata.processes.isEmpty }

    /// The first damage within what the file says beside its packets. Unlike what ``next()`` throws, it does not end
    /// the reading: names, secrets or options are missing, packets are not.
    public var metadataDamage: CaptureError? { pcapng.metadata.damage }

    /// How far the reader has come, in bytes from the start of the file (of the decompressed bytes of a compressed
    /// one).
    public var offset: Int { window.offset }

    /// Packets that were read.
    package var packetCount: Int { frames }

    /// The bytes of the packet that ``next()`` returned last, in the buffer that it was read into; none
    /// before the first packet and after the last.
    public var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { window.read(back: packetDistance, count: packetLength) }
    }

    /// Moves to the next packet, nil at the end of the file.
    ///
    /// - Throws: ``CaptureError`` of the category `partial` where the file is cut or damaged, and again on every
    ///   further call. What was returned before stays valid.
    public mutating func next() throws(CaptureError) -> PacketRecord? {
        var record = PacketRecord()
        return try next(&record) ? record : nil
    }

    /// Moves to the next packet, as ``next()`` does, without a copy of what it returns: a fifth of the time that passing
    /// over a packet costs.
    ///
    /// - Parameter record: Gets what the file says of the packet; stays as it is at the end of the file.
    /// - Returns: False at the end of the file.
    /// - Throws: As ``next()``.
    public mutating func next(_ record: inout PacketRecord) throws(CaptureError) -> Bool {
        if let failure { throw failure }
        while true {
            switch try decode() {
            case .packet(let packet):
                window.advance(packet.consumed)
                packetDistance = packet.consumed &- packet.start
                packetLength = packet.capturedLength
                packetIsTimed = packet.isTimed
                if pcap == nil { linkType = pcapng.interfaces[packet.interface].linkType }
                frames &+= 1
                record.frame = frames
                record.time = packet.time
                record.interface = packet.interface
                record.originalLength = packet.originalLength
                record.capturedLength = packet.capturedLength
                record.isTimed = packet.isTimed
                return true
            case .metadata(let count): window.advance(count)
            case .skip(let count):
                forgetPacket()
                guard try skip(count) else { return false }
            case .incomplete(let part, let needed):
                forgetPacket()
                guard try more(part, needed) else { return false }
            }
        }
    }

    /// Before its memory gets other bytes.
    private mutating func forgetPacket() {
        packetDistance = 0
        packetLength = 0
    }

    /// Moves on over all packets that are in memory, at least one of them.
    ///
    /// The guarantees of ``next()`` for the packet that it returned last do not hold for batches: ``bytes`` is empty,
    /// and options are read only for packets with a process (``PacketBatch/annotations(of:)``).
    ///
    /// - Parameter batch: Gets the packets in place of those it had; its memory is used again. Without packets at the end of
    ///   the file, and where this throws; it has the secrets then that came after the last packet.
    /// - Returns: False at the end of the file.
    /// - Throws: ``CaptureError`` as ``next()``; packets before the damage come with the call before.
    public mutating func nextBatch(_ batch: inout PacketBatch) throws(CaptureError) -> Bool {
        batch.removeAll(firstFrame: frames &+ 1)
        if let failure { throw failure }
        packetDistance = 0
        packetLength = 0
        while try readBatch(&batch) {}
        guard batch.count > 0 else { return false }
        batch.take(from: &window)
        return true
    }

    /// Leaves the secrets so far out of further batches, for who goes on with batches after ``next()``.
    package mutating func passOverSecrets() { batchedSecrets = decryptionSecretCount }

    /// Reads what is in memory, up to the first thing that needs more.
    ///
    /// - Returns: True if there was no packet yet, and memory has been filled.
    private mutating func readBatch(_ batch: inout PacketBatch) throws(CaptureError) -> Bool {
        let isPcap = pcap != nil
        while batch.count < PacketBatch.maximumCount {
            let step: DecodingStep
            do throws(CaptureError) {
                step = try decode()
            } catch {
                // Reported by the next call, which finds it first.
                guard batch.count == 0 else { return false }
                throw fail(error)
            }
            switch step {
            case .packet(let packet):
                batch.append(
                    packet, start: window.start &+ packet.start,
                    linkType: isPcap ? linkType : pcapng.interfaces[packet.interface].linkType)
                window.advance(packet.consumed)
                frames &+= 1
                if !isPcap, hasProcesses { annotate(&batch, packet) }
            case .metadata(let count):
                window.advance(count)
                if decryptionSecretCount > batchedSecrets {
                    batch.add(pcapng.metadata.secrets[batchedSecrets...])
                    batchedSecrets = decryptionSecretCount
                }
            case .skip(let count):
                guard batch.count == 0, try skip(count) else { return false }
            case .incomplete(let part, let needed):
                guard batch.count == 0 else { return false }
                return try more(part, needed)
            }
        }
        return false
    }

    /// Notes what the packet's block says of its process.
    @inline(never)
    private mutating func annotate(_ batch: inout PacketBatch, _ packet: DecodedPacket) {
        packetDistance = packet.consumed &- packet.start
        packetLength = packet.capturedLength
        packetIsTimed = packet.isTimed
        defer { (packetDistance, packetLength) = (0, 0) }
        guard hasPacketOptions else { return }
        let annotations = packetAnnotations
        if annotations.process != nil { batch.annotate(annotations) }
    }

    /// Looks at what is unread.
    @inline(__always)
    private mutating func decode() throws(CaptureError) -> DecodingStep {
        guard let pcap else { return try Self.decode(&pcapng, window) }
        return try pcap.decode(window.unread, at: window.offset)
    }

    /// With the two as parameters, borrowing one does not prevent changes of the other.
    @inline(__always)
    private static func decode(
        _ decoder: inout PcapngDecoder, _ window: borrowing CaptureWindow
    ) throws(CaptureError) -> DecodingStep {
        try decoder.decode(window.unread, at: window.offset)
    }

    /// Passes over a block as its bytes arrive; false at an end on request within it.
    private mutating func skip(_ count: Int) throws(CaptureError) -> Bool {
        let start = window.offset
        let length = window.unread.littleEndianUInt32(at: 4)
        window.advance(8)
        var left = count &- 12
        while true {
            let step = min(left, window.unreadCount)
            window.advance(step)
            left &-= step
            if left == 0, window.unreadCount >= 4 { break }
            guard try fill() else {
                if window.isInterrupted { return false }
                let available = window.offset &+ window.unreadCount &- start
                throw fail(CaptureError(.endsEarly(.block, needed: count, available: available), offset: start))
            }
        }
        let trailing = window.unread.littleEndianUInt32(at: 0)
        guard trailing == length else {
            let isBigEndian = pcapng.isBigEndian
            throw fail(
                CaptureError(
                    .damaged(
                        .trailingLength(
                            isBigEndian ? trailing.byteSwapped : trailing, leading: UInt32(truncatingIfNeeded: count))),
                    offset: start))
        }
        window.advance(4)
        return true
    }

    private mutating func fail(_ error: CaptureError) -> CaptureError {
        failure = error
        return error
    }

    /// Adds bytes to the window; false at the end of the input.
    private mutating func fill() throws(CaptureError) -> Bool {
        do throws(CaptureError) {
            return try window.fill()
        } catch {
            // Who was asked to end in the middle of a compressed stream knows that it is cut.
            if window.isInterrupted { return false }
            throw fail(error)
        }
    }

    /// Reads until `needed` bytes are available; false at a proper end, where there are none.
    @inline(never)
    private mutating func more(_ part: CaptureError.Part, _ needed: Int) throws(CaptureError) -> Bool {
        ReadingMeter.add(packets: frames &- countedFrames)
        countedFrames = frames
        while window.unreadCount < needed {
            guard try fill() else {
                let available = window.unreadCount
                guard available > 0, !window.isInterrupted else { return false }
                throw fail(
                    CaptureError(.endsEarly(part, needed: needed, available: available), offset: window.offset))
            }
        }
        return true
    }
}

// MARK: - Annotations

extension CaptureReader {
    /// Whether the block of the packet that ``next()`` returned last has options. Costs a few instructions.
    public var hasPacketOptions: Bool { optionsLength >= 4 }

    /// Bytes between the current packet's padded data and the trailing length of its block.
    private var optionsLength: Int {
        guard pcap == nil, packetIsTimed else { return 0 }
        return packetDistance &- 4 &- (packetLength &+ 3) & ~3
    }

    /// The options of that block, in order, up to the first damaged one and to ``maximumPacketOptions``: comments,
    /// flags, processes and anything else that the writer recorded about the packet. None in a pcap file.
    public var packetOptions: [PcapngOption] { readPacketOptions().options }

    /// The same options, decoded.
    public var packetAnnotations: PacketAnnotations {
        var annotations = PacketAnnotations()
        guard hasPacketOptions else { return annotations }
        let (options, isObsolete, damage) = readPacketOptions()
        annotations.damage = damage
        var position = window.offset &- 4 &- optionsLength
        for option in options {
            if !annotations.read(option, isObsolete: isObsolete), annotations.damage == nil || damage != nil {
                annotations.damage = CaptureError(.damaged(option.wrongLength), offset: position)
            }
            position &+= 4 &+ (option.value.count &+ 3) & ~3
        }
        if let index = annotations.process?.index {
            annotations.process?.process = pcapng.metadata.process(index)
        }
        if let index = annotations.effectiveProcess?.index {
            annotations.effectiveProcess?.process = pcapng.metadata.process(index)
        }
        return annotations
    }

    /// The timestamp of that block as it is in the file, in ticks of the interface before its offset is added; nil in a
    /// pcap file and for packets without a time. ``PacketRecord/time`` is truncated to whole nanoseconds, this is not.
    public var packetTicks: UInt64? {
        guard pcap == nil, packetIsTimed, packetDistance > 0 else { return nil }
        // It begins 16 bytes before the packet, in enhanced and obsolete packet blocks.
        let words = window.read(back: packetDistance &+ 16, count: 8)
        return UInt64(pcapng.byteOrder.readUInt32(words, at: 0)) << 32
            | UInt64(pcapng.byteOrder.readUInt32(words, at: 4))
    }

    private func readPacketOptions() -> (options: [PcapngOption], isObsolete: Bool, damage: CaptureError?) {
        guard hasPacketOptions else { return ([], false, nil) }
        let length = optionsLength
        // The block's header lies 28 bytes before the packet.
        let type = PcapngBlockType(
            rawValue: pcapng.byteOrder.readUInt32(window.read(back: packetDistance &+ 28, count: 4), at: 0))
        let (options, damage) = PcapngOptionReader.all(
            type, pcapng.byteOrder, window.read(back: 4 &+ length, count: length), from: 0, to: length,
            limit: Self.maximumPacketOptions)
        let start = window.offset &- 4 &- length
        return (
            options, type == .obsoletePacket,
            damage.map { CaptureError(.damaged($0.0), offset: start &+ $0.position) }
        )
    }
}
