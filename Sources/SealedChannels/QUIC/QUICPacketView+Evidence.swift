import WireCoding

extension QUICPacketView {
    /// Bytes of a datagram with a client's Initial, at least (RFC 9000 §14.1).
    public static let minimumInitialDatagram = 1200
    /// Bytes of a client's first destination connection ID, at least (RFC 9000 §7.2).
    public static let minimumInitialConnectionIDLength = 8
    /// The minimum number of bytes after the length of a protected packet: a packet number of up to four bytes, and
    /// payload from which header protection takes a sample of 16 (RFC 9001 §5.4.2).
    static let minimumProtectedLength = 20

    /// Whether a datagram can be the first of a client: a long header with the fixed bit, a version that is known or
    /// reserved for version negotiation, the connection IDs and size that RFC 9000 demands, and consistent lengths. A
    /// server's first answer may look the same; nothing else that is common over UDP does.
    ///
    /// - Parameter datagram: The whole payload of a UDP datagram.
    public static func looksLikeInitial(_ datagram: Span<UInt8>) -> Bool {
        guard datagram.count >= minimumInitialDatagram, datagram[0] & 0xC0 == 0xC0 else { return false }
        var packets = QUICPackets(in: datagram, connectionIDLength: 0)
        var isFirst = true
        do throws(WireError) {
            while let packet = try packets.next() {
                guard isFirst else { continue }
                isFirst = false
                guard packet.isPlausibleInitial else { return false }
            }
        } catch {
            return false
        }
        return !isFirst
    }

    private var isPlausibleInitial: Bool {
        guard let version, (version.isKnown && type == .initial) || version.isReserved else { return false }
        let lengths = Self.minimumInitialConnectionIDLength...Self.maximumConnectionIDLength
        return lengths.contains(destinationConnectionID.count)
            && sourceConnectionID.count <= Self.maximumConnectionIDLength
            && payload.count >= Self.minimumProtectedLength
    }
}
