import TestSupport
import Testing
import WireCoding
@testable import SealedChannels

@Suite struct QUICAcknowledgmentsTests {
    private func frame(_ bytes: [UInt8]) throws -> QUICFrameView.Acknowledgment {
        var input = ByteReader(bytes.span)
        guard case .acknowledgment(let frame) = try QUICFrameView(parsing: &input) else {
            throw WireError(.invalidValue(0), field: "frame of a test", offset: 0)
        }
        return frame
    }

    /// An ACK frame of all numbers of a range, in units of the delay's exponent.
    private func acknowledge(
        _ sent: inout QUICAcknowledgments, _ range: ClosedRange<UInt64>, delay: UInt8 = 0, exponent: UInt64 = 3,
        at time: Int64
    ) throws -> Int64? {
        var output = ByteWriter()
        output.writeUInt8(2)
        QUICVariableInteger(range.upperBound, width: .eight)?.serialize(into: &output)
        output.writeBytes([delay, 0])
        QUICVariableInteger(range.upperBound - range.lowerBound, width: .eight)?.serialize(into: &output)
        let bytes = output.bytes
        return sent.noteAcknowledgment(try frame(bytes), in: bytes.span, delayExponent: exponent, at: time)
    }

    @Test func timeToTheFirstFrameWithoutItsDelay() throws {
        var sent = QUICAcknowledgments()
        for number in 0..<4 as Range<UInt64> { sent.notePacket(.oneRTT, number: number, at: Int64(number) * 1_000_000) }
        sent.notePacket(.oneRTT, number: 1, at: 9_000_000)  // a copy
        // 20 units of 8 µs.
        #expect(try acknowledge(&sent, 0...1, delay: 20, at: 6_000_000) == 5_000_000 - 160_000)
        #expect(try acknowledge(&sent, 0...1, at: 7_000_000) == nil)
        #expect(try acknowledge(&sent, 0...3, delay: 1, exponent: 10, at: 8_000_000) == 5_000_000 - 1_024_000)
        // A delay that is longer than all of the time.
        #expect(try acknowledge(&sent, 0...2, delay: 63, exponent: 20, at: 8_000_000) == 0)
        #expect(try acknowledge(&sent, 50...50, at: 8_000_000) == nil)
    }

    @Test func countsWhatNoFrameCovers() throws {
        var sent = QUICAcknowledgments()
        #expect(sent.lost(zeroRTT: nil) == 0)
        sent.notePacket(.initial, number: 4, at: 0)
        sent.notePacket(.handshake, number: 5, at: 0)
        for number: UInt64 in [3, 6, 7, 9, 10, 11] { sent.notePacket(.oneRTT, number: number, at: 0) }
        #expect(sent.lost(zeroRTT: nil) == 0)
        _ = try acknowledge(&sent, 6...6, at: 0)
        // 3; 4 and 5 are in other spaces.
        #expect(sent.lost(zeroRTT: nil) == 1)
        _ = try acknowledge(&sent, 9...10, at: 0)
        // 3, 7 and 8, which the capture lacks. Nothing is known of 11.
        #expect(sent.lost(zeroRTT: nil) == 3)
        _ = try acknowledge(&sent, 3...8, at: 0)
        #expect(sent.lost(zeroRTT: nil) == 0)
        #expect(sent.largestAcknowledged == 10)
    }

    @Test func ofAnEndWithSeparateSpacesNumbersComeTwice() throws {
        var sent = QUICAcknowledgments()
        for number in 0..<3 as Range<UInt64> { sent.notePacket(.initial, number: number, at: 0) }
        for number in 0..<4 as Range<UInt64> { sent.notePacket(.oneRTT, number: number, at: 0) }
        _ = try acknowledge(&sent, 2...3, at: 0)
        #expect(sent.lost(zeroRTT: nil) == 2)
    }

    @Test func refusedEarlyDataIsNotLost() throws {
        var sent = QUICAcknowledgments()
        for number in 1..<4 as Range<UInt64> { sent.notePacket(.zeroRTT, number: number, at: 0) }
        for number in 4..<9 as Range<UInt64> { sent.notePacket(.oneRTT, number: number, at: 0) }
        _ = try acknowledge(&sent, 5...8, at: 0)
        #expect(sent.lost(zeroRTT: .accepted) == 4)
        #expect(sent.lost(zeroRTT: .rejected) == 1)
    }

    @Test func memoryIsBounded() throws {
        var sent = QUICAcknowledgments()
        for number in 0..<20_000 as Range<UInt64> { sent.notePacket(.oneRTT, number: number * 2, at: 0) }
        for number in 0..<5_000 as Range<UInt64> {
            _ = try acknowledge(&sent, number * 8...number * 8 + 3, at: 0)
        }
        // Of eight numbers four, except behind the last frame.
        #expect(sent.lost(zeroRTT: nil) == 4 * 4999)
        _ = try acknowledge(&sent, 0...QUICPacketNumber.maximum, at: .max)
        #expect(sent.largestAcknowledged == QUICPacketNumber.maximum)
    }

    /// aioquic counts through all spaces.
    @Test func aCaptureWithoutLoss() throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        let opening = QUICOpening(capture.datagrams, capture.secrets)
        var sent = [QUICAcknowledgments(), QUICAcknowledgments()]
        var samples: [[Int64]] = [[], []]
        for packet in opening.packets {
            let sender = packet.fromClient ? 0 : 1
            sent[sender].notePacket(packet.type, number: packet.number, at: packet.moment.time)
            var input = ByteReader(packet.payload.span)
            while packet.type == .oneRTT, !input.isAtEnd, let frame = try? QUICFrameView(parsing: &input) {
                guard case .acknowledgment(let acknowledgment) = frame else { continue }
                let sample = sent[1 - sender].noteAcknowledgment(
                    acknowledgment, in: packet.payload.span, delayExponent: 3, at: packet.moment.time)
                if let sample { samples[1 - sender].append(sample) }
            }
        }
        #expect(sent.map { $0.lost(zeroRTT: QUICZeroRTT.none) } == [0, 0])
        let medians = samples.map { $0.sorted()[$0.count / 2] }
        // The path takes 4 ms both ways; the capture is at the client.
        #expect(3_400_000...10_000_000 ~= medians[0])
        #expect(medians[1] < medians[0])
    }
}
