/// The protected packets that one end of a connection sent. Initial, Retry and Version Negotiation packets, which need
/// no secrets, count nowhere.
public struct QUICPacketCounts: Hashable, Sendable {
    /// Handshake, 0-RTT and 1-RTT packets that were opened, copies included.
    public internal(set) var openedPackets = 0
    /// Those that were not. A packet that waits for keys is not counted before the wait ends. Without keys, every
    /// datagram with a short header counts at least once.
    public internal(set) var sealedPackets = 0
    /// Of ``sealedPackets``, those of 1-RTT and 0-RTT.
    public internal(set) var sealedApplicationPackets = 0
    /// Packets that the snap length cut. They are sealed too.
    public internal(set) var cutPackets = 0
    /// Stateless resets (RFC 9000 §10.3), which look like 1-RTT packets. They count nowhere else.
    public internal(set) var statelessResets = 0
    /// Whether a secret for 1-RTT or 0-RTT packets opened at least one of them.
    public internal(set) var hasApplicationKey = false
    /// Key phases of 1-RTT packets after the first (RFC 9001 §6).
    public internal(set) var keyUpdates = 0
}
