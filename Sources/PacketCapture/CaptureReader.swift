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
    /// More bytes than any link type lets a packet have (128 MiB, the limit of libpcap for USB and D-Bus).
    public static let maximumPacketLength = 128 << 20
    /// Room for the longest packet and its options, and for long tables of names or secrets (256 MiB).
    public static let maximumBlockLength = 256 << 20

    private var window: CaptureWindow
    /// Nil for pcapng.
    private let pcap: PcapDecoder?
    private var pcapng = PcapngDecoder()
    private var frames = 0
    /// Where the current packet's bytes begin: that far before the unread ones.
    private var packetDistance = 0
    private var packetLength = 0
    private var failure: CaptureError?

    /// The link type of the packet that ``next()`` returned last.
    public private(set) var linkType = LinkType.null

    init(_ window: consuming CaptureWindow, format: CaptureFormat) throws(CaptureError) {
        guard format == .pcap else {
            self.window = window
            pcap = nil
            return
        }
        while window.unreadCount < PcapDecoder.headerLength {
            guard try window.fill() else { break }
        }
        let decoder = try PcapDecoder(header: window.unread)
        window.advance(PcapDecoder.headerLength)
        self.window = window
        pcap = decoder
        linkType = decoder.interface.linkType
    }

    /// The interfaces that have been met so far.
    public var interfaces: [CaptureInterface] {
        guard var interface = pcap?.interface else { return pcapng.interfaces }
        interface.packets = frames
        return [interface]
    }

    /// How far the reader has come, in bytes from the start of the file (of the decompressed bytes for gzip).
    public var offset: Int { window.offset }

    /// The bytes of the packet that ``next()`` returned last, in the mapped file or the stream's buffer; none before
    /// the first packet and after the last.
    public var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { window.read(back: packetDistance, count: packetLength) }
    }

    /// Moves to the next packet, nil at the end of the file.
    ///
    /// - Throws: ``CaptureError`` of the category `partial` where the file is cut or damaged, and again on every
    ///   further call. What was returned before stays valid.
    public mutating func next() throws(CaptureError) -> PacketRecord? {
        while true {
            let step: DecodingStep
            if let pcap {
                step = try pcap.decode(window.unread, at: window.offset)
            } else {
                step = try Self.decode(&pcapng, window)
            }
            switch step {
            case .packet(let packet):
                window.advance(packet.consumed)
                packetDistance = packet.consumed &- packet.start
                packetLength = packet.capturedLength
                if pcap == nil { linkType = pcapng.interfaces[packet.interface].linkType }
                frames &+= 1
                return PacketRecord(
                    frame: frames, time: packet.time, interface: packet.interface,
                    originalLength: packet.originalLength, capturedLength: packet.capturedLength)
            case .metadata(let count): window.advance(count)
            case .incomplete(let part, let needed):
                guard try more(part, needed) else { return nil }
            }
        }
    }

    /// With the two as parameters, the borrow of the one does not bar changes of the other.
    @inline(__always)
    private static func decode(
        _ decoder: inout PcapngDecoder, _ window: borrowing CaptureWindow
    ) throws(CaptureError) -> DecodingStep {
        try decoder.decode(window.unread, at: window.offset)
    }

    /// Gets bytes until `needed` are there; false at a proper end, where there are none.
    @inline(never)
    private mutating func more(_ part: CaptureError.Part, _ needed: Int) throws(CaptureError) -> Bool {
        packetDistance = 0
        packetLength = 0
        if let failure { throw failure }
        do throws(CaptureError) {
            while window.unreadCount < needed {
                guard try window.fill() else {
                    guard window.unreadCount > 0 else { return false }
                    let available = window.unreadCount
                    throw CaptureError(
                        .endsEarly(part, needed: needed, available: available), offset: window.offset)
                }
            }
        } catch {
            failure = error
            throw error
        }
        return true
    }
}
