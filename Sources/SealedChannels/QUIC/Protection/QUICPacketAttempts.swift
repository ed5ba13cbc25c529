import WireCoding

/// Opens the packets of one end as they will probably be opened once it is their turn: with the present keys, and the numbers nearest to
/// those before. It is a copy that another processor may use meanwhile.
///
/// Whether that was right is looked at when it is a packet's turn: the same keys, number and bytes give the same packet.
package struct QUICPacketAttempts: Sendable {
    private let protection: QUICPacketProtection
    /// Of the end, as ``QUICPacketOpener/keyUpdates``: with the secret of the connection it says which keys these are.
    private let keyUpdates: Int
    private let connectionIDLength: Int
    /// The largest number so far.
    package private(set) var largestNumber: UInt64

    init(_ protection: QUICPacketProtection, keyUpdates: Int, connectionIDLength: Int, largestNumber: UInt64) {
        (self.protection, self.keyUpdates) = (protection, keyUpdates)
        (self.connectionIDLength, self.largestNumber) = (connectionIDLength, largestNumber)
    }

    /// Opens the packet of a datagram with a short header.
    ///
    /// - Parameter datagram: A whole one, not cut by a snap length.
    /// - Returns: Nil for another datagram, and if it does not authenticate.
    package mutating func open(_ datagram: Span<UInt8>) -> QUICAttemptedPacket? {
        guard !datagram.isEmpty, datagram[0] & 0x80 == 0 else { return nil }
        var input = ByteReader(datagram)
        guard let packet = try? QUICPacketView(parsingHeader: &input, connectionIDLength: connectionIDLength),
            let header = try? protection.header(of: packet, in: datagram), header.keyPhase == (keyUpdates & 1 == 1)
        else { return nil }
        let number = header.number(largest: largestNumber)
        guard let opened = try? protection.open(packet, header, number: number, in: datagram) else { return nil }
        largestNumber = max(largestNumber, number)
        return QUICAttemptedPacket(opened, of: packet, in: datagram, keyUpdates: keyUpdates)
    }
}

/// A packet that was opened before its turn.
package struct QUICAttemptedPacket: Sendable {
    let opened: QUICOpenedPacket
    private let payload: Range<Int>
    private let tag: Tag
    private let keyUpdates: Int

    /// The last bytes of a packet, which authenticate all others.
    private struct Tag: Equatable, Sendable {
        private let first: UInt64
        private let second: UInt64

        /// - Parameter end: Of a packet that is wholly in the datagram.
        init(before end: Int, in datagram: Span<UInt8>) {
            let start = end - QUICPacketProtection.tagSize
            (first, second) = (datagram.bigEndianUInt64(at: start), datagram.bigEndianUInt64(at: start + 8))
        }
    }

    fileprivate init(
        _ opened: QUICOpenedPacket, of packet: QUICPacketView, in datagram: Span<UInt8>, keyUpdates: Int
    ) {
        (self.opened, self.keyUpdates, payload) = (opened, keyUpdates, packet.payload)
        tag = Tag(before: packet.payload.upperBound, in: datagram)
    }

    /// Whether it is what comes of opening a packet with the same keys, if that has its number.
    ///
    /// - Parameter keyUpdates: Of the keys.
    func isOf(_ packet: QUICPacketView, in datagram: Span<UInt8>, keyUpdates: Int) -> Bool {
        keyUpdates == self.keyUpdates && packet.payload == payload && payload.upperBound <= datagram.count
            && Tag(before: payload.upperBound, in: datagram) == tag
    }
}
