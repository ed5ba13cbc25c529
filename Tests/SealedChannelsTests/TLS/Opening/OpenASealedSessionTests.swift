import Foundation
import SealedChannels
import TestSupport
import Testing

// The code of the article, word for word.

/// Everything that may open a session: a key log, and the passcode of an app that derives its key from one.
func secrets(keyLog: [UInt8], passcode: String? = nil) -> SessionSecrets {
    var log = KeyLog()
    log.append(keyLog.span)
    log.finish()
    return SessionSecrets(log: log, sharedKeys: passcode.map { [PreSharedKey(passcode: $0)] } ?? [])
}

struct OpenedConnection {
    let secrets: SessionSecrets
    private var opener = TLSConnectionOpener()
    private var streams = [TLSRecordStream(keepsBytes: true), TLSRecordStream(keepsBytes: true)]
    private var records: [[TLSRecordStream.Record]] = [[], []]
    /// The application data so far: the client's, and the server's.
    private(set) var plaintext: [[UInt8]] = [[], []]

    init(_ secrets: SessionSecrets) { self.secrets = secrets }

    /// Takes the next bytes of a direction.
    mutating func take(_ segment: Span<UInt8>, fromClient: Bool, at moment: CaptureMoment) {
        let side = fromClient ? 0 : 1
        streams[side].append(segment, sent: moment, arrived: moment, into: &records[side])
        while openNext(0) || openNext(1) {}
    }

    private mutating func openNext(_ side: Int) -> Bool {
        guard let record = records[side].first else { return false }
        switch opener.open(record.header, record.fragment.span, fromClient: side == 0, secrets) {
        case .waiting: return false
        case .opened(let opened) where opened.contentType == .applicationData: plaintext[side] += opened.content
        default: break
        }
        records[side].removeFirst()
        return true
    }
}

@Suite struct OpenASealedSessionTests {
    /// The connection of a capture, as the article reads it.
    private func read(_ capture: String, _ secrets: SessionSecrets) throws -> (OpenedConnection, SealedTruth.Session) {
        let truth = try #require(SealedTruth.sessions(capture).first)
        var connection = OpenedConnection(secrets)
        for (frame, event) in try CapturedStreams(capture + ".pcap").events(clientPort: truth.client).enumerated() {
            guard case .bytes(let bytes, let fromClient) = event else { continue }
            connection.take(bytes.span, fromClient: fromClient, at: CaptureMoment(frame: frame + 1, time: Int64(frame)))
        }
        return (connection, truth)
    }

    private func log(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Fixture.url("sealed/\(name).keys.log")))
    }

    @Test(arguments: ["tls12-gcm256.gil", "tls13-aes128.ada", "tls13-keyupdate.tara"])
    func aKeyLogOpensBothDirections(_ capture: String) throws {
        let (connection, truth) = try read(capture, secrets(keyLog: log(String(capture.prefix { $0 != "." }))))
        #expect(connection.plaintext.map(\.count) == [truth.forward.plaintextBytes, truth.backward.plaintextBytes])
        let digests = [truth.forward.sha256, truth.backward.sha256]
        for (plaintext, digest) in zip(connection.plaintext, digests) {
            #expect(SealedTruth.sha256(plaintext) == digest)
        }
    }

    @Test func theKeysOfAnotherSessionOpenNothing() throws {
        let (connection, truth) = try read("tls13-aes128.ada", secrets(keyLog: log("tls12-gcm256"), passcode: "1234"))
        #expect(connection.plaintext == [[], []] && truth.forward.plaintextBytes > 0)
    }

    /// Whoever changes the code in one place has to change it in the other.
    @Test func theArticleShowsWhatIsTestedHere() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let article = try String(
            contentsOf: Fixture.repository.appending(
                path: "Sources/SealedChannels/SealedChannels.docc/Open-a-sealed-session.md"),
            encoding: .utf8)
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(blocks.count == 2)
        for block in blocks { #expect(source.contains("\n\(block)\n"), "\(block)") }
    }
}
