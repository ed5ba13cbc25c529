import PeerMessaging
import TraceModel
import WireCoding

/// Echo tests over TCP and UDP: units of eight bytes that come back unchanged, and data after them.
enum EchoApplication: NativeApplication {
    typealias Stream = EchoReader
    typealias Datagrams = EchoDatagrams

    static func evidence(of connection: Connection) -> ApplicationEvidence? {
        if connection.datagramReader(EchoDatagrams.self) != nil {
            return ApplicationEvidence(.echo, because: "datagrams of 8 bytes that came back unchanged")
        }
        let isEcho = [true, false].allSatisfy { connection.reader(EchoReader.self, ofInitiator: $0)?.isEcho == true }
        return isEcho ? ApplicationEvidence(.echo, because: "units of 8 bytes that came back unchanged") : nil
    }

    static func isNamed(_ application: Session.Application) -> Bool { application == .echo }

    static func firstMessage(of connection: Connection) -> PacketMoment? {
        connection.datagramReader(EchoDatagrams.self)?.firstUnit ?? comparison(of: connection)?.firstUnit
    }

    private static func comparison(of connection: Connection) -> EchoComparison? {
        connection.exchange(of: EchoReader.self)?.comparison
    }

    static func resolver(of connection: Connection, as application: Session.Application) -> (any RecordResolver)? {
        comparison(of: connection).map(UnitResolver.init)
    }

    // MARK: - Directions

    static func describe(_ direction: inout SessionDirection, _ end: NativeEnd) {
        if let datagrams = end.connection.datagramReader(EchoDatagrams.self) {
            describe(&direction, datagrams, end)
        } else if let comparison = comparison(of: end.connection) {
            describe(&direction, comparison, end)
        }
    }

    private static func describe(_ direction: inout SessionDirection, _ echo: EchoDatagrams, _ end: NativeEnd) {
        let isAsking = end.isInitiator == echo.initiatorAsks
        let side = echo[isInitiator: end.isInitiator]
        direction.messages = side.units + side.data
        direction.messageTypes.add(side.units, of: isAsking ? "probe" : "echo")
        direction.messageTypes.add(side.data, of: "data")
        direction.messageBytes = side.units * EchoStream.unitLength + side.dataBytes
        direction.malformedMessages = 0
        guard isAsking else { return }
        if side.numbers.isPlausible {
            direction.lostMessages = side.numbers.lost
            direction.duplicateMessages = side.numbers.duplicates
            direction.reorderedMessages = side.numbers.late
            direction.delivery = side.numbers.marks.all.map {
                .init(
                    time: end.axis.seconds($0.moment.time), frame: $0.moment.frame, lost: $0.lost,
                    reordered: $0.reordered)
            }
        }
        if let start = side.dataStart, let last = side.dataEnd {
            direction.bulk = bulk(side.dataBytes, from: start, to: last, lasting: side.dataDuration, end.axis)
        }
        direction.add(echo.probeDelays)
    }

    private static func describe(_ direction: inout SessionDirection, _ echo: EchoComparison, _ end: NativeEnd) {
        let isAsking = echo.asks(isInitiator: end.isInitiator)
        let units = echo.units(ofInitiator: end.isInitiator)
        direction.messages = units
        direction.messageTypes.add(units, of: isAsking ? "probe" : "echo")
        direction.messageBytes = units * EchoStream.unitLength
        direction.malformedMessages = 0
        guard isAsking else { return }
        let stream = end.side.applicationBytes
        let bytes = Int(stream.count - echo.probeBytes)
        if let start = echo.dataStart, bytes > 0 {
            direction.bulk = bulk(
                bytes, from: start.time, to: stream.last, lasting: stream.last - start.time, end.axis)
        }
        direction.add(echo.probeDelays)
    }

    /// - Parameter duration: Nanoseconds in which bytes were sent: less than from start to end, if there were several runs.
    private static func bulk(
        _ bytes: Int, from start: Int64, to end: Int64, lasting duration: Int64, _ axis: TimeAxis
    ) -> SessionDirection.Bulk {
        SessionDirection.Bulk(
            start: axis.seconds(start), end: axis.seconds(end), bytes: bytes,
            goodput: duration > 0 ? (Double(bytes) * 8e9 / Double(duration) * 1e3).rounded() / 1e3 : nil)
    }

    // MARK: - Capture point

    /// At the asking host, probes come as evenly as their timestamps and echoes late; at the answering one it is the
    /// reverse. In between neither shows. A stream's handshake shows more than its probes.
    static func capturePoint(of connection: Connection) -> Session.CapturePoint? {
        guard let echo = connection.datagramReader(EchoDatagrams.self), let initiatorAsks = echo.initiatorAsks,
            let delays = echo.probeDelays?.distribution, let late = delays.p95,
            let roundTrip = echo.pairs?.all.distribution.median
        else { return nil }
        let shortest = Double(CapturePointInference.shortest) / 1e9
        let ratio = Double(CapturePointInference.ratio)
        if roundTrip >= shortest, roundTrip >= late * ratio { return initiatorAsks ? .initiator : .responder }
        if late >= shortest, late >= roundTrip * ratio { return initiatorAsks ? .responder : .initiator }
        return nil
    }
}

/// Units of a stream whose types follow from the whole test.
private struct UnitResolver: RecordResolver {
    let comparison: EchoComparison

    func resolve(_ record: inout MessageRecord, fromInitiator: Bool) -> Bool {
        guard let unit = record.unit, let exchange = comparison.exchange(ofUnit: unit, fromInitiator: fromInitiator)
        else { return false }
        record.exchange = exchange
        record.type = comparison.asks(isInitiator: fromInitiator) ? "probe" : "echo"
        return true
    }
}
