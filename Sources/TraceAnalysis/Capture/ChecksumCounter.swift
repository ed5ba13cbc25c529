import PacketDissection
import TraceModel
import WireCoding

/// Counts what the checksums of packets turn out to be.
struct ChecksumCounter: Sendable {
    /// Frames with an invalid checksum that are listed.
    static let maximumFrames = 16

    private(set) var ipv4Header = CaptureSummary.ChecksumCounts()
    private(set) var transport = CaptureSummary.ChecksumCounts()
    /// The first packets with an invalid checksum.
    private(set) var invalid: [PacketMoment] = []

    mutating func count(_ packet: DissectedPacket, bytes: Span<UInt8>, at moment: PacketMoment) {
        let checksums = ChecksumVerifier.checksums(of: packet, bytes: bytes)
        Self.count(checksums.ipv4Header, in: &ipv4Header)
        Self.count(checksums.transport, in: &transport)
        if checksums.ipv4Header == .invalid || checksums.transport == .invalid, invalid.count < Self.maximumFrames {
            invalid.append(moment)
        }
    }

    private static func count(_ state: ChecksumState, in counts: inout CaptureSummary.ChecksumCounts) {
        switch state {
        case .valid: counts.valid += 1
        case .invalid: counts.invalid += 1
        case .offloaded: counts.offloaded += 1
        case .unverifiable: counts.unverifiable += 1
        case .absent: break
        }
    }

    /// Adds what another worker counted.
    mutating func add(_ other: ChecksumCounter) {
        ipv4Header.add(other.ipv4Header)
        transport.add(other.transport)
        invalid = Array((invalid + other.invalid).sorted { $0.frame < $1.frame }.prefix(Self.maximumFrames))
    }

    var summary: CaptureSummary.Checksums { .init(ipv4Header: ipv4Header, transport: transport) }
}

extension CaptureSummary.ChecksumCounts {
    fileprivate mutating func add(_ other: Self) {
        valid += other.valid
        invalid += other.invalid
        offloaded += other.offloaded
        unverifiable += other.unverifiable
    }
}
