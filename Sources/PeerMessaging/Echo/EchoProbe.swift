import WireCoding

/// The probe with which an echo test measures round trips: eight octets that the server sends back unchanged, a
/// timestamp of the client's monotonic clock.
///
/// Probe and echo are the same octets, so a pair is recognized by equality. Over UDP each probe is a separate datagram;
/// over TCP and QUIC probes follow each other without framing.
///
/// Neither the byte order nor the length of a tick is on the wire: the sender writes its memory. An ``EchoClock`` finds
/// both out.
public struct EchoProbe: Hashable, Sendable {
    /// How a sender lays out the stamp.
    public enum ByteOrder: UInt8, Hashable, Sendable, CaseIterable {
        /// The lowest octet first, as phones and computers hold numbers in memory.
        case little
        /// The highest octet first.
        case big
    }

    /// Octets of every probe.
    public static let size = 8

    /// The octets in the order of the wire, the first one highest.
    public var octets: UInt64

    /// A probe as it is on the wire, the first octet highest.
    public init(octets: UInt64) { self.octets = octets }

    /// The probe of a sender with that stamp.
    public init(ticks: UInt64, byteOrder: ByteOrder) {
        octets = byteOrder == .big ? ticks : ticks.byteSwapped
    }

    /// The stamp, in ticks of the sender's clock since a moment that only the sender knows.
    public func ticks(in byteOrder: ByteOrder) -> UInt64 { byteOrder == .big ? octets : octets.byteSwapped }

    /// Whether the octets are readable text.
    ///
    /// A stamp is not: its highest octet is 0 as long as a device runs, and that of nanoseconds since 1970 is a control
    /// character until 2043.
    package var isText: Bool {
        let bytes = (1...Self.size).map { UInt8(truncatingIfNeeded: octets >> (8 * (Self.size - $0))) }
        return TextKind(prefix: bytes.span) != nil
    }

    /// - Throws: `truncated` when fewer than eight octets are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        octets = try input.readUInt64("echo probe")
    }

    /// Writes the eight octets as they are.
    public func serialize(into output: inout ByteWriter) { output.writeUInt64(octets) }
}
