import WireCoding

/// The MAC header of an 802.11 frame (IEEE 802.11 §9.2.3). All numbers are little-endian.
///
/// | bytes | field | where |
/// |---|---|---|
/// | 2 | frame control | |
/// | 2 | duration or identifier | |
/// | 6 | address 1, the receiver's | |
/// | 6 | address 2, the transmitter's | all but acknowledgments, clears to send and their like |
/// | 2 | carried frame control | control wrappers |
/// | 6 | address 3 | management and data |
/// | 2 | sequence control | management and data |
/// | 6 | address 4 | data with To DS and From DS |
/// | 2 | QoS control | QoS data |
/// | 4 | HT control | control wrappers; management and QoS data with the order bit |
public struct IEEE80211Header: Hashable, Sendable {
    /// Bytes of the shortest header.
    public static let minimumSize = 10

    /// Decides which of the optional fields are present; a present field that is nil is written as zeros.
    public var frameControl: IEEE80211FrameControl
    /// The time for which the medium stays reserved after the frame, in microseconds up to 32767. In PS-Poll frames the
    /// association ID, with both upper bits set (§9.2.4.2).
    public var duration: UInt16
    /// The receiver, a station or a group.
    public var address1: LinkAddress
    /// The transmitter; nil in frames without one, such as acknowledgments.
    public var address2: LinkAddress?
    /// By To DS and From DS the BSSID, the destination or the source (§9.3.2.1); the BSSID of management frames. Nil in
    /// control frames.
    public var address3: LinkAddress?
    /// Fragment number in the lower four bits, sequence number above.
    public var sequenceControl: UInt16?
    /// The source of data frames with To DS and From DS; nil in others.
    public var address4: LinkAddress?
    /// Bits 0 to 3 traffic identifier, bit 7 whether the body is an A-MSDU (§9.2.4.5); nil in frames that are not QoS
    /// data.
    public var qosControl: UInt16?
    /// The four bytes at the end of the header, where ``IEEE80211FrameControl/hasHTControl`` (§9.2.4.6); nil in others.
    public var htControl: UInt32?
    /// That of the frame that a control wrapper carries, the rest of which is the body.
    public var carriedFrameControl: IEEE80211FrameControl?

    /// A header with these fields. Those that the frame control does not announce are not written.
    public init(
        frameControl: IEEE80211FrameControl, duration: UInt16 = 0, address1: LinkAddress,
        address2: LinkAddress? = nil, address3: LinkAddress? = nil, sequenceControl: UInt16? = nil,
        address4: LinkAddress? = nil, qosControl: UInt16? = nil, htControl: UInt32? = nil,
        carriedFrameControl: IEEE80211FrameControl? = nil
    ) {
        self.frameControl = frameControl
        self.duration = duration
        self.address1 = address1
        self.address2 = address2
        self.address3 = address3
        self.sequenceControl = sequenceControl
        self.address4 = address4
        self.qosControl = qosControl
        self.htControl = htControl
        self.carriedFrameControl = carriedFrameControl
    }

    /// 0 to 4095, the same in a retransmission.
    public var sequenceNumber: UInt16? { sequenceControl.map { $0 >> 4 } }
    /// The index of a piece among those of its body, 0 to 15; nil without sequence control.
    public var fragmentNumber: UInt8? { sequenceControl.map { UInt8(truncatingIfNeeded: $0 & 15) } }
    /// Traffic identifier of QoS data, 0 to 15.
    public var trafficID: UInt8? { qosControl.map { UInt8(truncatingIfNeeded: $0 & 15) } }
    /// Whether the body is a row of ``AMSDUSubframeHeader`` with their contents.
    public var isAggregate: Bool { (qosControl ?? 0) & 0x80 != 0 }
    /// Whether the body is a piece of one.
    public var isFragment: Bool {
        frameControl.moreFragments && frameControl.hasSequenceControl || (sequenceControl ?? 0) & 15 != 0
    }

    /// Whom a data frame is for, by To DS and From DS (IEEE 802.11 §9.3.2.1); address 1 of other frames.
    public var destination: LinkAddress {
        frameControl.type == .data && frameControl.toDS ? address3 ?? address1 : address1
    }

    /// Whom a data frame is from, nil in frames without a transmitter's address.
    public var source: LinkAddress? {
        guard frameControl.type == .data, frameControl.fromDS else { return address2 }
        return frameControl.toDS ? address4 : address3
    }

    /// - Throws: `truncated` when the header is longer than what is left, `invalidValue` for a version other than 0.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try self.init(ofKindIn: input, atLeast: Self.minimumSize)
        try Self.layout.read(&input, into: &self)
    }

    /// Reads as many of the fields as there are, for a header that a capture cut.
    ///
    /// - Returns: The header, whose fields after the end are nil, or zero where every header has them; nil if not even its
    ///   frame control is there or its version is not 0. And the reason why it ends early.
    public static func parsePrefix(_ input: inout ByteReader) -> (header: IEEE80211Header?, error: WireError?) {
        let start = input
        do throws(WireError) {
            return (try IEEE80211Header(parsing: &input), nil)
        } catch {
            input = start
            guard var header = try? IEEE80211Header(ofKindIn: input, atLeast: 2) else { return (nil, error) }
            layout.readPrefix(&input, into: &header)
            return (header, error)
        }
    }

    /// A header of which nothing but the frame control has been read, by which the others are.
    private init(ofKindIn input: ByteReader, atLeast size: Int) throws(WireError) {
        try input.require(size, "802.11 header")
        let control = IEEE80211FrameControl(rawValue: input.input.littleEndianUInt16(at: input.position))
        guard control.version == 0 else { throw input.error(.invalidValue(UInt64(control.version)), "802.11 version") }
        self.init(frameControl: control, address1: .zero)
    }

    /// Writes the fields that the frame control announces, those that are nil as zeros.
    public func serialize(into output: inout ByteWriter) { Self.layout.write(self, into: &output) }

    /// The frame control says which of the fields after address 1 there are.
    private static let layout = HeaderLayout<Self>(
        "802.11 header", isLittleEndian: true, .part(\.frameControl), .part(\.duration), .part(\.address1),
        .part(\.address2, if: { $0.frameControl.hasAddress2 }),
        .part(\.carriedFrameControl, if: { $0.frameControl.isControlWrapper }),
        .part(\.address3, if: { $0.frameControl.hasSequenceControl }),
        .part(\.sequenceControl, if: { $0.frameControl.hasSequenceControl }),
        .part(\.address4, if: { $0.frameControl.hasAddress4 }),
        .part(\.qosControl, if: { $0.frameControl.isQoSData }),
        .part(\.htControl, if: { $0.frameControl.hasHTControl }))
}

extension IEEE80211FrameControl: HeaderPart {
    public init(word: UInt64) { self.init(rawValue: UInt16(word: word)) }
}
