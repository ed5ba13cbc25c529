import TestSupport
import Testing
import WireCoding
@testable import SealedChannels

@Suite struct KeyLogTests {
    private static let random = String(repeating: "5a", count: 32)
    private static let other = String(repeating: "b7", count: 32)
    private static let secret = String(repeating: "0f", count: 32)
    private static let master = String(repeating: "c4", count: 48)

    private func log(_ text: String, maximumEntries: Int = KeyLog.defaultMaximumEntries) -> KeyLog {
        var log = KeyLog(maximumEntries: maximumEntries)
        log.append(Array(text.utf8).span)
        log.finish()
        return log
    }

    @Test func findsASecretByItsLabelAndTheClientsRandom() throws {
        let log = log(
            """
            CLIENT_RANDOM \(Self.random) \(Self.master)
            CLIENT_TRAFFIC_SECRET_0 \(Self.other) \(Self.secret)
            """)
        #expect(log.secrets(.masterSecret, clientRandom: hex(Self.random)) == [SecretBytes(hex(Self.master))])
        #expect(log.secrets(.clientTraffic, clientRandom: hex(Self.other)) == [SecretBytes(hex(Self.secret))])
        #expect(log.secrets(.serverTraffic, clientRandom: hex(Self.other)).isEmpty)
        #expect(log.secrets(.masterSecret, clientRandom: hex(Self.other)).isEmpty)
        #expect(log.entries(clientRandom: hex(Self.other)).map(\.label) == [.clientTraffic])
        #expect(log.entries.count == 2)
        #expect(log.malformedLines == 0)
    }

    /// As editors of Windows write it, and each log has a beginning of its own.
    @Test func aByteOrderMarkAtTheBeginningOfALogIsNoFault() {
        let line = "CLIENT_RANDOM \(Self.random) \(Self.master)"
        var logs = log("\u{FEFF}\(line)\r\n\u{FEFF}\(line)\n")
        #expect(logs.entries.count == 1 && logs.malformedLines == 1)
        for byte in Array("\u{FEFF}CLIENT_RANDOM \(Self.other) \(Self.master)\n".utf8) { logs.append([byte].span) }
        logs.finish()
        #expect(logs.entries.count == 2 && logs.malformedLines == 1)
        #expect(log("\u{FEFF}# a comment").malformedLines == 0)
        #expect(log("\u{FEFF}#" + String(repeating: "x", count: KeyLog.maximumLineLength)).malformedLines == 0)
        #expect(log("\u{FEFF}").malformedLines == 0)
    }

    @Test(arguments: KeyLogLabel.allCases)
    func knowsEveryLabelWithAndWithoutThePrefixOfQUIC(label: KeyLogLabel) {
        let secret = label == .masterSecret ? Self.master : Self.secret
        for prefix in ["", "QUIC_"] {
            let log = log("\(prefix)\(label.rawValue) \(Self.random) \(secret)")
            #expect(log.secrets(label, clientRandom: hex(Self.random)) == [SecretBytes(hex(secret))])
        }
    }

    @Test func secretsOfBothHashesAreTrafficSecrets() {
        #expect(log("SERVER_TRAFFIC_SECRET_0 \(Self.random) \(Self.secret)").entries.count == 1)
        #expect(log("SERVER_TRAFFIC_SECRET_0 \(Self.random) \(Self.master)").entries.count == 1)
    }

    @Test func digitsAreOfEitherCase() {
        let log = log("CLIENT_RANDOM \(Self.random.uppercased()) \(Self.master.uppercased())")
        #expect(log.secrets(.masterSecret, clientRandom: hex(Self.random)) == [SecretBytes(hex(Self.master))])
    }

    @Test(
        arguments: [
            "# a comment", "#", "", " ", "\r", "EXPORTER_SECRET \(random) \(secret)", "ECH_SECRET \(random) 0102",
            "CLIENT_RANDOM \(random) \(master)\r", "CLIENT_RANDOM \(random) \(master)  ",
        ])
    func commentsBlankLinesAndOtherLabelsAreNoFault(line: String) {
        #expect(log(line).malformedLines == 0)
        #expect(log(line + "\n").malformedLines == 0)
    }

    @Test(
        arguments: [
            "not a key log line", "CLIENT_TRAFFIC_SECRET_0", "CLIENT_RANDOM \(random)", "CLIENT_RANDOM \(random) ",
            "CLIENT_RANDOM \(random) \(secret)", "CLIENT_RANDOM \(random)00 \(master)",
            "SERVER_TRAFFIC_SECRET_0 \(random) \(secret.dropLast())",
            "SERVER_TRAFFIC_SECRET_0 \(random) \(secret)00",
            "SERVER_TRAFFIC_SECRET_0 \(random) zz\(secret.dropLast(2))",
            "SERVER_TRAFFIC_SECRET_0  \(random) \(secret)", "SERVER_TRAFFIC_SECRET_0\t\(random) \(secret)",
            "SERVER_TRAFFIC_SECRET_0 \(random) \(secret) 00", " SERVER_TRAFFIC_SECRET_0 \(random) \(secret)",
            "CLIENT_HANDSHAKE_TRAFFIC_SECRET 00 zz", "EXPORTER_SECRET \(random) 0", "EXPÖRTER \(random) \(secret)",
            "\0\u{FF}",
        ])
    func everyOtherLineIsMalformed(line: String) {
        let log = log(line + "\nCLIENT_RANDOM \(Self.random) \(Self.master)\n")
        #expect(log.malformedLines == 1)
        #expect(log.entries.count == 1)
    }

    @Test func aSecretThatIsThereTwiceCountsOnce() {
        let line = "SERVER_TRAFFIC_SECRET_0 \(Self.random) \(Self.secret)\n"
        #expect(log(line + line + "QUIC_" + line).entries.count == 1)
        let changed = "SERVER_TRAFFIC_SECRET_0 \(Self.random) \(Self.other)\n"
        #expect(log(line + changed).secrets(.serverTraffic, clientRandom: hex(Self.random)).count == 2)
    }

    @Test func piecesCutAnywhereReadTheSame() {
        let text = Array(
            """
            #x\r\nCLIENT_RANDOM \(Self.random) \(Self.master)\r

            bad
            SERVER_TRAFFIC_SECRET_0 \(Self.other) \(Self.secret)

            """.utf8)
        let whole = log(String(decoding: text, as: UTF8.self))
        for cut in 0...text.count {
            var log = KeyLog()
            log.append(text.span.extracting(0..<cut))
            log.append(text.span.extracting(cut..<text.count))
            #expect(log.entries == whole.entries)
            #expect(log.malformedLines == 1)
        }
    }

    @Test func aLineCountsOnceItsEndIsThere() {
        var log = KeyLog()
        log.append(Array("CLIENT_RANDOM \(Self.random) \(Self.master)".utf8).span)
        #expect(log.entries.isEmpty)
        log.append(Array("\n".utf8).span)
        #expect(log.entries.count == 1)
    }

    @Test func aLineThatNeverEndsIsMalformedOnceAndACommentIsNot() {
        for (first, malformed) in [(UInt8(ascii: "A"), 1), (UInt8(ascii: "#"), 0)] {
            var log = KeyLog()
            let piece = [UInt8](repeating: first, count: 4096)
            for _ in 0..<100 { log.append(piece.span) }
            log.append(Array("\nCLIENT_RANDOM \(Self.random) \(Self.master)\n".utf8).span)
            #expect(log.malformedLines == malformed)
            #expect(log.entries.count == 1)
        }
    }

    @Test func keepsAsManySecretsAsItMay() {
        let lines = (0..<20).map { "SERVER_TRAFFIC_SECRET_0 \(Self.random) \(Self.secret.dropLast(2))\(10 + $0)\n" }
        let ofOneSession = log(lines.joined())
        #expect(ofOneSession.entries.count == KeyLog.maximumSecretsOfOneSession)
        #expect(ofOneSession.droppedEntries == 20 - KeyLog.maximumSecretsOfOneSession)
        let small = log(lines.joined(), maximumEntries: 3)
        #expect(small.entries.count == 3)
        #expect(small.droppedEntries == 17)
    }

    @Test func logsThatGrowSideBySideDoNotMixTheirLines() {
        let lines = [
            Array("CLIENT_RANDOM \(Self.random) \(Self.master)\nno\n".utf8),
            Array("CLIENT_TRAFFIC_SECRET_0 \(Self.other) \(Self.secret)\nneither\n".utf8),
        ]
        for size in [1, 5, 64, 1000] {
            var (total, logs, extents) = (KeyLog(), [KeyLog(), KeyLog()], [KeyLog.Extent(), KeyLog.Extent()])
            for start in stride(from: 0, to: 300, by: size) {
                for (index, line) in lines.enumerated() where start < line.count {
                    logs[index].append(line[start..<min(start + size, line.count)].span)
                    total.append(logs[index], since: extents[index])
                    extents[index] = logs[index].extent
                }
            }
            #expect(total.entries.count == 2 && total.malformedLines == 2)
            #expect(total.secrets(.masterSecret, clientRandom: hex(Self.random)) == [SecretBytes(hex(Self.master))])
            // All of a log once more adds no secret.
            total.append(logs[0])
            #expect(total.entries.count == 2 && total.malformedLines == 3)
        }
    }

    @Test func anEntryIsWrittenAsItsLine() {
        let line = "CLIENT_RANDOM \(Self.random) \(Self.master)\n"
        var writer = ByteWriter()
        for entry in log(line).entries { entry.serialize(into: &writer) }
        #expect(writer.bytes == Array(line.utf8))
    }

    @Test func noDescriptionShowsASecret() {
        let unfinished = log("CLIENT_RANDOM \(Self.random) \(Self.master)\n")
        var text = "\(unfinished) \(unfinished.entries)"
        debugPrint(unfinished, to: &text)
        dump(unfinished, to: &text)
        dump(unfinished.entries, to: &text)
        #expect(!text.contains("c4c4"))
        // As an array is dumped.
        #expect(!text.contains("196"))
        #expect(text.contains("48 secret bytes"))
    }
}
