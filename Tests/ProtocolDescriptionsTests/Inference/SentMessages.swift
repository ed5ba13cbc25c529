import ProtocolDescriptions
import WireCoding

/// Sessions of messages whose bytes a test writes itself.
struct SentMessages {
    /// How a sender's messages lie in segments.
    enum Segments: CaseIterable, Equatable {
        /// One message in each.
        case each
        /// Five messages in each, as of a sender that collects them.
        case fives
        /// So many bytes in each, whatever they are.
        case ofSize(Int)

        static let allCases: [Segments] = [.each, .fives, .ofSize(7)]
    }

    var forward: [[UInt8]] = []
    var backward: [[UInt8]] = []

    init(forward: [[UInt8]], backward: [[UInt8]]) { (self.forward, self.backward) = (forward, backward) }

    /// Messages of both directions by number, twice as many of the initiator.
    init(_ count: Int, _ message: (Int, Bool) -> [UInt8]) {
        for number in 0..<count {
            if number % 3 != 0 {
                forward.append(message(number, true))
            } else {
                backward.append(message(number, false))
            }
        }
    }

    func session(_ segments: Segments = .each) -> ObservedSession {
        ObservedSession(
            carrier: .tcp, port: 9000, forward: Self.direction(forward, segments),
            backward: Self.direction(backward, segments))
    }

    private static func direction(_ messages: [[UInt8]], _ segments: Segments) -> ObservedSession.Direction {
        let stream = messages.flatMap { $0 }
        let pieces =
            switch segments {
            case .each: messages
            case .fives: stride(from: 0, to: messages.count, by: 5).map { messages[$0...].prefix(5).flatMap { $0 } }
            case .ofSize(let size):
                stride(from: 0, to: stream.count, by: size).map { Array(stream[$0...].prefix(size)) }
            }
        return ObservedSession.Direction(
            pieces.enumerated().map { index, bytes in
                .init(bytes, time: 1_700_000_000_000_000_000 + Int64(index) * 10_000_000)
            })
    }

    /// A number in so many bytes.
    static func number(_ value: Int, bytes: Int, _ endian: ByteOrder = .big) -> [UInt8] {
        let big = (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return endian == .big ? big : big.reversed()
    }
}
