import PeerMessaging
import WireCoding

/// Reading a stream as one direction of an echo test.
extension StreamDecoder {
    /// A number of frames that is not a coincidence.
    private static let certainFrames = 4

    /// Whether this may be one direction of an echo test.
    var mayBeEcho: Bool { !echoBox.isEmpty }

    /// Whether the stream is a sequence of frames. Bodies of four bytes do not count: they are the other half of
    /// timestamps.
    var isFrames: Bool {
        state == .framed && frames >= Self.certainFrames && frameBytes > frames * 4
    }

    /// Takes the next bytes of a stream that may be one of an echo test.
    mutating func readUnits(_ bytes: Span<UInt8>, length: Int, sent: PacketMoment, arrived: PacketMoment) {
        let known = echoBox[0].units.count
        echoBox[0].consume(bytes, length: length, sent: sent, arrived: arrived)
        guard echoBox[0].units.count > known else { return }
        otherMarks = MeshStream.maximumMarks
        guard records.isWanted else { return }
        for unit in echoBox[0].units[known...] {
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
            comparison.compare(&one.echoBox[0], &other.echoBox[0])
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
        if one.mayBeEcho, other.mayBeEcho {
            comparison.finish(one.echoBox[0], other.echoBox[0])
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
        isEcho = true
        state = .echo
        forgetFrames()
        account()
    }

    /// The stream is not an echo test.
    mutating func dropUnits() {
        echoBox = []
        account()
    }
}
