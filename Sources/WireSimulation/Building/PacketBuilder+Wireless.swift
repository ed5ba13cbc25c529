import PacketCapture
import WireCoding
import WirelessFrames

extension PacketBuilder {
    /// Begins a packet with the header that a radio in monitor mode puts before an 802.11 frame (radiotap.org).
    ///
    /// - Parameter fields: In ascending order of their numbers, at most one of a number. If none of them is
    ///   `RadiotapField.flags` and the frame has a check sequence, flags that announce it are
    ///   added.
    public static func radiotap(_ fields: [RadiotapField] = []) -> PacketBuilder { radiotap(groups: [fields]) }

    /// Begins a packet with a radiotap header that has several presence words, such as one for each antenna.
    ///
    /// - Parameter groups: As for `RadiotapHeader.init(groups:)`; flags are added to the first one, as
    ///   by ``radiotap(_:)``.
    public static func radiotap(groups: [[RadiotapField]]) -> PacketBuilder {
        PacketBuilder().with(RadiotapLayer(groups: groups))
    }

    /// Adds the MAC header of an 802.11 frame of any kind (IEEE 802.11 §9.2.3).
    ///
    /// - Parameters:
    ///   - header: Its frame control decides which of its fields are written.
    ///   - check: The check sequence at the end.
    public func ieee80211(_ header: IEEE80211Header, check: FrameCheck = .computed) -> PacketBuilder {
        withFrame(IEEE80211Layer(header: header, check: check))
    }

    /// Adds a frame, whose check the radiotap header before it announces.
    private func withFrame(_ frame: IEEE80211Layer) -> PacketBuilder {
        var packet = self
        if var radiotap = layers.last as? RadiotapLayer {
            radiotap.hasCheck = frame.check != .absent
            packet.layers[layers.count - 1] = radiotap
        }
        return packet.with(frame)
    }

    /// The path of an 802.11 data frame, which decides the order of its addresses (IEEE 802.11 §9.3.2.1, table 9-60).
    @nonexhaustive
    public enum RadioPath: Hashable, Sendable {
        /// From station to station, as in AWDL, NAN and ad hoc networks.
        case direct
        /// From a station to its access point.
        case toAccessPoint
        /// From an access point to a station.
        case fromAccessPoint
    }

    /// Adds the MAC header of an 802.11 data frame, whose content begins with ``snap(organization:protocolID:)``.
    ///
    /// - Parameters:
    ///   - source: A `LinkAddress` or its text: the station that the data are from.
    ///   - destination: A `LinkAddress` or its text: the station that they are for in the end.
    ///   - network: A `LinkAddress` or its text: the BSSID, which is the address of the access point.
    ///   - path: Who is on the air, the station itself or its access point.
    ///   - sequenceNumber: 0 to 4095.
    ///   - trafficID: 0 to 15, makes a QoS data frame; nil for one without QoS.
    ///   - isRetry: Whether the frame was sent before.
    ///   - check: The check sequence at the end.
    public func ieee80211Data(
        from source: some LosslessStringConvertible, to destination: some LosslessStringConvertible,
        in network: some LosslessStringConvertible, path: RadioPath = .direct, sequenceNumber: UInt16 = 0,
        trafficID: UInt8? = nil, isRetry: Bool = false, check: FrameCheck = .computed
    ) -> PacketBuilder {
        let control = IEEE80211FrameControl(
            type: .data, subtype: trafficID == nil ? 0 : 8,
            flags: (path == .toAccessPoint ? 1 : 0) | (path == .fromAccessPoint ? 2 : 0) | (isRetry ? 8 : 0))
        let (source, destination) = (LinkAddress(of: source), LinkAddress(of: destination))
        let network = LinkAddress(of: network)
        let addresses =
            switch path {
            case .direct: [destination, source, network]
            case .toAccessPoint: [network, source, destination]
            case .fromAccessPoint: [destination, network, source]
            }
        return withFrame(
            IEEE80211Layer(
                control, addresses, sequenceNumber: sequenceNumber, trafficID: trafficID, check: check))
    }

    /// Adds the MAC header of an 802.11 management frame, whose body is the payload.
    ///
    /// - Parameters:
    ///   - kind: Its subtype.
    ///   - source: A `LinkAddress` or its text.
    ///   - destination: A `LinkAddress` or its text.
    ///   - network: A `LinkAddress` or its text: the BSSID.
    ///   - sequenceNumber: 0 to 4095.
    ///   - isRetry: Whether the frame was sent before.
    ///   - check: The check sequence at the end.
    public func ieee80211Management(
        _ kind: ManagementKind, from source: some LosslessStringConvertible,
        to destination: some LosslessStringConvertible, in network: some LosslessStringConvertible,
        sequenceNumber: UInt16 = 0, isRetry: Bool = false, check: FrameCheck = .computed
    ) -> PacketBuilder {
        let control = IEEE80211FrameControl(
            type: .management, subtype: kind.rawValue, flags: isRetry ? 8 : 0)
        let addresses = [LinkAddress(of: destination), LinkAddress(of: source), LinkAddress(of: network)]
        return withFrame(
            IEEE80211Layer(control, addresses, sequenceNumber: sequenceNumber, trafficID: nil, check: check))
    }

    /// The subtype of an 802.11 management frame (IEEE 802.11 §9.2.4.1.3, table 9-1).
    public struct ManagementKind: RawRepresentable, Hashable, Sendable {
        /// 0 to 15.
        public let rawValue: UInt8

        /// - Parameter rawValue: The lower four bits count.
        public init(rawValue: UInt8) { self.rawValue = rawValue & 15 }

        /// A station asks to join a network.
        public static let associationRequest = ManagementKind(rawValue: 0)
        /// The answer to ``associationRequest``.
        public static let associationResponse = ManagementKind(rawValue: 1)
        /// A station asks for the access points around.
        public static let probeRequest = ManagementKind(rawValue: 4)
        /// The answer to ``probeRequest``: the body of a beacon.
        public static let probeResponse = ManagementKind(rawValue: 5)
        /// An access point shows itself.
        public static let beacon = ManagementKind(rawValue: 8)
        /// A station leaves a network, or is sent away.
        public static let disassociation = ManagementKind(rawValue: 10)
        /// A step of authentication.
        public static let authentication = ManagementKind(rawValue: 11)
        /// Authentication ends.
        public static let deauthentication = ManagementKind(rawValue: 12)
        /// An action with acknowledgment: AWDL, NAN and others.
        public static let action = ManagementKind(rawValue: 13)
        /// An action that nobody acknowledges.
        public static let actionNoAck = ManagementKind(rawValue: 14)
    }
}

private struct RadiotapLayer: PacketLayer {
    let groups: [[RadiotapField]]
    /// Whether the frame after it ends with a check sequence.
    var hasCheck = false

    var linkType: LinkType? { .ieee80211Radiotap }
    var headerSize: Int { header.length }

    private var header: RadiotapHeader {
        var groups = groups.isEmpty ? [[]] : groups
        let flags = RadiotapField.flags(.frameCheckSequence)
        if hasCheck, !groups[0].contains(where: { $0.number == flags.number }) {
            groups[0].insert(flags, at: groups[0].prefix { $0.number < flags.number }.count)
        }
        return RadiotapHeader(groups: groups)
    }

    func validate() throws(WireError) {
        try WireError.checkLength(headerSize, "radiotap header", maximum: 0xFFFF)
    }

    func enclose(_ content: [UInt8], _ place: LayerPlace) throws(WireError) -> [UInt8] {
        ByteWriter.bytes(header.serialize(into:)) + content
    }
}

private struct IEEE80211Layer: PacketLayer {
    let header: IEEE80211Header
    var check: FrameCheck
    /// The index of the first address that is a text of something else.
    var wrongAddress: Int?
    var sequenceNumber: UInt16 = 0
    var trafficID: UInt8 = 0

    init(header: IEEE80211Header, check: FrameCheck) {
        self.header = header
        self.check = check
    }

    /// - Parameter addresses: Three, nil for a text that is not an address.
    init(
        _ control: IEEE80211FrameControl, _ addresses: [LinkAddress?], sequenceNumber: UInt16, trafficID: UInt8?,
        check: FrameCheck
    ) {
        let known = addresses.map { $0 ?? .zero }
        header = IEEE80211Header(
            frameControl: control, address1: known[0], address2: known[1], address3: known[2],
            sequenceControl: sequenceNumber << 4, qosControl: trafficID.map(UInt16.init))
        self.check = check
        wrongAddress = addresses.firstIndex { $0 == nil }
        self.sequenceNumber = sequenceNumber
        self.trafficID = trafficID ?? 0
    }

    var linkType: LinkType? { .ieee80211 }
    var headerSize: Int { header.frameControl.headerSize }

    func validate() throws(WireError) {
        if let wrongAddress {
            throw WireError(
                .truncated(needed: 6, available: 0), field: "802.11 address", offset: 4 + 6 * wrongAddress)
        }
        try WireError.checkValue(sequenceNumber, "802.11 sequence number", maximum: 0xFFF, at: 22)
        try WireError.checkValue(trafficID, "802.11 traffic ID", maximum: 15, at: 24)
    }

    func enclose(_ content: [UInt8], _ place: LayerPlace) throws(WireError) -> [UInt8] {
        check.append(to: ByteWriter.bytes(header.serialize(into:)) + content)
    }
}
