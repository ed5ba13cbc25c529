import PacketCapture
import PacketDissection
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// ARP packets of made-up hosts. Times are seconds after the first packet.
struct ARPScene {
    typealias Host = NamingScene.Host

    private(set) var capture = SyntheticCapture()

    static let address = IPAddress(ipv4: 0xA9FE_0707)
    static let other = IPAddress(ipv4: 0xA9FE_0808)
    static let third = IPAddress(ipv4: 0xA9FE_0909)

    func report() async throws -> TraceReport {
        try await TraceAnalyzer().analyze(CaptureFile.open(bytes: capture.bytes))
    }

    func findings(_ code: String) async throws -> [Finding] { try await report().findings(code) }

    /// Asks whether an address is free (RFC 5227 §2.1.1).
    mutating func probe(_ address: IPAddress, of host: Host, at seconds: Double) throws {
        try append(.request, from: host, as: IPAddress(ipv4: 0), asking: address, at: seconds)
    }

    /// Says that it has the address (RFC 5227 §2.3).
    mutating func announce(_ address: IPAddress, of host: Host, at seconds: Double) throws {
        try append(.request, from: host, as: address, asking: address, at: seconds)
    }

    mutating func ask(_ address: IPAddress, from host: Host, at seconds: Double) throws {
        try append(.request, from: host, as: host.overIPv4.address, asking: address, at: seconds)
    }

    /// - Parameter address: The one that it has; its own if it is nil.
    mutating func reply(_ address: IPAddress? = nil, of host: Host, to other: Host, at seconds: Double) throws {
        try append(
            .reply, from: host, as: address ?? host.overIPv4.address, to: other, asking: other.overIPv4.address,
            at: seconds)
    }

    /// Takes the packets of another scene.
    mutating func append(_ scene: SyntheticCapture) throws {
        var reader = try CaptureFile.open(bytes: scene.bytes).makeReader()
        while let record = try reader.next() { try capture.append(reader.bytes.copied(), at: record.time) }
    }

    private mutating func append(
        _ operation: ARPOperation, from host: Host, as sender: IPAddress, to other: Host? = nil,
        asking target: IPAddress, at seconds: Double
    ) throws {
        var packet = ARPPacket()
        packet.operation = operation
        packet.senderLinkAddress = ByteWriter.bytes(host.overIPv4.linkAddress.serialize(into:))
        packet.senderAddress = Self.bytes(sender)
        packet.targetLinkAddress = other.map { ByteWriter.bytes($0.overIPv4.linkAddress.serialize(into:)) } ?? []
        packet.targetAddress = Self.bytes(target)
        let destination =
            packet.targetLinkAddress.isEmpty ? [UInt8](repeating: 0xFF, count: 6) : packet.targetLinkAddress
        try capture.append(
            destination + packet.senderLinkAddress + [8, 6] + ByteWriter.bytes(packet.serialize(into:)),
            at: 1_700_000_000_000_000_000 + Int64((seconds * 1e9).rounded()))
    }

    private static func bytes(_ address: IPAddress) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: address.low >> UInt64(8 * $0)) }
    }
}
