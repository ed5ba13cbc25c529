import PacketCapture
import WireCoding
import WirelessFrames

/// An 802.11 frame as a monitor mode radio hands it over: where its parts lie, and what the radio says of it.
///
/// Made for every frame of a wireless capture, so that the many that have nothing to follow (acknowledgments, beacons, frames
/// of strangers) cost little. Nothing is copied but a few numbers.
@frozen
public struct RadioFrame: Sendable {
    /// The link types whose packets are 802.11 frames (LINKTYPE_IEEE802_11 and with a header of the radio).
    @inlinable
    public static func isWireless(_ linkType: LinkType) -> Bool {
        switch linkType {
        case .ieee80211, .ieee80211Prism, .ieee80211Radiotap, .ieee80211AVS, .ppi: true
        default: false
        }
    }

    /// Which header of the radio precedes the frame, and ``ProtocolSet/ieee80211``.
    public private(set) var protocols: ProtocolSet
    /// Type, subtype and flags: the first two bytes of the MAC header.
    public let control: IEEE80211FrameControl
    /// The radio's flags about the check sequence.
    public private(set) var flags: RadiotapFlags = []
    /// The signal in dBm, nil if the radio does not report it.
    public private(set) var signal: Int8?
    /// The channel frequency in MHz, 0 if the radio does not report it.
    public private(set) var channelFrequency: UInt16 = 0
    /// The radio's clock in microseconds, nil if the radio does not report it.
    public private(set) var radioTime: UInt64?
    /// Whether the frame arrived damaged, and its header is cut or of another version: nothing but ``control`` can be asked
    /// for then.
    public private(set) var isUnreadable = false
    @usableFromInline let headerStart: UInt32
    @usableFromInline let bodyStart: UInt32
    /// On the wire and without the check sequence, whatever the file holds.
    @usableFromInline let wireEnd: UInt32
    @usableFromInline let capturedEnd: UInt32

    /// The start of the MAC header, from the start of the packet.
    @inlinable public var headerOffset: Int { Int(headerStart) }
    /// The start of the body, which follows the MAC header, from the start of the packet.
    @inlinable public var bodyOffset: Int { Int(bodyStart) }
    /// The end of the captured body, without the check sequence; not before ``bodyOffset``.
    @inlinable public var bodyEnd: Int { Int(capturedEnd) }

    /// Reads the headers up to the end of the MAC header.
    ///
    /// - Parameters:
    ///   - bytes: What the file holds of the packet.
    ///   - linkType: What the bytes begin with.
    ///   - originalLength: Bytes on the wire; where it is less than the file holds, that number counts.
    /// - Returns: nil for other link types, and if the headers are truncated or contradict themselves;
    ///   ``PacketDissector`` reports the error. If the reason is that the frame arrived damaged, it is
    ///   ``isUnreadable``.
    public init?(_ bytes: Span<UInt8>, linkType: LinkType, originalLength: Int) {
        guard let header = MonitorHeader.read(bytes, linkType: linkType) else { return nil }
        let start = header.length
        protocols = header.name.union(.ieee80211)
        flags = header.flags
        signal = header.signal
        channelFrequency = header.channelFrequency
        radioTime = header.radioTime
        let whole = PacketDissector.Region.packet(bytes, originalLength: originalLength)
        let wireEnd = whole.withoutCheck(from: start, flags).end
        let known = min(bytes.count, wireEnd)
        guard start &+ 2 <= known else { return nil }
        control = IEEE80211FrameControl(rawValue: bytes.littleEndianUInt16(at: start))
        let size = control.headerSize
        guard start &+ IEEE80211Header.minimumSize <= known, control.version == 0, start &+ size <= known else {
            guard Self.isBad(bytes, start, end: whole.end, flags) else { return nil }
            isUnreadable = true
            headerStart = UInt32(truncatingIfNeeded: start)
            (bodyStart, self.wireEnd) = (UInt32(clamping: known), UInt32(clamping: max(wireEnd, known)))
            capturedEnd = UInt32(clamping: known)
            return
        }
        headerStart = UInt32(truncatingIfNeeded: start)
        let body = start &+ flags.paddedSize(size)
        bodyStart = UInt32(clamping: body)
        self.wireEnd = UInt32(clamping: max(wireEnd, body))
        capturedEnd = UInt32(clamping: max(known, body))
    }

    /// Bytes of the body on the wire, without the check sequence.
    @inlinable public var bodyLength: Int { Int(wireEnd) &- Int(bodyStart) }

    /// The end of the body on the wire, however much of it was captured.
    var region: PacketDissector.Region { PacketDissector.Region(end: Int(wireEnd), limit: .input) }

    /// Whether radio or check say that the frame arrived damaged. A check that was cut off says nothing.
    static func isBad(
        _ bytes: Span<UInt8>, _ offset: Int, end: Int, _ flags: RadiotapFlags, padding: Range<Int> = 0..<0
    ) -> Bool {
        if flags.contains(.badFrameCheckSequence) { return true }
        guard flags.contains(.frameCheckSequence), end <= bytes.count, offset < end else { return false }
        return !FrameCheckSequence.isValid(bytes.extracting(offset..<end), leavingOut: padding)
    }

    /// The same, by what was found.
    public func isDamaged(_ bytes: Span<UInt8>) -> Bool {
        if isUnreadable { return true }
        return Self.isBad(
            bytes, headerOffset, end: Int(wireEnd) &+ FrameCheckSequence.size, flags,
            padding: control.headerSize..<bodyOffset &- headerOffset)
    }

    /// The receiver's address (address 1).
    @inlinable @inline(__always)
    public func receiver(_ bytes: Span<UInt8>) -> LinkAddress { address(bytes, 4) }

    /// The transmitter's address (address 2); meaningless in frames that have none.
    @inlinable @inline(__always)
    public func transmitter(_ bytes: Span<UInt8>) -> LinkAddress { address(bytes, 10) }

    /// Address 3, the network in frames between equals; only management and data frames have it.
    @inlinable @inline(__always)
    public func network(_ bytes: Span<UInt8>) -> LinkAddress { address(bytes, 16) }

    /// Fragment number in the lower four bits, sequence number above; only management and data frames have it.
    @inlinable @inline(__always)
    public func sequenceControl(_ bytes: Span<UInt8>) -> UInt16 { bytes.littleEndianUInt16(at: headerOffset &+ 22) }

    @inlinable @inline(__always)
    func address(_ bytes: Span<UInt8>, _ offset: Int) -> LinkAddress {
        LinkAddress(rawValue: bytes.linkAddress(at: headerOffset &+ offset))
    }

    /// QoS control of a data frame, 0 in frames without.
    @inlinable @inline(__always)
    public func qosControl(_ bytes: Span<UInt8>) -> UInt16 {
        control.isQoSData ? bytes.littleEndianUInt16(at: headerOffset &+ (control.hasAddress4 ? 30 : 24)) : 0
    }

    /// Whether the body is one or several packets that can be read: that of a data frame, whole and not encrypted.
    @inlinable @inline(__always)
    public func hasPackets(_ bytes: Span<UInt8>) -> Bool { hasReadableBody && !isFragment(bytes) }

    /// Whether the body is a piece of a packet that can be read when all of them are there.
    @inlinable @inline(__always)
    public func hasFragment(_ bytes: Span<UInt8>) -> Bool { hasReadableBody && isFragment(bytes) }

    @inlinable @inline(__always)
    var hasReadableBody: Bool {
        control.type == .data && !isUnreadable && !control.isNullData && !control.isProtected
    }

    /// Whether the body is a piece of one.
    @inlinable @inline(__always)
    public func isFragment(_ bytes: Span<UInt8>) -> Bool {
        control.moreFragments || sequenceControl(bytes) & 15 != 0
    }
}

extension PacketDissector {
    /// Dissects what a data frame carries; of several the first, with ``DissectedPacket/nextSubframe`` set.
    ///
    /// - Parameters:
    ///   - frame: A data frame whose check sequence is not wrong.
    ///   - bytes: The packet that it came from.
    ///   - packet: A fresh one.
    public static func dissect(_ frame: RadioFrame, _ bytes: Span<UInt8>, into packet: inout DissectedPacket) {
        packet.protocols = frame.protocols
        let walk = PacketWalk(bytes, Unobserved())
        walk.setLinkAddresses(frame.control, frame.headerOffset, &packet)
        walk.dataFrame(frame.control, frame.headerOffset, frame.bodyOffset, frame.region, &packet)
    }

    /// Dissects the next subframe of an aggregate MSDU. Each begins after the one before, so they come to an end.
    ///
    /// - Parameters:
    ///   - packet: The result for the frame or the previous subframe; it becomes that of the next one.
    ///   - frame: The data frame that has the subframes.
    ///   - bytes: The packet that it came from.
    /// - Returns: False after the last one, with the packet unchanged.
    public static func dissectNext(
        _ packet: inout DissectedPacket, of frame: RadioFrame, _ bytes: Span<UInt8>
    ) -> Bool {
        let offset = packet.nextSubframe
        guard offset > 0 else { return false }
        packet = DissectedPacket()
        packet.protocols = frame.protocols
        PacketWalk(bytes, Unobserved()).subframe(offset, frame.region, &packet)
        return true
    }
}

/// The information in the header of a radio before a frame.
private struct MonitorHeader {
    let name: ProtocolSet
    let length: Int
    var flags: RadiotapFlags = []
    var signal: Int8?
    var channelFrequency: UInt16 = 0
    var radioTime: UInt64?

    @inline(__always)
    static func read(_ bytes: Span<UInt8>, linkType: LinkType) -> MonitorHeader? {
        switch linkType {
        case .ieee80211Radiotap:
            guard let view = RadiotapView(bytes), view.length >= RadiotapHeader.minimumSize else { return nil }
            return MonitorHeader(
                name: .radiotap, length: view.length, flags: view.flags, signal: view.signal,
                channelFrequency: view.channelFrequency ?? 0, radioTime: view.tsft)
        case .ieee80211: return MonitorHeader(name: [], length: 0)
        case .ieee80211Prism: return prism(bytes)
        case .ieee80211AVS: return avs(bytes)
        case .ppi: return perPacketInformation(bytes)
        default: return nil
        }
    }

    private static func prism(_ bytes: Span<UInt8>) -> MonitorHeader? {
        guard bytes.count >= 8 else { return nil }
        let word = bytes.bigEndianUInt32(at: 0)
        guard !PrismHeader.isAVS(word: word) else { return avs(bytes) }
        let isLittleEndian = PrismHeader.isLittleEndian(word: word)
        let length = Int(isLittleEndian ? bytes.littleEndianUInt32(at: 4) : bytes.bigEndianUInt32(at: 4))
        guard length >= PrismHeader.fixedSize, length <= bytes.count else { return nil }
        let view = PrismView(bytes.extracting(0..<length), isLittleEndian: isLittleEndian)
        return MonitorHeader(
            name: .prism, length: length, signal: view.signal, channelFrequency: view.channelFrequency ?? 0,
            radioTime: view.radioTime.map(UInt64.init))
    }

    private static func avs(_ bytes: Span<UInt8>) -> MonitorHeader? {
        guard bytes.count >= AVSHeader.minimumSize else { return nil }
        let length = Int(bytes.bigEndianUInt32(at: 4))
        guard length >= AVSHeader.minimumSize else { return nil }
        var header = MonitorHeader(name: .avs, length: length)
        let time = UInt64(bytes.bigEndianUInt32(at: 8)) << 32 | UInt64(bytes.bigEndianUInt32(at: 12))
        if time != 0 { header.radioTime = time }
        header.channelFrequency =
            AVSHeader.channelFrequency(
                bytes.bigEndianUInt32(at: 28), radioType: bytes.bigEndianUInt32(at: 24)) ?? 0
        if bytes.bigEndianUInt32(at: 44) == 2 {
            header.signal = Int8(exactly: Int32(bitPattern: bytes.bigEndianUInt32(at: 48)))
        }
        return header
    }

    private static func perPacketInformation(_ bytes: Span<UInt8>) -> MonitorHeader? {
        guard bytes.count >= PPIHeader.fixedSize, bytes.littleEndianUInt32(at: 4) == 105 else { return nil }
        let length = Int(bytes.littleEndianUInt16(at: 2))
        guard length >= PPIHeader.fixedSize, length <= bytes.count else { return nil }
        let region = bytes.extracting(0..<length)
        var header = MonitorHeader(name: .ppi, length: length)
        header.flags = PPIHeader.flags(region)
        guard let field = PPIHeader.commonContent(region) else { return header }
        header.channelFrequency = region.littleEndianUInt16(at: field &+ 12)
        header.signal = Int8(bitPattern: region[field &+ 18])
        // Bit 1: the timer counts milliseconds.
        header.radioTime = region.littleEndianUInt64(at: field) &* (region[field &+ 8] & 2 != 0 ? 1000 : 1)
        return header
    }
}
