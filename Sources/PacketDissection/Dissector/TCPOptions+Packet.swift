import WireCoding

extension TCPOptions {
    /// Reads the options of a dissected packet; there are none without a TCP header.
    ///
    /// - Parameter bytes: The bytes that the packet was dissected from.
    public init(_ packet: DissectedPacket, bytes: Span<UInt8>) {
        let start = packet.transportOffset &+ TCPHeader.minimumSize
        let end = min(packet.payloadOffset, bytes.count)
        guard packet.transport == .tcp, start >= 0, start <= end else {
            self.init(scanning: Span())
            return
        }
        self.init(scanning: bytes.extracting(start..<end))
    }
}
