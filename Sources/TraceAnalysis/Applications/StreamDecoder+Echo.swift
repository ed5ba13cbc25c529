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
        guard case .frames = application else { return false }
        return frames >= Self.certainFrames && frameBytes > frames * 4
    }

    /// Takes the next bytes of a stream that may be one of an echo test.
    mutating func readUnits(_ bytes: Span<UInt8>, length: Int, sent: PacketMoment, arrived: PacketMoment) {
        let known = echoStream?.value.units.count ?? 0
        echoStream?.value.consume(bytes, length: length, sent: sent, arrived: arrived)
        guard let new = echoStream?.value.units[known...], !new.isEmpty else { return }
        otherMarks = MeshStream.maximumMarks
        guard records.isWanted else { return }
        for unit in new {
            var record = MessageRecord(
                begun: unit.begun, completed: unit.completed, streamOffset: unit.place * EchoStream.unitLength,
                bytes: EchoStream.unitLength)
            record.unit = unit.place
            records.add(record)
        }
    }

    /// Compares two directions of one connection, and goes on as what they are then.
    static func compareUnits(
        _ one: inout StreamDecoder, _ other: inout StreamDecoder, by comparison: inout EchoComparison
    ) {
        if one.mayBeEcho, other.mayBeEcho {
            comparison.compare(&one.echoStream!.value, &other.echoStream!.value)
            if comparison.isCertain, !one.isEcho, one.isFrames || other.isFrames { comparison.refute() }
        } else {
            comparison.refute()
        }
        become(comparison, &one, &other)
    }

    /// Decides what two directions are that were compared and have ended.
    static func finishUnits(
        _ one: inout StreamDecoder, _ other: inout StreamDecoder, by comparison: inout EchoComparison
    ) {
        if let first = one.echoStream, let second = other.echoStream {
            comparison.finish(first.value, second.value)
        } else {
            comparison.refute()
        }
        become(comparison, &one, &other)
    }

    private static func become(
        _ comparison: borrowing EchoComparison, _ one: inout StreamDecoder, _ other: inout StreamDecoder
    ) {
        if comparison.isRefuted {
            one.dropUnits()
            other.dropUnits()
        } else if comparison.isCertain, !one.isEcho {
            one.becomeEcho()
            other.becomeEcho()
        }
    }

    private mutating func becomeEcho() {
        application = .echo
        forgetFrames()
        account()
    }

    /// The stream is not an echo test.
    mutating func dropUnits() {
        echoStream = nil
        account()
    }
}
