import SealedChannels
import WireCoding
import WireSimulation
import WireTesting

/// What opens sealed sessions with the keys of their ends.
extension FuzzTarget {
    /// A key log, in pieces and in one.
    static let keyLog = FuzzTarget(
        name: "key-log", mutators: Mutator.byteLevel,
        seeds: { Generator<[UInt8]>.keyLogs.values(seed: seed, count: seedCount) },
        run: { bytes in
            var whole = KeyLog(maximumEntries: 16)
            whole.append(bytes.span)
            whole.finish()
            var cut = KeyLog(maximumEntries: 16)
            for piece in InputPieces.cut(bytes) { cut.append(Array(piece).span) }
            cut.finish()
            require(whole.entries == cut.entries, "The secrets do not depend on how a log is cut")
            require(whole.malformedLines == cut.malformedLines, "Malformed lines do not depend on how a log is cut")
            require(whole.entries.count <= 16, "A log keeps no more secrets than it says")
            var writer = ByteWriter()
            for entry in whole.entries { entry.serialize(into: &writer) }
            var again = KeyLog()
            again.append(writer.bytes.span)
            require(
                again.entries == whole.entries && again.malformedLines == 0, "What was read is read as it is written")
        })

    /// Both directions of a TLS connection: an input says what becomes of the records of a generated session. The first byte
    /// chooses the session, the second what is known of it.
    static let tlsOpening = FuzzTarget(
        // Each byte may be a record, and a session has no more than this.
        name: "tls-opening", maximumLength: 256, mutators: Mutator.byteLevel,
        seeds: {
            var random = SeededGenerator(seed: seed)
            return (0..<UInt8(2 * seedCount)).map { number in
                [number, number % 6 == 0 ? 1 : 0]
                    + (0..<60).flatMap { _ in
                        random.chance(3, in: 4) ? [0] : [UInt8(random.number(in: 0...5))] + random.bytes(3)
                    }
            }
        },
        run: { input in
            var run = TLSOpeningRun(input)
            run?.run()
        })

    /// Datagrams of a DTLS connection with a shared key: for each, a byte whose lowest bit is the direction, and a length in
    /// two.
    static let dtlsOpening = FuzzTarget(
        name: "dtls-opening", mutators: Mutator.byteLevel, seeds: { [SampleSealed.dtls] },
        run: { bytes in
            let secrets = SessionSecrets(sharedKeys: [PreSharedKey(passcode: "4711")])
            var opener = DTLSConnectionOpener()
            var reader = ByteReader(bytes.span)
            while let control = try? reader.readUInt8("control"), let length = try? reader.readUInt16("length") {
                let size = min(Int(length), reader.remaining)
                guard let datagram = try? reader.readBytes(size, "datagram") else { break }
                var records = ByteReader(datagram.span)
                while let header = try? DTLSRecordHeader(parsing: &records),
                    let fragment = try? records.readBytes(Int(header.length), "record")
                {
                    let outcome = opener.open(
                        header, fragment.span, fromClient: control & 1 == 0, secrets, isLast: control & 2 != 0)
                    if case .opened(_, let content) = outcome {
                        require(content.count < fragment.count, "What is inside is shorter")
                    }
                }
                require(opener.bufferedBytes <= 2 * 16 * (1 << 16) * 2, "An opener holds no more than it says")
            }
            _ = opener.reason(secrets)
        })

    /// Datagrams of a QUIC connection: for each, a byte and a length in two. The bits of the byte: the direction, whether the
    /// bytes are the frames of an Initial packet that is sealed first, and its number.
    static let quicOpening = FuzzTarget(
        name: "quic-opening", mutators: Mutator.byteLevel, seeds: { SampleSealed.quic },
        run: { QUICOpeningRun().run($0) })
}

/// One input of `tls-opening`.
private struct TLSOpeningRun {
    private let session: SealedTLSSession
    private var reading: TLSConnectionReading
    private var commands: ArraySlice<UInt8>

    init?(_ input: [UInt8]) {
        guard input.count > 2 else { return nil }
        session = Self.sessions[Int(input[0]) % Self.sessions.count]
        var secrets = SessionSecrets(log: session.log)
        secrets.isGrowing = input[1] & 2 != 0
        if input[1] & 4 != 0, let entry = session.entries.first {
            secrets.log = KeyLog()
            secrets.log.insert(entry)
        }
        // How much may be searched has tests of its own; here it would take the time of thousands of other inputs.
        reading = TLSConnectionReading(secrets, isMidstream: input[1] & 1 != 0, searchAllowance: 1 << 10)
        commands = input.dropFirst(2)
    }

    /// Made once: to seal one takes as long as to open it many times.
    private static let sessions: [SealedTLSSession] = (0..<16).flatMap { number in
        [.tls12, .tls13].map { (generator: Generator<SealedTLSSession>) in generator.value(seed: 1, number: number) }
    }

    private mutating func next() -> Int { Int(commands.popFirst() ?? 0) }

    mutating func run() {
        let genuine = Set(session.records.map(\.content))
        var records = session.records[...]
        var hostile = 1 << 12
        while let command = commands.popFirst(), let record = records.first ?? session.records.last {
            let fromClient = command & 8 == 0 ? record.fromClient : !record.fromClient
            switch command % 8 {
            case 1:
                // Other bytes: as many as there are, at most.
                let count = min(next(), commands.count)
                reading.append(Array(commands.prefix(count)), fromClient: fromClient)
                commands = commands.dropFirst(count)
            case 2: reading.miss(next() << 8 | next(), fromClient: fromClient)
            case 3:
                // One byte of the record is another.
                var bytes = record.bytes
                bytes[(next() << 8 | next()) % bytes.count] ^= UInt8(1 | next() & 0xFE)
                reading.append(bytes, fromClient: fromClient)
                _ = records.popFirst()
            case 4: _ = records.popFirst()
            case 5:
                reading.miss(record.bytes.count, fromClient: fromClient)
                _ = records.popFirst()
            case 6:
                // What looks like headers.
                let count = min(next() * 64, hostile)
                hostile -= count
                let header: [UInt8] = [23, 3, 3, UInt8(next() & 0x3F), UInt8(next())]
                reading.append((0..<count / 5).flatMap { _ in header }, fromClient: fromClient)
            default:
                // In two pieces, some of them.
                let cut = command & 16 == 0 ? record.bytes.count : record.bytes.count / 2
                reading.append(Array(record.bytes[..<cut]), fromClient: fromClient)
                reading.append(Array(record.bytes[cut...]), fromClient: fromClient)
                _ = records.popFirst()
            }
            require(reading.heldBytes < 1 << 20, "A connection holds little")
        }
        reading.finish()
        for direction in [reading.client, reading.server] {
            require(direction.opened.allSatisfy { genuine.contains($0.content) }, "What is opened was sealed")
            require(direction.moments.allSatisfy { $0.begun <= $0.completed }, "A record begins before it is whole")
        }
        _ = reading.opener.reason(reading.secrets, opensNothing: reading.opener.source == nil)
    }
}

/// One input of `quic-opening`.
private struct QUICOpeningRun {
    private let connectionID: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

    func run(_ bytes: [UInt8]) {
        let secrets = SampleSealed.quicSecrets
        var opener = QUICConnectionOpener()
        var packets: [QUICConnectionPacket] = []
        var reader = ByteReader(bytes.span)
        var datagrams = 0
        while let control = try? reader.readUInt8("control"), let length = try? reader.readUInt16("length") {
            let size = min(Int(length), reader.remaining)
            guard let content = try? reader.readBytes(size, "datagram") else { break }
            let fromClient = control & 1 == 0
            let datagram = control & 2 == 0 ? content : initial(content, fromClient, number: UInt64(control >> 2))
            opener.receive(
                datagram.span, length: datagram.count, fromClient: fromClient,
                at: CaptureMoment(frame: datagrams, time: 0), secrets, into: &packets)
            datagrams += 1
            require(opener.heldBytes <= 1 << 20, "A connection holds little")
        }
        opener.finish(secrets, into: &packets)
        require(packets.allSatisfy { $0.payload.count <= 1 << 16 }, "A payload lies in its datagram")
    }

    /// The frames in a packet that anybody can seal.
    private func initial(_ frames: [UInt8], _ fromClient: Bool, number: UInt64) -> [UInt8] {
        guard let length = QUICVariableInteger(0, width: .two) else { return [] }
        let header = QUICPacketHeader(
            firstByte: 0xC0, version: .v1, destinationConnectionID: fromClient ? connectionID : [9],
            sourceConnectionID: fromClient ? [9] : connectionID,
            fields: .initial(token: [], tokenLengthWidth: .one, length: length))
        var output = ByteWriter()
        guard let keys = QUICInitialKeys(version: .v1, destinationConnectionID: connectionID) else { return [] }
        let protection = fromClient ? keys.client : keys.server
        // Header protection needs some bytes behind the number.
        let payload = frames + [UInt8](repeating: 0, count: max(0, 4 - frames.count))
        guard (try? protection.seal(header, number: number, numberLength: 2, payload: payload, into: &output)) != nil
        else { return [] }
        return output.bytes
    }
}
