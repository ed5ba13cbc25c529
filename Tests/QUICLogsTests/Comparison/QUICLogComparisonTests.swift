import Foundation
import QUICLogs
import TestSupport
import Testing

struct QUICLogComparisonTests {
    /// A log of 40 packets, one every 10 ms, each acknowledged 30 ms later, whose times start at 0.
    private func sample() -> (log: QUICLog, packets: [QUICCapturedPacket]) {
        var log = QUICLog(vantagePoint: QUICLogVantagePoint(type: .client))
        var packets: [QUICCapturedPacket] = []
        for number in 0..<UInt64(40) {
            let time = Int64(number) * 10_000_000
            let sent = QUICLogPacket(type: .oneRTT, number: number, length: 100)
            log.events.append(QUICLogEvent(time: time, .packetSent(sent)))
            packets.append(
                QUICCapturedPacket(
                    space: .application, number: number, isFromEndpoint: true,
                    time: 5_000_000_000_000 + time + 20_000 + Int64(number % 3) * 1_000, size: 100))
            let received = QUICLogPacket(type: .oneRTT, number: number)
            log.events.append(QUICLogEvent(time: time + 30_000_000, .packetReceived(received)))
            packets.append(
                QUICCapturedPacket(
                    space: .application, number: number, isFromEndpoint: false,
                    time: 5_000_000_000_000 + time + 29_000_000,
                    size: 40, acknowledged: [number...number]))
        }
        return (log, packets)
    }

    @Test func theOffsetIsTheMedianOfPacketsSent() throws {
        let (log, packets) = sample()
        let comparison = QUICLogComparison(of: log, with: packets)
        let clock = try #require(comparison.clock)
        #expect(clock == QUICLogClock(scale: .asDeclared, offset: 5_000_000_021_000, spread: 1_000, packetCount: 40))
        #expect(comparison.matches.count == 80)
        #expect(comparison.missingFromCapture.isEmpty)
        #expect(comparison.missingFromLog.isEmpty)
        #expect(comparison.matches[0].delay == -1_000)
        #expect(comparison.matches[0].sizeDifference == 0)
        #expect(comparison.matches[1].sizeDifference == nil)
    }

    @Test(arguments: [(1, 1000, QUICLogTimeScale.times1000), (1000, 1, .dividedBy1000), (1, 1, .asDeclared)])
    func theUnitIsFound(_ factor: Int64, _ divisor: Int64, _ scale: QUICLogTimeScale) throws {
        let (log, packets) = sample()
        var mislabelled = log
        for index in log.events.indices { mislabelled.events[index].time = log.events[index].time / divisor * factor }
        let comparison = QUICLogComparison(of: mislabelled, with: packets)
        #expect(comparison.clock?.scale == scale)
        #expect(comparison.clock?.offset == 5_000_000_021_000)
        #expect(comparison.matches.allSatisfy { abs($0.delay) < 2_000_000 })
    }

    @Test func wholeMillisecondsCalledMicrosecondsFit() throws {
        let (log, packets) = sample()
        var truncated = log
        for index in log.events.indices {
            truncated.events[index].time = (log.events[index].time + 700_000) / 1_000_000 * 1_000
        }
        let comparison = QUICLogComparison(of: truncated, with: packets)
        #expect(comparison.clock?.scale == .times1000)
        #expect(try #require(comparison.clock?.spread) <= 1_000_000)
    }

    @Test func packetsThatOneLacksAreNamed() {
        var (log, packets) = sample()
        packets.removeAll { $0.isFromEndpoint && $0.number == 7 }
        packets.append(packets[4])
        log.events.removeAll { event in
            guard case .packetReceived(let packet) = event.content else { return false }
            return packet.number == 9
        }
        let comparison = QUICLogComparison(of: log, with: packets)
        let key = QUICPacketKey(space: .application, number: 7, isFromEndpoint: true)
        #expect(comparison.missingFromCapture.map(\.key) == [key])
        #expect(comparison.missingFromCapture.first?.time == 5_000_070_021_000)
        #expect(comparison.missingFromLog.map { packets[$0].number } == [9, packets[4].number])
    }

    @Test func lossesAreJudgedByTheWire() {
        var (log, packets) = sample()
        for number in [UInt64(3), 5, 6] {
            log.events.append(
                QUICLogEvent(
                    time: 900_000_000,
                    .packetLost(QUICLogPacket(type: .oneRTT, number: number, trigger: "time_threshold"))))
        }
        packets.removeAll { !$0.isFromEndpoint && [5, 6].contains($0.number) || $0.isFromEndpoint && $0.number == 6 }
        let losses = QUICLogComparison(of: log, with: packets).losses
        #expect(
            losses.map(\.verdict) == [
                .spurious(acknowledged: 5_000_059_000_000), .lostAfterCapture(captured: 5_000_050_022_000),
                .neverCaptured,
            ])
        #expect(losses.allSatisfy { $0.time == 5_000_900_021_000 && $0.trigger == "time_threshold" })
    }

    /// A packet whose number is sealed may be any of those that the log has.
    @Test func whatMayBeSealedIsNotSaidToBeMissing() {
        var (log, packets) = sample()
        log.events.append(QUICLogEvent(time: 1, .packetSent(QUICLogPacket(type: .handshake, number: 1))))
        for number in [UInt64(3), 6] {
            log.events.append(
                QUICLogEvent(time: 900_000_000, .packetLost(QUICLogPacket(type: .oneRTT, number: number))))
        }
        packets.removeAll { $0.isFromEndpoint && $0.number == 6 || !$0.isFromEndpoint && [3, 6].contains($0.number) }
        let own = QUICPacketGroup(space: .application, isFromEndpoint: true)
        let comparison = QUICLogComparison(of: log, with: packets, sealed: [own])
        #expect(comparison.maybeSealed.map(\.key.number) == [6])
        #expect(comparison.missingFromCapture.map(\.key.number) == [3, 6, 1])
        #expect(comparison.losses.map(\.verdict) == [.lostAfterCapture(captured: 5_000_030_020_000), .sealed])
        // The other end's acknowledgments are sealed, and this log has none.
        let others = QUICPacketGroup(space: .application, isFromEndpoint: false)
        let sealed = QUICLogComparison(of: log, with: packets, sealed: [others])
        #expect(sealed.losses.map(\.verdict) == [.sealed, .neverCaptured])
        #expect(sealed.maybeSealed.map(\.key.number) == [3, 6])
        let frames: [QUICLogFrame] = [.acknowledgment(QUICLogAcknowledgment(ranges: [0...2]))]
        log.events.append(
            QUICLogEvent(time: 600_000_000, .packetReceived(QUICLogPacket(type: .oneRTT, number: 99, frames: frames))))
        #expect(
            QUICLogComparison(of: log, with: packets, sealed: [others]).losses.map(\.verdict)
                == [.lostAfterCapture(captured: 5_000_030_020_000), .neverCaptured])
    }

    @Test func acknowledgmentsOfTheLogCountToo() {
        var (log, packets) = sample()
        for index in packets.indices { packets[index].acknowledged = [] }
        log.events.append(QUICLogEvent(time: 500_000_000, .packetLost(QUICLogPacket(type: .oneRTT, number: 3))))
        let acknowledgment = QUICLogAcknowledgment(ranges: [0...4])
        log.events.append(
            QUICLogEvent(
                time: 600_000_000,
                .packetReceived(QUICLogPacket(type: .oneRTT, number: 99, frames: [.acknowledgment(acknowledgment)]))))
        let losses = QUICLogComparison(of: log, with: packets).losses
        #expect(losses.map(\.verdict) == [.spurious(acknowledged: 5_000_600_021_000)])
    }

    @Test func seriesAreOnTheAxisOfTheCapture() {
        var (log, packets) = sample()
        log.events.append(
            QUICLogEvent(
                time: 1_000, .metricsUpdated(QUICLogMetrics(smoothedRTT: 30_000_000, congestionWindow: 12_000))))
        log.events.append(QUICLogEvent(time: 2_000, .congestionStateUpdated(QUICLogCongestionState(new: "recovery"))))
        let series = QUICLogComparison(of: log, with: packets).series
        #expect(series.congestionWindow == [.init(time: 5_000_000_022_000, value: 12_000)])
        #expect(series.smoothedRTT == [.init(time: 5_000_000_022_000, value: 30_000_000)])
        #expect(series.congestionState == [.init(time: 5_000_000_023_000, value: "recovery")])
        #expect(series.bytesInFlight.isEmpty)
        packets = []
        #expect(QUICLogComparison(of: log, with: packets).clock == nil)
        #expect(QUICLogComparison(of: log, with: packets).series == QUICLogSeries())
    }

    /// The log of the other end serves as the capture: it has the packets that arrived.
    @Test func bothEndsOfAioquicFit() throws {
        let client = try QUICLogReader.read(Array(try Data(contentsOf: Fixture.url("qlog/aioquic-lossy.client.qlog"))))
            .logs[0]
        let server = try QUICLogReader.read(Array(try Data(contentsOf: Fixture.url("qlog/aioquic-lossy.server.qlog"))))
            .logs[0]
        let start = try #require(server.referenceTime)
        let packets = server.events.compactMap { event -> QUICCapturedPacket? in
            let (packet, isFromEndpoint): (QUICLogPacket, Bool)
            switch event.content {
            case .packetReceived(let received): (packet, isFromEndpoint) = (received, true)
            case .packetSent(let sent): (packet, isFromEndpoint) = (sent, false)
            default: return nil
            }
            guard let space = packet.type?.space, let number = packet.number else { return nil }
            return QUICCapturedPacket(
                space: space, number: number, isFromEndpoint: isFromEndpoint, time: start + event.time,
                size: Int(packet.length ?? 0))
        }
        let comparison = QUICLogComparison(of: client, with: packets)
        let clock = try #require(comparison.clock)
        #expect(clock.scale == .asDeclared)
        // The same clock: what is between sending and receiving is less than 20 ms.
        #expect((0..<20_000_000).contains(clock.offset - (try #require(client.referenceTime))))
        #expect(comparison.missingFromCapture.filter(\.key.isFromEndpoint).map(\.key.number).contains(11))
        #expect(comparison.losses.map(\.key.number) == [11, 12])
        #expect(comparison.losses.map(\.verdict) == [.neverCaptured, .neverCaptured])
        #expect(!comparison.series.congestionWindow.isEmpty)
        #expect(comparison.matches.allSatisfy { $0.sizeDifference == 0 })
    }
}
