import SealedChannels
import TestSupport
import Testing
import WireCoding

/// Connections of DTLS 1.2 between real peers, against what their ends logged.
@Suite struct DTLSConnectionOpenerTests {
    private struct Datagram {
        var fromClient: Bool
        var payload: [UInt8]
    }

    /// What was opened of a connection, with the records that wait as a reader of captures holds them.
    private struct Reading {
        struct Opened {
            var fromClient: Bool
            var header: DTLSRecordHeader
            var content: [UInt8]
        }

        var opener = DTLSConnectionOpener()
        var opened: [Opened] = []
        var sealed = [true: 0, false: 0]
        var waiting: [(header: DTLSRecordHeader, fragment: [UInt8], fromClient: Bool)] = []

        init() {}
        init(_ datagrams: [Datagram], _ secrets: SessionSecrets) throws {
            for datagram in datagrams { try receive(datagram, secrets) }
            open(secrets, isLast: true)
        }

        mutating func receive(_ datagram: Datagram, _ secrets: SessionSecrets) throws {
            for (header, fragment) in try DTLSRecords(datagram.payload) {
                waiting.append((header, fragment, datagram.fromClient))
            }
            open(secrets, isLast: false)
        }

        mutating func open(_ secrets: SessionSecrets, isLast: Bool) {
            let records = waiting
            waiting = []
            for record in records {
                switch opener.open(
                    record.header, record.fragment.span, fromClient: record.fromClient, secrets, isLast: isLast)
                {
                case .clear: break
                case .waiting: waiting.append(record)
                case .sealed: sealed[record.fromClient, default: 0] += 1
                case .opened(_, let content):
                    opened.append(Opened(fromClient: record.fromClient, header: record.header, content: content))
                }
            }
        }

        /// The contents of data, each record once.
        func data(fromClient: Bool) -> [UInt64: [UInt8]] {
            var contents: [UInt64: [UInt8]] = [:]
            for record in opened where record.fromClient == fromClient && record.header.contentType == .applicationData
            {
                contents[UInt64(record.header.epoch) << 48 | record.header.sequenceNumber] = record.content
            }
            return contents
        }
        func text(fromClient: Bool) -> String {
            data(fromClient: fromClient).sorted { $0.key < $1.key }.reduce("") {
                $0 + String(decoding: $1.value, as: UTF8.self)
            }
        }
    }

    private func datagrams(_ name: String, serverPort: UInt16) throws -> [Datagram] {
        try CapturedFrames.frames("sealed/" + name + ".pcap").compactMap { frame in
            guard frame.count >= 42, frame[12] == 8, frame[13] == 0, frame[23] == 17 else { return nil }
            let ports = [34, 36].map { frame.span.bigEndianUInt16(at: $0) }
            guard ports.contains(serverPort) else { return nil }
            return Datagram(
                fromClient: ports[1] == serverPort,
                payload: Array(frame[42..<34 + Int(frame.span.bigEndianUInt16(at: 38))]))
        }
    }

    /// A capture with its log, and whether it has a certificate, whose flight lies in fragments.
    private func expectAsLogged(_ name: String, _ secrets: SessionSecrets) throws {
        let truth = try SealedTruth.sessions(name)[0]
        let reading = try Reading(datagrams(name, serverPort: truth.server), secrets)
        for fromClient in [true, false] {
            let records = Dictionary(
                truth.direction(fromClient).records.compactMap { record in
                    record.number.flatMap { number in
                        record.epoch == 1 ? (UInt64(1) << 48 | number, record.plaintext?.count) : nil
                    }
                }, uniquingKeysWith: { first, _ in first })
            for opened in reading.opened where opened.fromClient == fromClient {
                let key = UInt64(opened.header.epoch) << 48 | opened.header.sequenceNumber
                let length = try #require(records[key])
                if opened.header.contentType == .applicationData { #expect(opened.content.count == length) }
            }
            #expect(reading.sealed[fromClient] == 0)
            if truth.direction(fromClient).plaintextBytes > 0 {
                // All but what the network lost.
                #expect(
                    reading.data(fromClient: fromClient).count > truth.direction(fromClient).messages.count * 9 / 10)
            }
        }
        #expect(reading.opener.hasKeys(fromClient: true))
        #expect(reading.opener.bufferedBytes == 0)
    }

    @Test func aConnectionWithACertificateAndACookie() throws {
        try expectAsLogged("dtls12-echo-cert.phone", SessionSecrets(fixture: "dtls12-echo-cert.keys.log"))
    }

    @Test func aConnectionWithASharedKey() throws {
        try expectAsLogged("dtls12-event-psk.sat", SessionSecrets(fixture: "dtls12-event-psk.keys.log"))
        let passcodes = ["0000", "4711", "2468", "1234", "8421"].map { PreSharedKey(passcode: $0) }
        let example = try datagrams("dtls12-renegotiation", serverPort: 9207)
        let secrets = SessionSecrets(sharedKeys: passcodes)
        let reading = try Reading(example, secrets)
        #expect(reading.opened.isEmpty)
        #expect(reading.opener.sharedIdentity == "Client_identity")
        #expect(reading.opener.reason(secrets) == .keysDoNotFit)
    }

    private static let shared = SessionSecrets(sharedKeys: [PreSharedKey(SecretBytes(Array(0..<32)))])

    /// The second handshake is inside the records of the first, and what follows it is of epoch 2.
    @Test func aLaterHandshakeIsFollowed() throws {
        let example = try datagrams("dtls12-renegotiation", serverPort: 9207)
        for secrets in [Self.shared, try SessionSecrets(fixture: "dtls12-renegotiation.keys.log")] {
            let reading = try Reading(example, secrets)
            #expect(reading.text(fromClient: true) == "before\nafter\n")
            #expect(reading.sealed == [true: 0, false: 0])
            #expect(Set(reading.opened.map(\.header.epoch)) == [1, 2])
            // The second one counts its messages from 0 again.
            #expect(reading.opener.source == (secrets.sharedKeys.isEmpty ? .keyLog : .sharedKey))
        }
    }

    @Test func recordsInAnyOrderAndTwiceAreOpened() throws {
        let example = Array(try datagrams("dtls12-renegotiation", serverPort: 9207).prefix(8))
        // All but the hellos comes backwards, then everything again.
        let reading = try Reading(example[..<4] + example[4...].reversed() + example, Self.shared)
        #expect(reading.text(fromClient: true) == "before\n")
        #expect(reading.sealed == [true: 0, false: 0])
        #expect(reading.opened.count == 2 * 3)
    }

    @Test func recordsWaitForTheHellos() throws {
        let example = Array(try datagrams("dtls12-renegotiation", serverPort: 9207).prefix(8))
        var reading = Reading()
        try reading.receive(example[7], Self.shared)
        #expect(reading.waiting.count == 1)
        for datagram in example[..<5] { try reading.receive(datagram, Self.shared) }
        reading.open(Self.shared, isLast: false)
        #expect(reading.waiting.isEmpty)
        #expect(reading.text(fromClient: true) == "before\n")
    }

    @Test func withoutTheHellosNothingFits() throws {
        let example = try datagrams("dtls12-renegotiation", serverPort: 9207)
        let reading = try Reading(Array(example[4...]), Self.shared)
        #expect(reading.opened.isEmpty)
        #expect(reading.opener.reason(Self.shared) == .handshakeMissing)
    }

    /// Another connection between the same two ports, whose numbers count anew.
    @Test func anotherConnectionOnTheSamePorts() throws {
        let first = try datagrams("dtls12-renegotiation", serverPort: 9207)
        let second = CapturedSessions.datagrams.enumerated().map {
            Datagram(fromClient: $0.offset % 2 == 0, payload: $0.element)
        }
        let secrets = SessionSecrets(sharedKeys: [
            PreSharedKey(passcode: "4711"), PreSharedKey(SecretBytes(Array(0..<32))),
        ])
        let reading = try Reading(first + second, secrets)
        let texts = reading.opened.filter { $0.header.contentType == .applicationData }.map {
            String(decoding: $0.content, as: UTF8.self)
        }
        #expect(texts.first == "before\n")
        #expect(texts.last?.hasPrefix("{") == true)
        #expect(reading.sealed == [true: 0, false: 0])
        #expect(reading.opener.sharedIdentity == "TicTacToe")
    }

    @Test func changedRecordsStaySealed() throws {
        let example = Array(try datagrams("dtls12-renegotiation", serverPort: 9207).prefix(8))
        for index in stride(from: 13, to: example[7].payload.count, by: 3) {
            var changed = example
            changed[7].payload[index] ^= 1
            let reading = try Reading(changed, Self.shared)
            #expect(reading.text(fromClient: true) == "")
            #expect(reading.sealed[true] == 1)
        }
    }
}
