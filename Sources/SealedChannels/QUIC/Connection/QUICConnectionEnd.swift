import WireCoding

/// The packets that one end of a connection sends, and its connection IDs.
struct QUICConnectionEnd: Sendable {
    var counts = QUICPacketCounts()
    /// Chosen by this end: the other one's packets have them as their destination.
    var connectionIDs = QUICConnectionIDs()
    var handshake: QUICProtectionLevel
    /// 0-RTT, which servers do not send.
    var early: QUICProtectionLevel?
    var application: QUICProtectionLevel
    /// The opened numbers, by the raw value of their space.
    var numbers = [QUICPacketNumberSet](
        repeating: QUICPacketNumberSet(), count: QUICPacketNumberSpace.allCases.count)
    /// The connection ID to which its last packet was sent.
    private(set) var destination: [UInt8] = []
    /// The messages in Handshake packets.
    var handshakeStream = QUICHandshakeStream()

    init(isClient: Bool) {
        handshake = QUICProtectionLevel(isClient ? .clientHandshakeTraffic : .serverHandshakeTraffic)
        early = isClient ? QUICProtectionLevel(.clientEarlyTraffic) : nil
        application = QUICProtectionLevel(isClient ? .clientTraffic : .serverTraffic)
    }

    /// The level of Handshake, 0-RTT and 1-RTT packets; nil for others.
    func level(_ type: QUICPacketType) -> QUICProtectionLevel? {
        switch type {
        case .handshake: handshake
        case .zeroRTT: early
        case .oneRTT: application
        case .versionNegotiation, .initial, .retry, .unknown: nil
        }
    }

    /// Whether this end may send packets of the type with keys of a level; nothing is copied for the answer.
    private func has(_ type: QUICPacketType) -> Bool {
        switch type {
        case .handshake, .oneRTT: true
        case .zeroRTT: early != nil
        case .versionNegotiation, .initial, .retry, .unknown: false
        }
    }

    /// Takes note of where a packet is sent to. A new copy is only made of another ID than before.
    mutating func noteDestination(_ id: Span<UInt8>) -> [UInt8] {
        let isSame = id.count == destination.count && destination.indices.allSatisfy { destination[$0] == id[$0] }
        if !isSame { destination = id.copied() }
        return destination
    }

    /// Counts a packet that stays sealed.
    mutating func noteSealed(_ type: QUICPacketType, isCut: Bool) {
        guard has(type) else { return }
        counts.sealedPackets += 1
        if type != .handshake { counts.sealedApplicationPackets += 1 }
        if isCut { counts.cutPackets += 1 }
    }

    /// Counts a packet that was opened.
    ///
    /// - Returns: Whether it is a copy of one before.
    mutating func noteOpened(_ type: QUICPacketType, _ number: UInt64) -> Bool {
        if has(type) { counts.openedPackets += 1 }
        if type == .oneRTT || type == .zeroRTT {
            counts.hasApplicationKey = true
            counts.keyUpdates = application.keyUpdates
        }
        guard let space = type.numberSpace else { return false }
        return !numbers[space.rawValue].insert(number...number)
    }
}
