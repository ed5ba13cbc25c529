import SealedChannels
import WireTesting

extension Generator where Value == QUICInitialFrame {
    /// What clients and servers send: pieces of a hello, acknowledgments of a few packets, padding.
    public static var plausible: Generator {
        Generator { random in
            switch random.number(in: 0...5) {
            case 0: return .padding(random.number(in: 1...900))
            case 1: return .ping
            case 2:
                let largest = UInt64(random.number(in: 0...5))
                return .acknowledgment(
                    QUICInitialFrame.Acknowledgment(
                        largest: integer(largest), delay: integer(UInt64(random.number(in: 0...2000))),
                        countWidth: .one, firstRange: integer(largest), ranges: [], congestionCounts: []))
            default:
                let offset = UInt64(random.number(in: 0...3) * 300)
                return .crypto(
                    offset: integer(offset), lengthWidth: .two, data: random.bytes(random.number(in: 40...300)))
            }
        }
    }

    /// Every kind with numbers in every width: no data and much, many ranges, counts of ECN.
    public static var extreme: Generator { Generator { $0.extremeQUICFrame() } }
}

/// In the smallest width.
private func integer(_ value: UInt64) -> QUICVariableInteger { unfailing { QUICVariableInteger(value) } }

extension SeededGenerator {
    private mutating func extremeInteger() -> QUICVariableInteger {
        let width = pick(QUICVariableInteger.Width.allCases)
        return unfailing { QUICVariableInteger(boundary(UInt64.self) & width.maximum, width: width) }
    }

    fileprivate mutating func extremeQUICFrame() -> QUICInitialFrame {
        switch number(in: 0...4) {
        case 0: return .padding(1 + extremeCount(upTo: 1200))
        case 1: return .ping
        case 2:
            let ranges = (0..<extremeCount(upTo: 60)).map { _ in
                QUICInitialFrame.Acknowledgment.Range(gap: extremeInteger(), length: extremeInteger())
            }
            return .acknowledgment(
                QUICInitialFrame.Acknowledgment(
                    largest: extremeInteger(), delay: extremeInteger(),
                    countWidth: pick(QUICVariableInteger.Width.allCases), firstRange: extremeInteger(),
                    ranges: ranges, congestionCounts: chance(1, in: 2) ? (0..<3).map { _ in extremeInteger() } : []))
        case 3:
            return .crypto(
                offset: extremeInteger(), lengthWidth: pick([.two, .four, .eight]), data: extremeBytes(upTo: 1200))
        default:
            return .connectionClose(
                QUICInitialFrame.ConnectionClose(
                    errorCode: extremeInteger(), frameType: extremeInteger(), reasonLengthWidth: pick([.two, .four]),
                    reason: extremeBytes(upTo: 200)))
        }
    }
}
