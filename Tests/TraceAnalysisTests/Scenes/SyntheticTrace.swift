import DNSWire
import PacketCapture
import SealedChannels
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// Captures made up for a test, and what the analyzer says about them.
enum SyntheticTrace {
    static let second: Int64 = 1_000_000_000
    static let anna = SyntheticHost(number: 1)
    static let bert = SyntheticHost(number: 2)
    static let everybody = SyntheticHost(
        linkAddress: LinkAddress(rawValue: 0x0100_5E00_00FB), address: IPAddress(ipv4: 0xE000_00FB))

    /// From Anna's port 50000 to Bert's port 7000, unless said otherwise.
    static func connection(
        from initiator: SyntheticHost = anna, port: UInt16 = 50000, to responder: SyntheticHost = bert,
        port responderPort: UInt16 = 7000, initialSequence: UInt32 = 1000
    ) -> SyntheticConnection {
        SyntheticConnection(
            from: initiator, port: port, to: responder, port: responderPort, initialSequence: initialSequence)
    }

    static func capture(_ body: (inout SyntheticCapture) throws -> Void) rethrows -> SyntheticCapture {
        var capture = SyntheticCapture()
        try body(&capture)
        return capture
    }

    static func report(
        workers: Int = 1, secrets: SessionSecrets = SessionSecrets(), _ body: (inout SyntheticCapture) throws -> Void
    ) async throws -> TraceReport {
        try await report(of: capture(body).bytes, workers: workers, secrets: secrets)
    }

    static func report(
        of bytes: [UInt8], workers: Int = 1, secrets: SessionSecrets = SessionSecrets()
    ) async throws -> TraceReport {
        try await TraceAnalyzer(workers: workers, secrets: secrets).analyze(CaptureFile.open(bytes: bytes))
    }

    /// The capture with no more than so many bytes of each packet.
    static func cut(_ capture: SyntheticCapture, to length: Int) throws -> [UInt8] {
        let writer = PcapWriter(linkType: .ethernet, snapLength: UInt32(length))
        var output = ByteWriter()
        writer.writeHeader(into: &output)
        var reader = try CaptureFile.open(bytes: capture.bytes).makeReader()
        while let record = try reader.next() {
            let count = min(length, record.capturedLength)
            try writer.writePacket(
                reader.bytes.extracting(0..<count), time: record.time, originalLength: record.originalLength,
                into: &output)
        }
        return output.bytes
    }

    /// The capture with some of its packets in simple packet blocks, which have no time.
    static func untimed(_ capture: SyntheticCapture, _ isUntimed: (Int) -> Bool) throws -> [UInt8] {
        var writer = PcapngWriter()
        var output = ByteWriter()
        writer.writeSection(into: &output)
        let interface = writer.writeInterface(linkType: .ethernet, into: &output)
        var reader = try CaptureFile.open(bytes: capture.bytes).makeReader()
        while let record = try reader.next() {
            if isUntimed(record.frame) {
                try writer.writeSimplePacket(reader.bytes, into: &output)
            } else {
                try writer.writePacket(reader.bytes, interface: interface, time: record.time, into: &output)
            }
        }
        return output.bytes
    }

    /// The capture as it is when it lacks some frames.
    static func without(frames missing: ClosedRange<Int>, _ capture: SyntheticCapture) throws -> [UInt8] {
        let writer = PcapWriter(linkType: .ethernet, precision: .nanoseconds)
        var output = ByteWriter()
        writer.writeHeader(into: &output)
        var reader = try CaptureFile.open(bytes: capture.bytes).makeReader()
        while let record = try reader.next() {
            guard !missing.contains(record.frame) else { continue }
            try writer.writePacket(reader.bytes, time: record.time, into: &output)
        }
        return output.bytes
    }

    /// The capture as two interfaces saw it, one right after the other.
    static func twice(_ capture: SyntheticCapture) throws -> [UInt8] { try interfaces([capture, capture]) }

    /// One file of what several interfaces saw, each a nanosecond later than the one before.
    static func interfaces(_ captures: [SyntheticCapture]) throws -> [UInt8] {
        var writer = PcapngWriter()
        var output = ByteWriter()
        writer.writeSection(into: &output)
        var packets: [(time: Int64, interface: Int, bytes: [UInt8])] = []
        for (number, capture) in captures.enumerated() {
            let interface = writer.writeInterface(linkType: .ethernet, name: "en\(number)", into: &output)
            var reader = try CaptureFile.open(bytes: capture.bytes).makeReader()
            while let record = try reader.next() {
                packets.append((record.time + Int64(interface), interface, reader.bytes.copied()))
            }
        }
        for packet in packets.sorted(by: { $0.time < $1.time }) {
            try writer.writePacket(packet.bytes.span, interface: packet.interface, time: packet.time, into: &output)
        }
        return output.bytes
    }
}

extension SyntheticCapture {
    /// Bert's announcement of his chat service on port 7000.
    mutating func announceBert(at time: Int64, peerID: String = "P-2") throws {
        let message = try ServiceFixture.announcement(
            host: "bert.local.", address: SyntheticTrace.bert.address, peerID: peerID)
        var writer = ByteWriter()
        try message.serialize(into: &writer)
        try append(
            udpFrom: 5353, to: 5353, payload: writer.bytes, from: SyntheticTrace.bert, to: SyntheticTrace.everybody,
            at: time)
    }
}
