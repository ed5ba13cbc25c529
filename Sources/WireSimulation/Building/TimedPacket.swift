/// A packet and when it was captured.
public struct TimedPacket: Sendable {
    /// Nanoseconds since 1970.
    public var time: Int64
    /// The packet, which is not built before it is written.
    public var packet: PacketBuilder

    /// - Parameters:
    ///   - packet: What was captured.
    ///   - time: Nanoseconds since 1970.
    public init(_ packet: PacketBuilder, at time: Int64) {
        self.packet = packet
        self.time = time
    }
}
