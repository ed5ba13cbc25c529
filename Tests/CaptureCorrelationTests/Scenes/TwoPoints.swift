import PacketCapture
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import CaptureCorrelation

/// Traffic between Anna and Bert as it was captured at both of them: A is Anna's capture, B is Bert's.
///
/// What one of them sends comes to the other after ``delay``, unless its fate is another one.
struct TwoPoints {
    /// What becomes of a packet on its way.
    enum Fate: Equatable {
        case arrives
        /// It takes that many nanoseconds longer.
        case late(Int64)
        case lost
        /// A second copy comes that many nanoseconds after the first.
        case twice(Int64)
    }

    /// Nanoseconds from Anna to Bert, and from Bert to Anna.
    var delay: (there: Int64, back: Int64) = (10_000_000, 10_000_000)
    /// Nanoseconds that Bert's clock is ahead at time 0, and how many it gains in a second.
    var offset: Int64 = 0
    var drift: Int64 = 0
    /// Bytes of each packet in A and in B.
    var snapLength = (a: 65_535, b: 65_535)
    /// Whether Bert's capture is one of IP packets without a link layer.
    var isRawAtBert = false
    /// Whether each captured packet is in the file of A and of B.
    var isCaptured: (a: (Int64) -> Bool, b: (Int64) -> Bool) = ({ _ in true }, { _ in true })

    private struct Sighting {
        let time: Int64
        let serial: Int
        let bytes: [UInt8]
    }

    static func onlySession(_ report: CorrelationReport) throws -> CorrelationReport.Session {
        #expect(report.sessions.count == 1)
        return try #require(report.sessions.first)
    }

    /// Both files.
    ///
    /// - Parameters:
    ///   - traffic: What was sent, and when, by a true clock.
    ///   - fate: Of a packet by its number in the traffic, from 1 on.
    func captures(of traffic: SyntheticCapture, fate: (Int) -> Fate = { _ in .arrives }) throws -> (
        a: [UInt8], b: [UInt8]
    ) {
        var atAnna: [Sighting] = []
        var atBert: [Sighting] = []
        var reader = try CaptureFile.open(bytes: traffic.bytes).makeReader()
        while let record = try reader.next() {
            let bytes = reader.bytes.copied()
            let isAnnas = bytes[11] == UInt8(truncatingIfNeeded: SyntheticTrace.anna.linkAddress.rawValue)
            var arrivals: [Int64] = []
            let usual = record.time + (isAnnas ? delay.there : delay.back)
            switch fate(record.frame) {
            case .arrives: arrivals = [usual]
            case .late(let more): arrivals = [usual + more]
            case .lost: break
            case .twice(let later): arrivals = [usual, usual + later]
            }
            let here = [Sighting(time: record.time, serial: record.frame, bytes: bytes)]
            let there = arrivals.map { Sighting(time: $0, serial: record.frame, bytes: bytes) }
            atAnna += isAnnas ? here : there
            atBert += isAnnas ? there : here
        }
        return (
            try file(atAnna.filter { isCaptured.a($0.time) }, snapLength.a) { $0 },
            try file(atBert.filter { isCaptured.b($0.time) }, snapLength.b, isRaw: isRawAtBert) { time in
                time + offset + (time - SyntheticTrace.second) * drift / 1_000_000_000
            }
        )
    }

    private func file(
        _ sightings: [Sighting], _ snapLength: Int, isRaw: Bool = false, clock: (Int64) -> Int64
    ) throws -> [UInt8] {
        let writer = PcapWriter(
            linkType: isRaw ? .raw : .ethernet, snapLength: UInt32(snapLength), precision: .nanoseconds)
        var output = ByteWriter()
        writer.writeHeader(into: &output)
        for sighting in sightings.sorted(by: { ($0.time, $0.serial) < ($1.time, $1.serial) }) {
            let bytes = isRaw ? Array(sighting.bytes[14...]) : sighting.bytes
            let kept = Array(bytes.prefix(snapLength))
            try writer.writePacket(
                kept.span, time: clock(sighting.time), originalLength: bytes.count, into: &output)
        }
        return output.bytes
    }

    /// What the correlator says of both.
    func report(
        of traffic: SyntheticCapture, fate: (Int) -> Fate = { _ in .arrives },
        correlator: CaptureCorrelator = CaptureCorrelator()
    ) async throws -> CorrelationReport {
        let files = try captures(of: traffic, fate: fate)
        return try await correlator.correlate(.open(bytes: files.a, path: "a"), .open(bytes: files.b, path: "b"))
    }
}

extension TwoPoints {
    static let millisecond: Int64 = 1_000_000

    /// Datagrams from Anna, each answered by Bert 3 ms after it was sent there: with odd numbers Anna's, with even ones
    /// Bert's. No two are alike.
    static func echo(
        _ count: Int, every interval: Int64 = 20 * millisecond, size: Int = 100, ipv6: Bool = false
    ) throws -> SyntheticCapture {
        try SyntheticTrace.capture { capture in
            let (anna, bert) = ipv6 ? (annaIPv6, bertIPv6) : (SyntheticTrace.anna, SyntheticTrace.bert)
            for number in 0..<count {
                let time = SyntheticTrace.second + Int64(number) * interval
                var payload = [UInt8](repeating: 7, count: size)
                (payload[0], payload[1]) = (UInt8(number & 255), UInt8(number >> 8))
                try capture.append(
                    udpFrom: 50000, to: 7000, payload: payload, from: anna, to: bert, at: time)
                try capture.append(
                    udpFrom: 7000, to: 50000, payload: payload, from: bert, to: anna, at: time + 13 * millisecond)
            }
        }
    }

    static let annaIPv6 = SyntheticHost(
        linkAddress: SyntheticTrace.anna.linkAddress, address: IPAddress(ipv6High: 0xFE80 << 48, low: 1))
    static let bertIPv6 = SyntheticHost(
        linkAddress: SyntheticTrace.bert.linkAddress, address: IPAddress(ipv6High: 0xFE80 << 48, low: 2))
}
