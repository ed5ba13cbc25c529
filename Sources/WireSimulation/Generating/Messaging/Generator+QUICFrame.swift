import SealedChannels
import WireCoding
import WireTesting

extension Generator where Value == QUICOwnedFrame {
    /// What peers send once the handshake is done: bytes of streams in order, acknowledgments with few ranges, limits.
    public static var plausible: Generator {
        Generator { random in
            switch random.number(in: 0...9) {
            case 0: return .padding(random.number(in: 1...20))
            case 1: return .ping
            case 2...3:
                return .acknowledgment(random.acknowledgment(of: UInt64(random.number(in: 20...5000)), ranges: 3))
            case 4: return .maxData(shortest(UInt64(random.number(in: 1...100) << 16)))
            case 5:
                let number = UInt64(random.number(in: 1...8))
                return .newConnectionID(
                    QUICOwnedFrame.NewConnectionID(
                        sequence: shortest(number), retirePriorTo: shortest(0), connectionID: random.bytes(8),
                        statelessResetToken: random.bytes(16)))
            case 6: return .datagram(lengthWidth: .two, data: random.bytes(random.number(in: 60...200)))
            default:
                return .stream(
                    QUICOwnedFrame.Stream(
                        id: shortest(UInt64(random.number(in: 0...3) * 4)),
                        offset: shortest(UInt64(random.number(in: 1...100) * 300)), lengthWidth: .two,
                        isEnd: random.chance(1, in: 20), data: random.bytes(random.number(in: 40...300))))
            }
        }
    }

    /// Every kind with numbers in every width and at every limit: no data and much, many ranges, counts of ECN. Frames
    /// without a length are read back only if they are the last of their packet.
    public static var extreme: Generator { Generator { $0.extremeQUICFrame() } }
}

/// In the smallest width.
private func shortest(_ value: UInt64) -> QUICVariableInteger { unfailing { QUICVariableInteger(value) } }

extension SeededGenerator {
    private mutating func extremeInteger(upTo limit: UInt64 = QUICVariableInteger.maximum) -> QUICVariableInteger {
        let value = boundary(UInt64.self) % (limit &+ 1)
        let widths = QUICVariableInteger.Width.allCases.filter { value <= $0.maximum }
        return unfailing { QUICVariableInteger(value, width: pick(widths)) }
    }

    private mutating func extremeWidth() -> QUICVariableInteger.Width { pick([.two, .four, .eight]) }

    /// Ranges down from the largest number, as many as there is room for.
    fileprivate mutating func acknowledgment(of largest: UInt64, ranges count: Int) -> QUICOwnedFrame.Acknowledgment {
        acknowledgment(shortest(largest), delay: shortest(UInt64(number(in: 0...2000))), ranges: count) {
            random, limit in
            shortest(UInt64(random.number(in: 0...4)) % (limit + 1))
        }
    }

    private mutating func acknowledgment(
        _ largest: QUICVariableInteger, delay: QUICVariableInteger, ranges count: Int,
        _ number: (inout SeededGenerator, UInt64) -> QUICVariableInteger
    ) -> QUICOwnedFrame.Acknowledgment {
        let firstRange = number(&self, largest.value)
        var smallest = largest.value - firstRange.value
        var ranges = ByteWriter()
        var written: UInt64 = 0
        while written < count, smallest >= 2 {
            let gap = number(&self, smallest - 2)
            smallest -= gap.value + 2
            let length = number(&self, smallest)
            smallest -= length.value
            gap.serialize(into: &ranges)
            length.serialize(into: &ranges)
            written += 1
        }
        return QUICOwnedFrame.Acknowledgment(
            largest: largest, delay: delay, rangeCount: shortest(written), firstRange: firstRange, ranges: ranges.bytes)
    }

    private mutating func extremeAcknowledgment() -> QUICOwnedFrame {
        var frame = acknowledgment(
            extremeInteger(), delay: extremeInteger(), ranges: extremeCount(upTo: 60)
        ) { random, limit in random.chance(1, in: 2) ? shortest(min(limit, 1)) : random.extremeInteger(upTo: limit) }
        if chance(1, in: 2) {
            frame.congestionCounts = QUICOwnedFrame.CongestionCounts(
                ect0: extremeInteger(), ect1: extremeInteger(), ce: extremeInteger())
        }
        return .acknowledgment(frame)
    }

    fileprivate mutating func extremeQUICFrame() -> QUICOwnedFrame {
        switch number(in: 0...20) {
        case 0: return .padding(1 + extremeCount(upTo: 1200))
        case 1: return .ping
        case 2: return extremeAcknowledgment()
        case 3: return .resetStream(id: extremeInteger(), errorCode: extremeInteger(), finalSize: extremeInteger())
        case 4: return .stopSending(id: extremeInteger(), errorCode: extremeInteger())
        case 5:
            let data = extremeBytes(upTo: 1200)
            return .crypto(
                offset: extremeInteger(upTo: QUICVariableInteger.maximum - UInt64(data.count)),
                lengthWidth: extremeWidth(), data: data)
        case 6: return .newToken(lengthWidth: extremeWidth(), token: extremeBytes(from: 1, upTo: 200))
        case 7:
            let data = extremeBytes(upTo: 1200)
            let limit = QUICVariableInteger.maximum - UInt64(data.count)
            return .stream(
                QUICOwnedFrame.Stream(
                    id: extremeInteger(), offset: chance(1, in: 2) ? extremeInteger(upTo: limit) : nil,
                    lengthWidth: chance(1, in: 2) ? extremeWidth() : nil, isEnd: chance(1, in: 2), data: data))
        case 8: return .maxData(extremeInteger())
        case 9: return .maxStreamData(id: extremeInteger(), maximum: extremeInteger())
        case 10: return .maxStreams(isBidirectional: chance(1, in: 2), maximum: extremeInteger(upTo: 1 << 60))
        case 11: return .dataBlocked(limit: extremeInteger())
        case 12: return .streamDataBlocked(id: extremeInteger(), limit: extremeInteger())
        case 13: return .streamsBlocked(isBidirectional: chance(1, in: 2), limit: extremeInteger(upTo: 1 << 60))
        case 14:
            let sequence = extremeInteger()
            return .newConnectionID(
                QUICOwnedFrame.NewConnectionID(
                    sequence: sequence, retirePriorTo: extremeInteger(upTo: sequence.value),
                    connectionID: bytes(1 + extremeCount(upTo: 19)), statelessResetToken: bytes(16)))
        case 15: return .retireConnectionID(sequence: extremeInteger())
        case 16: return .pathChallenge(boundary())
        case 17: return .pathResponse(boundary())
        case 18:
            return .connectionClose(
                QUICOwnedFrame.ConnectionClose(
                    errorCode: extremeInteger(), frameType: chance(1, in: 2) ? extremeInteger() : nil,
                    reasonLengthWidth: extremeWidth(), reason: extremeBytes(upTo: 200)))
        case 19: return .handshakeDone
        default:
            return .datagram(lengthWidth: chance(1, in: 2) ? extremeWidth() : nil, data: extremeBytes(upTo: 1200))
        }
    }
}
