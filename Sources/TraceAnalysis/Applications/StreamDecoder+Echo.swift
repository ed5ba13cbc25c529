import PeerMessaging
import WireCoding

/// Reading a stream as one direction of an echo test.
extension StreamDecoder {
    /// A number of frames that is not a coincidence.
    private static let certainFrames = 4

    /// Whether this may be one direction of an echo test.
    var mayBeEcho: Bool { echoStream != nil }

    /// Whether the stream is a sequence of frames. Bodies of four bytes do not count: they are the other half of
    /// timestamps.
    var isFrames: Bool {
        readsFrames && frames >= Self.certainFrames && frameBytes > frames * 4
    }

    /// Takes the next bytes of a stream that may be one of an echo test.
    mutating func readUnits(_ bytes: Span<UInt8>, length: Int, sent: PacketMoment, arrived: PacketMoment) {
        let known = echoStream?.value.units.count ?? 0
        echoStream?.value.consume(bytes, length: length, sent: sent, arrived: arrived)
        guard let new = echoStream?.value.units[known...], !new.isEmpty else { return }
        pending.noteUrgent()
        for unit in new {
            guard records != nil else { continue }
            let bytes = ByteWriter.bytes { $0.writeUInt64(unit.stamp) }
            records?.append(
                MessageRecord(
                    begun: unit.begun, completed: unit.completed, streamOffset: unit.index * EchoStream.unitLength,
                    bytes: EchoStream.unitLength, unit: unit.index), body: bytes.span)
        }
    }

    /// Compares two directions of one connection, and goes on as what they are then.
    ///
    /// - Parameter haveEnded: Whether nothing more can come, so that it is decided what they are.
    static func compareUnits(
        _ one: inout StreamDecoder, _ other: inout StreamDecoder, by comparison: inout EchoComparison, haveEnded: Bool
    ) {
        if one.mayBeEcho, other.mayBeEcho {
            comparison.compare(&one.echoStream!.value, &other.echoStream!.value)
            if comparison.isCertain, !one.isEcho, one.isFrames || other.isFrames { comparison.refute() }
            if haveEnded, !comparison.isRefuted {
                comparison.finish(one.echoStream!.value, other.echoStream!.value)
            }
        } else {
            comparison.refute()
        }
        if comparison.isRefuted {
            one.dropUnits()
            other.dropUnits()
        } else if comparison.isCertain, !one.isEcho {
            one.becomeEcho()
            other.becomeEcho()
        }
    }

    /// The stream is not an echo test.
    mutating func dropUnits() {
        echoStream = nil
        account()
    }
}
