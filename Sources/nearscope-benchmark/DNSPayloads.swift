import DNSWire
import Foundation
import PacketCapture
import PacketDissection
import WireCoding

/// The multicast DNS messages of captures, one after another in memory.
struct DNSPayloads {
    private(set) var bytes: [UInt8] = []
    /// The range of each message in ``bytes``.
    private(set) var ranges: [Range<Int>] = []

    /// Collects the payloads of UDP datagrams from or to port 5353 that are whole in one packet.
    mutating func append(captureAt path: String) throws {
        var reader = try CaptureFile.open(path: path).makeReader()
        while let record = try reader.next() {
            let packet = PacketDissector.dissect(
                reader.bytes, linkType: reader.linkType, originalLength: record.originalLength)
            guard packet.transport == .udp, !packet.isFragment, packet.payloadLength > 0,
                packet.sourcePort == WellKnownPort.multicastDNS || packet.destinationPort == WellKnownPort.multicastDNS,
                packet.capturedPayloadLength == packet.payloadLength
            else { continue }
            let start = bytes.count
            bytes.append(
                copying: reader.bytes.extracting(packet.payloadOffset...).extracting(first: packet.payloadLength))
            ranges.append(start..<bytes.count)
        }
    }

    /// Does the work with each message, and adds up the results.
    @inline(__always)
    func sum(_ work: (Span<UInt8>) -> Int) -> Int {
        let bytes = bytes.span
        var sum = 0
        for range in ranges { sum &+= work(bytes.extracting(range)) }
        return sum
    }

    /// Writes each message after its two-byte length, as DNS over TCP frames them (RFC 1035 §4.2.2).
    func write(to path: String) throws {
        var writer = ByteWriter(reservingCapacity: bytes.count + 2 * ranges.count)
        for range in ranges {
            writer.writeUInt16(UInt16(range.count))
            writer.writeBytes(bytes[range])
        }
        try Data(writer.bytes).write(to: URL(fileURLWithPath: path))
    }
}

/// The least that reading a DNS message can mean: every length is followed, no name is resolved, and nothing is kept.
enum DNSWalk {
    /// - Returns: The number of questions and records up to the first fault.
    static func count(_ message: Span<UInt8>) -> Int {
        var reader = ByteReader(message)
        var entries = 0
        do throws(WireError) {
            try reader.skip(4, "DNS header")
            let questions = Int(try reader.readUInt16("QDCOUNT"))
            var records = 0
            for _ in 0..<3 { records += Int(try reader.readUInt16("record count")) }
            for _ in 0..<questions {
                try skipName(&reader)
                try reader.skip(4, "question")
                entries += 1
            }
            for _ in 0..<records {
                try skipName(&reader)
                try reader.skip(8, "resource record header")
                try reader.skip(Int(try reader.readUInt16("RDLENGTH")), "RDATA")
                entries += 1
            }
        } catch {}
        return entries
    }

    private static func skipName(_ reader: inout ByteReader) throws(WireError) {
        while true {
            let length = Int(try reader.readUInt8("DNS label length"))
            if length == 0 { return }
            if length >= 0xC0 { return try reader.skip(1, "DNS name pointer") }
            try reader.skip(length, "DNS label")
        }
    }
}

/// The contents of messages, to describe a typical one.
struct DNSMessageCounts {
    private(set) var questions = 0
    private(set) var records = 0
    private(set) var names = 0
    /// Records by type, the most frequent first.
    var types: [(type: RecordType, count: Int)] {
        countsByType.map { (type: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.type.rawValue) < ($0.count, $1.type.rawValue) }
    }
    private var countsByType: [RecordType: Int] = [:]

    mutating func add(_ message: DNSMessage) {
        questions += message.questions.count
        names += message.questions.count
        for section in [message.answers, message.authorities, message.additionals] {
            records += section.count
            for record in section {
                names += 1 + Self.names(in: record.data)
                countsByType[record.type, default: 0] += 1
            }
        }
    }

    private static func names(in data: RecordData) -> Int {
        switch data {
        case .pointer, .canonicalName, .nameServer, .service, .nextSecure: 1
        default: 0
        }
    }
}
