import DNSWire
import ServiceDiscovery
import WireCoding
import WireSimulation
import WireTesting

/// mDNS messages of many hosts with one mesh service each.
struct DiscoverySource {
    let hostCount: Int
    private let announcements: [[UInt8]]
    private let goodbyes: [[UInt8]]
    private let query: [UInt8]

    init(hosts: Int) throws {
        hostCount = hosts
        let type = try DNSName(labels: ["_yourmesh", "_tcp", "local"].map { Array($0.utf8) })
        announcements = try (0..<hosts).map { try Self.announcement(of: $0, type: type, ttl: 4500) }
        goodbyes = try (0..<hosts).map { try Self.announcement(of: $0, type: type, ttl: 0) }
        var writer = ByteWriter()
        try DNSMessage(questions: [Question(name: type, type: .ptr)]).serialize(into: &writer)
        query = writer.bytes
    }

    /// Three announcements, a query, and every eighth time a goodbye.
    func payload(host: Int, turn: Int) -> [UInt8] {
        if turn % 8 == 7 { return goodbyes[host] }
        return turn % 4 == 3 ? query : announcements[host]
    }

    private static func announcement(of number: Int, type: DNSName, ttl: UInt32) throws -> [UInt8] {
        let host = try DNSName(labels: ["host-\(number)", "local"].map { Array($0.utf8) })
        let instance = try DNSName(labels: [Array("Peer \(number)’s iPad".utf8)]).appending(type)
        let text = try TXTRecord([
            .init(key: "peerID", value: "3F2504E0-4F89-41D3-9A0C-\(100_000_000_000 + number)"),
            .init(key: "displayName", value: "Peer \(number)"),
        ])
        let shortTTL = min(ttl, 120)
        let message = DNSMessage(
            flags: .multicastResponse,
            answers: [
                ResourceRecord(name: type, type: .ptr, ttl: ttl, data: .pointer(instance)),
                ResourceRecord(
                    name: instance, type: .srv, cacheFlush: true, ttl: shortTTL,
                    data: .service(ServiceLocation(port: 7001, target: host))),
                ResourceRecord(name: instance, type: .txt, cacheFlush: true, ttl: ttl, data: .text(text.rdata)),
                ResourceRecord(
                    name: host, type: .a, cacheFlush: true, ttl: shortTTL,
                    data: .address(SyntheticHost(number: number + 1).address)),
            ])
        var writer = ByteWriter()
        try message.serialize(into: &writer)
        return writer.bytes
    }
}
