import WireCoding

/// Makes the frames of an AWDL node as a capture in monitor mode has them: radiotap, MAC header, body, and on request
/// the frame check sequence.
public struct AWDLFrameWriter: Sendable {
    /// The BSSID of all AWDL frames.
    public static let bssid = LinkAddress(rawValue: 0x0025_00FF_9473)
    /// The organization and protocol number of AWDL's SNAP header.
    private static let snap: [UInt8] = [0xAA, 0xAA, 0x03, 0x00, 0x17, 0xF2, 0x08, 0x00]

    /// The address that the frames are sent from, address 2 of their MAC headers.
    public var source: LinkAddress
    /// In MHz.
    public var channelFrequency: UInt16
    /// In dBm.
    public var signal: Int8
    /// Whether each frame ends in its check sequence, which radiotap's flags then announce.
    public var includesFrameCheckSequence: Bool
    /// The sequence number of the next frame, 0 to 4095.
    public var sequenceNumber: UInt16 = 0
    /// The sequence number of the next data frame, in its AWDL header.
    public var dataSequenceNumber: UInt16 = 0

    /// A writer whose frames are numbered from 0, by default as received on channel 44 with -50 dBm.
    public init(
        source: LinkAddress, channelFrequency: UInt16 = 5220, signal: Int8 = -50,
        includesFrameCheckSequence: Bool = false
    ) {
        self.source = source
        self.channelFrequency = channelFrequency
        self.signal = signal
        self.includesFrameCheckSequence = includesFrameCheckSequence
    }

    /// An action frame to all nodes.
    ///
    /// - Parameters:
    ///   - frame: The body, from the category on.
    ///   - tsft: The receiver's clock, in microseconds.
    public mutating func bytes(of frame: AWDLActionFrame, tsft: UInt64) -> [UInt8] {
        bytes(
            IEEE80211FrameControl(type: .management, subtype: 13), to: LinkAddress(rawValue: 0xFFFF_FFFF_FFFF),
            body: ByteWriter.bytes(frame.serialize(into:)), tsft: tsft)
    }

    /// A data frame with a packet, in the short form of the AWDL header, which numbers the packets.
    ///
    /// - Parameters:
    ///   - packet: From the network header on.
    ///   - etherType: Of the packet; IPv6 from all known senders.
    ///   - destination: A node, or the group address of a multicast packet.
    ///   - tsft: The receiver's clock, in microseconds.
    public mutating func bytes(
        ofPacket packet: [UInt8], etherType: UInt16 = 0x86DD, to destination: LinkAddress, tsft: UInt64
    ) -> [UInt8] {
        let header = AWDLDataHeader(sequenceNumber: dataSequenceNumber, etherType: etherType)
        dataSequenceNumber &+= 1
        return bytes(ofPacket: packet, after: header, to: destination, tsft: tsft)
    }

    /// A data frame with a packet after any AWDL header.
    public mutating func bytes(
        ofPacket packet: [UInt8], after header: AWDLDataHeader, to destination: LinkAddress, tsft: UInt64
    ) -> [UInt8] {
        var body = ByteWriter()
        body.writeBytes(Self.snap)
        header.serialize(into: &body)
        body.writeBytes(packet)
        return bytes(
            IEEE80211FrameControl(type: .data, subtype: 0), to: destination, body: body.bytes, tsft: tsft)
    }

    private mutating func bytes(
        _ control: IEEE80211FrameControl, to destination: LinkAddress, body: [UInt8], tsft: UInt64
    ) -> [UInt8] {
        var frame = ByteWriter()
        IEEE80211Header(
            frameControl: control, address1: destination, address2: source, address3: Self.bssid,
            sequenceControl: sequenceNumber << 4
        ).serialize(into: &frame)
        sequenceNumber = (sequenceNumber &+ 1) & 0xFFF
        frame.writeBytes(body)
        if includesFrameCheckSequence { frame.writeUInt32LittleEndian(FrameCheckSequence.of(frame.bytes.span)) }
        var output = ByteWriter(reservingCapacity: 24 + frame.count)
        radiotap(tsft: tsft).serialize(into: &output)
        output.writeBytes(frame.bytes)
        return output.bytes
    }

    private func radiotap(tsft: UInt64) -> RadiotapHeader {
        // OFDM, and the band that the frequency is in.
        let channelFlags: UInt16 = channelFrequency < 3000 ? 0x00C0 : 0x0140
        return RadiotapHeader(groups: [
            [
                .tsft(tsft), .flags(includesFrameCheckSequence ? .frameCheckSequence : []),
                .rate(12), .channel(frequency: channelFrequency, flags: channelFlags), .signal(signal),
            ]
        ])
    }
}
