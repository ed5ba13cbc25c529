import QUICLogs
import WireCoding

/// Makes logs of all kinds of values, the same for the same seed.
struct LogGenerator {
    var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func isHeads() -> Bool { random.next() & 1 == 0 }

    mutating func maybe<Value>(_ value: (inout Self) -> Value) -> Value? { isHeads() ? value(&self) : nil }

    mutating func number() -> UInt64 {
        let bits = random.index(below: 65)
        return bits == 0 ? 0 : random.next() >> UInt64(64 - bits)
    }

    mutating func time() -> Int64 { Int64(truncatingIfNeeded: number() >> 1) * (isHeads() ? 1 : -1) }

    mutating func bytes() -> [UInt8] {
        (0..<random.index(below: 21)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    mutating func text() -> String {
        let pieces = ["a", "\"", "\\", "\n", "\u{0}", "\u{1E}", "\u{7F}", "é", "\u{2028}", "😀", "</script>", "/", " "]
        return (0..<random.index(below: 6)).map { _ in pieces[random.index(below: pieces.count)] }.joined()
    }

    mutating func list<Value>(_ value: (inout Self) -> Value) -> [Value] {
        (0..<random.index(below: 4)).map { _ in value(&self) }
    }

    mutating func json(depth: Int = 0) -> QUICLogJSON {
        switch random.index(below: depth < 3 ? 7 : 5) {
        case 0: .null
        case 1: .bool(isHeads())
        case 2: .number(["0", "-0.50", "1e400", "12345678901234567890123"][random.index(below: 4)])
        case 3: .text(text())
        case 4: .escaped("\\ud800\\/\\u0041")
        case 5: .array(list { $0.json(depth: depth + 1) })
        default: .object(others(depth: depth + 1))
        }
    }

    /// Members that no record has a property for.
    mutating func others(depth: Int = 0) -> [QUICLogMember] {
        list { QUICLogMember("x" + String($0.random.index(below: 4)), $0.json(depth: depth)) }
    }

    mutating func ranges() -> [ClosedRange<UInt64>] {
        list { generator in
            let first = generator.number()
            return first...max(first, generator.number())
        }
    }

    mutating func code() -> QUICLogErrorCode { isHeads() ? .number(number()) : .name("e" + text()) }

    mutating func frame() -> QUICLogFrame {
        var data = QUICLogDataFrame(
            offset: maybe { $0.number() }, length: maybe { $0.number() }, token: maybe { $0.bytes() })
        data.others = others()
        switch random.index(below: 12) {
        case 0: return .padding(data)
        case 1: return .crypto(data)
        case 2: return .newToken(data)
        case 3: return .datagram(data)
        case 4: return .ping(QUICLogPlainFrame())
        case 5:
            return .acknowledgment(
                QUICLogAcknowledgment(
                    delay: maybe { $0.time() }, ranges: maybe { $0.ranges() }, ect0: maybe { $0.number() }))
        case 6:
            return .stream(
                QUICLogStreamFrame(
                    streamID: maybe { $0.number() }, offset: maybe { $0.number() }, length: maybe { $0.number() },
                    isEnd: maybe { $0.isHeads() }))
        case 7:
            return .resetStream(QUICLogStreamAbort(streamID: 4, errorCode: maybe { $0.code() }, finalSize: number()))
        case 8: return .maxStreams(QUICLogMaximum(isBidirectional: maybe { $0.isHeads() }, maximum: number()))
        case 9: return .streamDataBlocked(QUICLogBlocked(streamID: number(), limit: number()))
        case 10:
            return .newConnectionID(
                QUICLogConnectionIDFrame(
                    sequence: number(), retirePriorTo: 0, connectionID: bytes(),
                    statelessResetToken: maybe { $0.bytes() }))
        case 11:
            return .connectionClose(
                QUICLogClose(
                    errorSpace: "transport", errorCode: maybe { $0.code() }, rawErrorCode: maybe { $0.number() },
                    reason: maybe { $0.text() }))
        default: return .unknown(json())
        }
    }

    mutating func packet() -> QUICLogPacket {
        var packet = QUICLogPacket(
            type: maybe {
                [.initial, .oneRTT, .retry, QUICLogPacketType(rawValue: "x" + $0.text())][$0.random.index(below: 4)]
            },
            number: maybe { $0.number() }, version: maybe { UInt32(truncatingIfNeeded: $0.number()) },
            sourceConnectionID: maybe { $0.bytes() }, destinationConnectionID: maybe { $0.bytes() },
            keyPhase: maybe { $0.number() }, length: maybe { $0.number() }, payloadLength: maybe { $0.number() },
            isCoalesced: maybe { $0.isHeads() }, datagramID: maybe { $0.number() }, trigger: maybe { $0.text() },
            frames: maybe { $0.list { $0.frame() } })
        if isHeads() { packet.others.append(QUICLogMember("header", .object([QUICLogMember("scil", json())]))) }
        packet.others += others()
        return packet
    }

    mutating func content() -> QUICLogEvent.Content {
        switch random.index(below: 12) {
        case 0: return .packetSent(packet())
        case 1: return .packetReceived(packet())
        case 2: return .packetLost(packet())
        case 3:
            return .metricsUpdated(
                QUICLogMetrics(
                    smoothedRTT: maybe { $0.time() }, latestRTT: maybe { $0.time() }, minimumRTT: maybe { $0.time() },
                    congestionWindow: maybe { $0.number() }, bytesInFlight: maybe { $0.number() },
                    pacingRate: maybe { $0.number() }))
        case 4: return .congestionStateUpdated(QUICLogCongestionState(old: maybe { $0.text() }, new: text()))
        case 5:
            return .connectionStarted(QUICLogConnectionStart(sourceAddress: text(), sourcePort: maybe { $0.number() }))
        case 6: return .connectionClosed(QUICLogConnectionEnd(owner: .remote, connectionCode: maybe { $0.code() }))
        case 7: return .parametersSet(QUICLogParameters(owner: .local, maxIdleTimeout: maybe { $0.number() }))
        case 8: return .keyUpdated(QUICLogKeyUpdate(keyType: maybe { $0.text() }, keyPhase: maybe { $0.number() }))
        case 9:
            return .versionInformation(QUICLogVersionInformation(clientVersions: [1, 0x6B33_43CF], chosenVersion: 1))
        case 10:
            return .datagramsSent(
                QUICLogDatagrams(count: 1, lengths: maybe { $0.list { QUICLogRawLength(length: $0.number()) } }))
        default: return .unknown(name: "x:" + text(), data: json())
        }
    }

    mutating func log() -> QUICLog {
        QUICLog(
            title: maybe { $0.text() }, description: maybe { $0.text() },
            vantagePoint: QUICLogVantagePoint(name: maybe { $0.text() }, type: .network, flow: maybe { _ in .client }),
            referenceTime: maybe { $0.time() }, originalDestinationConnectionID: maybe { $0.bytes() },
            protocolTypes: list { $0.text() }, group: maybe { $0.json() }, commonFields: others(),
            configuration: others(),
            others: others(), events: list { QUICLogEvent(time: $0.time(), $0.content(), others: $0.others()) })
    }
}
